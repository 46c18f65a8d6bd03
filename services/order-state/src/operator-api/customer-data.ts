import {
  type OperatorPosition,
  orderContentSchema,
  type OrderCustomer,
  reasonSchema,
  sentRequestsQuerySchema,
} from '@delivery/contracts';
import { answerJson, type ApiRequest, ProblemError, type QueryHandler, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { insertLook } from '../activity/queries.js';
import { ocsfOfRead } from '../activity/rules/ocsf.js';
import { type PositionRow, readPosition } from '../orders/queries/positions.js';
import { toProblems } from '../orders/rules/decide-problems.js';
import { roundPlace } from '../orders/rules/tracking.js';
import { type CustomerRow, readCustomer } from '../retention/queries/erase-customers.js';
import { orderMissingProblem, readDeliveryId, readOrderId, readOwnerId } from '../shared-api/read-params.js';
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
 * A read-only token is for wall displays and programs: neither needs to know a customer's order, so it is not shown to
 * them.
 * @throws ProblemError `insufficient_scope`
 */
export const askForCustomerData = (
  { logger }: CustomerDataDeps,
  { caller, address }: ApiRequest<OperatorCaller>,
): Asking => {
  checkRole(caller, 'customers_data');
  const { by, session, person } = caller;
  return {
    answered: (outcome, what) =>
      logger.info({ ...ocsfOfRead, ...what, outcome, by, session, person, address }, 'customer_data.read'),
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
 * The courier's position, for operators who may see customers' data: to a hundred meters, like the public tracking
 * page. Looking at it is written down.
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
