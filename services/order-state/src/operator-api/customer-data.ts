import { z } from 'zod';
import {
  type Erasure,
  type OperatorPosition,
  orderContentSchema,
  type OrderCustomer,
  pageQuerySchema,
  reasonSchema,
  requestErasureSchema,
  sentRequestsQuerySchema,
} from '@delivery/contracts';
import {
  answerJson,
  answerList,
  type ApiRequest,
  decodeCursor,
  parseBody,
  ProblemError,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type RowOf } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { describeActor, insertActivity, insertLook } from '../activity/queries.js';
import { uuidv7 } from '../ledger/rules/deliveries.js';
import { isAnyParkedFor } from '../orders/queries/parked.js';
import { type PositionRow, readPosition } from '../orders/queries/positions.js';
import { toProblems } from '../orders/rules/decide-problems.js';
import { keepPhone } from '../orders/rules/phones.js';
import { roundPlace } from '../orders/rules/tracking.js';
import { type CustomerRow, readCustomer } from '../retention/queries/erase-customers.js';
import {
  type ErasureRow,
  insertErasure,
  listErasures,
  readErasure,
  readIsFinal,
  readNotified,
} from '../retention/queries/erase-customers.js';
import { type ErasureDeps, stepErasure } from '../retention/run-erasure.js';
import {
  erasureNotFound,
  orderMissingProblem,
  readDeliveryId,
  readErasureId,
  readOrderId,
  readOwnerId,
} from '../shared-api/read-params.js';
import { createReadSentRequests, type SentRequestsDeps } from '../shared-api/sent-requests.js';
import { wayOf } from '../shared-api/views.js';
import { actorOf, checkRole, type OperatorCaller, type OperatorHandlerOf } from './rules/caller.js';

export type CustomerDataDeps = { logger: Pick<Logger, 'info'> };

/** A request for a customer's data. */
type Asking = {
  /** Logs the caller, the resource and the outcome. */
  answered: (
    outcome: 'shown' | 'masked' | 'erased' | 'found',
    what: { orderId: string } | { deliveryId: string } | { orderIds: readonly string[] },
  ) => void;
};

/**
 * A read-only token is for wall displays and programs: neither needs to know a customer's order, so it is not shown to them.
 * @throws ProblemError `insufficient_scope`
 */
export const askForCustomerData = (
  { logger }: CustomerDataDeps,
  { caller, address }: ApiRequest<OperatorCaller>,
): Asking => {
  checkRole(caller, 'customers_data');
  const { by, session, person } = caller;
  return {
    answered: (outcome, what) => logger.info({ ...what, outcome, by, session, person, address }, 'customer_data.read'),
  };
};

/** The customer, address, items and external_data of an order. Each read is logged with its caller. */
export const viewCustomer: OperatorHandlerOf<CustomerDataDeps & { pool: Pool }> = (deps) => async (request) => {
  const orderId = readOrderId(request);
  const ask = askForCustomerData(deps, request);
  const row = await readCustomer(deps.pool, orderId);
  if (!row) throw await orderMissingProblem(deps.pool, orderId);
  // Not by erased_at: that is null again once an event has added something personal.
  const isErased = row.content === null;
  ask.answered(isErased ? 'erased' : 'shown', { orderId });
  if (isErased) throw erasedSince(row.erased_at);
  return { status: 200, body: renderCustomer(orderId, row) };
};

/**
 * Where the courier is, for who may see customers' data: to a hundred meters, as a tracking page shows it to whoever has its link.
 * Looking at it is written down.
 */
export const viewPositionOfAny: OperatorHandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const orderId = readOrderId(request);
  const row = await readPosition(deps.pool, orderId, undefined);
  if (!row) throw await orderMissingProblem(deps.pool, orderId);
  const places = request.caller.roles.includes('customers_data') ? placesOf(row) : null;
  if (places) await insertLook(deps.pool, actorOf(request), { action: 'order.position_read', orderId });
  const shown: OperatorPosition = { at: row.position?.at.toISOString() ?? null, ...wayOf(row), places };
  return answerJson(200, shown);
};

const placesOf = ({ position, store, door }: PositionRow): OperatorPosition['places'] =>
  position && { courier: roundPlace(position), store: store && roundPlace(store), door: door && roundPlace(door) };

const erasedSince = (erasedAt: Date | null): ProblemError => {
  const at = erasedAt === null ? '' : ` at ${erasedAt.toISOString()}`;
  return new ProblemError('customer_data_erased', `The customer’s data was erased${at}.`);
};

const customersPart = orderContentSchema.pick({ customer: true, address: true, items: true, delivery_notes: true });

/** `external_data` is spliced in as the text that was sent: parsing and printing it again would change it. */
const renderCustomer = (orderId: string, row: CustomerRow): string => {
  const { content, external_data, reason, tracking_url, problems, status, claim_id } = row;
  const { customer, address, items, delivery_notes } = customersPart.parse(content);
  const shown: Omit<OrderCustomer, 'external_data'> = {
    order_id: orderId,
    customer,
    address,
    items: (items ?? []).map(({ description, quantity, notes }) => ({ description, quantity, notes: notes ?? null })),
    delivery_notes: delivery_notes ?? null,
    reason: reasonSchema.nullable().parse(reason),
    problems: toProblems(problems, { status, claimId: claim_id }, 'merchant'),
    tracking_url,
  };
  return `${JSON.stringify(shown).slice(0, -1)},"external_data":${external_data}}`;
};

/** The requests of a delivery, as they were sent. */
export const viewSentRequests = (deps: CustomerDataDeps & SentRequestsDeps): QueryHandler<OperatorCaller> => {
  const readSentRequests = createReadSentRequests(deps);
  return withQuery(sentRequestsQuerySchema, async ({ customer_data: wanted }, request: ApiRequest<OperatorCaller>) => {
    const [merchantId, deliveryId] = [readOwnerId(request), readDeliveryId(request)];
    const ask = wanted === 'shown' ? askForCustomerData(deps, request) : undefined;
    const requests = await readSentRequests({ ownerId: merchantId, deliveryId, customerData: wanted });
    ask?.answered(requests.customer_data, { deliveryId });
    return answerJson(200, requests);
  });
};

export type RequestErasureDeps = ErasureDeps & {
  /** Called when one is left to be carried on in the background. */
  eraseSoon: () => void;
};

/** Steps that a caller waits for. A look at a million orders goes on in the background. */
const stepsWhileWaiting = 10;

/** The request is on record before anything is erased. */
export const requestErasure: OperatorHandlerOf<RequestErasureDeps> = (deps) => async (request) => {
  const wanted = parseBody(requestErasureSchema, request.body);
  if (wanted.order_id !== undefined && !wanted.force) await refuseUnderWay(deps, wanted.order_id);
  const nowMs = deps.now();
  const id = uuidv7(nowMs);
  const phone = wanted.phone === undefined ? undefined : keepPhone(deps.hashPhone, wanted.phone);
  const actor = actorOf(request, wanted);
  await inTransaction(deps.pool, async (client) => {
    await insertErasure(client, {
      id,
      order_id: wanted.order_id ?? null,
      phone_hash: phone?.number ?? null,
      whole_phone_hash: phone?.whole ?? null,
      merchant_id: wanted.merchant_id ?? null,
      forced: wanted.force,
      requested_by: describeActor(actor),
      created_at: new Date(nowMs),
    });
    const subject = { type: 'erasure', id };
    await insertActivity(client, actor, {
      action: 'erasure.requested',
      subject,
      ownerId: wanted.merchant_id ?? null,
    });
  });
  deps.logger.info({ erasureId: id, orderId: wanted.order_id, operator: actor.name }, 'erasure.requested');
  for (let step = 0; step < stepsWhileWaiting; step += 1) if (!(await stepErasure(deps, id))) break;
  const row = await readErasure(deps.pool, id);
  if (!row) throw erasureNotFound();
  if (row.status === 'running') deps.eraseSoon();
  const location = `/operator/v1/erasures/${id}`;
  return answerJson(row.status === 'running' ? 202 : 201, toErasure(row), { location });
};

const refuseUnderWay = async (deps: Pick<RequestErasureDeps, 'pool'>, orderId: string): Promise<void> => {
  const isFinal = await readIsFinal(deps.pool, orderId);
  // The create of an order may be set aside.
  if (isFinal || (isFinal === undefined && (await isAnyParkedFor(deps.pool, [orderId])))) return;
  if (isFinal === undefined) throw await orderMissingProblem(deps.pool, orderId);
  throw new ProblemError(
    'order_under_way',
    'The order is under way. Cancel it, wait until it is final, or send "force": true.',
  );
};

const cursorSchema = z.tuple([z.guid()]);

export const viewErasures = (deps: Pick<ErasureDeps, 'pool'>): QueryHandler =>
  withQuery(pageQuerySchema, async ({ limit, cursor }) => {
    const beforeId = decodeCursor(cursorSchema, cursor)?.[0] ?? null;
    const rows = await listErasures(deps.pool, { beforeId, rowMax: limit + 1 });
    return answerList(rows, limit, (row) => [row.id], toErasure);
  });

export const viewErasure: OperatorHandlerOf<Pick<ErasureDeps, 'pool'>> = (deps) => async (request) => {
  const row = await readErasure(deps.pool, readErasureId(request));
  if (!row) throw erasureNotFound();
  return answerJson(200, { ...toErasure(row), notified: await readNotified(deps.pool, row) });
};

const toErasure = (row: ErasureRow): RowOf<Erasure> => ({
  id: row.id,
  status: row.status,
  subject: row.order_id === null ? 'phone' : 'order',
  order_id: row.order_id,
  merchant_id: row.merchant_id,
  force: row.forced,
  requested_by: row.requested_by,
  erased: {
    order_ids: row.order_ids,
    dead_letter_ids: row.dead_letter_ids,
    events: row.events,
    attempts: row.attempts,
    commands: row.commands,
  },
  under_way_order_ids: row.under_way_ids,
  kept,
  created_at: row.created_at,
  completed_at: row.completed_at,
});

const kept: Erasure['kept'] = [
  {
    what: 'ids (ours, external_id, display_id), statuses, reason codes, sources of reports and times of the order, its events and commands',
    why: 'needed for the merchant’s books and the history of the order; they do not identify the customer',
  },
  {
    what: 'a keyed hash of the content',
    why: 'recognises a repeated external_id; without the key the hash reveals nothing',
  },
  {
    what: 'deliveries and attempts, without customers’ data and with answers replaced by {}',
    why: 'proves that webhooks were sent; purged with the order, RETENTION_DAYS after its last event',
  },
  { what: 'this receipt, with a keyed hash of the phone number where one was given', why: 'proves the erasure' },
  {
    what: 'messages that are in queues now, backups, logs of other systems, and what merchants and couriers’ systems have received',
    why: 'this service cannot erase them: deliveries leave their queue within 10 minutes, backups when they expire; endpoints that name customer_erased or delivery_erased are asked to erase their copies',
  },
];
