import { z } from 'zod';
import {
  type Erasure,
  type ErasurePreview,
  erasureShownMax,
  pageQuerySchema,
  previewErasureSchema,
  type RequestErasure,
  requestErasureSchema,
} from '@delivery/contracts';
import {
  answerJson,
  answerList,
  decodeCursor,
  parseBody,
  ProblemError,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import { inTransaction, type RowOf } from '@delivery/postgres';
import { describeActor, insertActivity } from '../activity/queries.js';
import { uuidv7 } from '../ledger/rules/deliveries.js';
import { isOwner } from '../merchants/queries.js';
import { isAnyParkedFor } from '../orders/queries/parked.js';
import { keepPhone } from '../orders/rules/phones.js';
import {
  type AskedErasure,
  describeOrders,
  type ErasureRow,
  insertErasure,
  listErasures,
  readErasure,
  readIsFinal,
  readNotified,
} from '../retention/queries/erase-customers.js';
import { type ErasureDeps, findAllOrders, type FoundOrders, stepErasure } from '../retention/run-erasure.js';
import { type PreviewDeps, readPreview, refuseStale, sealPreview } from '../shared-api/previews.js';
import { erasureNotFound, merchantNotFound, orderMissingProblem, readErasureId } from '../shared-api/read-params.js';
import { noSlack, type Previewed, subjectOfErasure } from '../shared-api/rules/preview-subjects.js';
import { actorOf, type OperatorHandlerOf } from './rules/caller.js';

export type PreviewErasureDeps = ErasureDeps & PreviewDeps;

/** @throws ProblemError `merchant_not_found` */
const toAsked = async (
  { pool, hashPhone }: Pick<ErasureDeps, 'pool' | 'hashPhone'>,
  { order_id, phone, merchant_id }: Pick<RequestErasure, 'order_id' | 'phone' | 'merchant_id'>,
): Promise<AskedErasure> => {
  if (merchant_id !== undefined && !(await isOwner(pool, merchant_id))) throw merchantNotFound();
  const kept = phone === undefined ? undefined : keepPhone(hashPhone, phone);
  return {
    order_id: order_id ?? null,
    phone_hash: kept?.number ?? null,
    whole_phone_hash: kept?.whole ?? null,
    merchant_id: merchant_id ?? null,
  };
};

/** The preview is bound to these very orders, and to which of them are under way. */
const toPreviewed = (force: boolean, asked: AskedErasure, { orders }: FoundOrders): Previewed => ({
  subject: subjectOfErasure({ ...asked, force }, orders),
  counts: { orders: orders.length },
  endpoints: {},
});

/** The orders that an erasure would concern. */
export const previewErasure: OperatorHandlerOf<PreviewErasureDeps> = (deps) => async (request) => {
  const wanted = parseBody(previewErasureSchema, request.body);
  if (wanted.order_id !== undefined && (await readIsFinal(deps.pool, wanted.order_id)) === undefined)
    throw await orderMissingProblem(deps.pool, wanted.order_id);
  const asked = await toAsked(deps, wanted);
  const found = await findAllOrders(deps, asked);
  const isLeft = ({ is_final }: { is_final: boolean }): boolean => !is_final && !wanted.force;
  const shown = await describeOrders(
    deps.pool,
    found.orders.slice(0, erasureShownMax).map(({ id }) => id),
  );
  return answerJson(200, {
    ...sealPreview(deps, toPreviewed(wanted.force, asked, found)),
    orders: found.orders.filter((order) => !isLeft(order)).length,
    left_under_way: found.orders.filter(isLeft).length,
    truncated: found.truncated,
    shown: shown.map((order) => ({ ...order, created_at: order.created_at.toISOString() })),
  } satisfies ErasurePreview);
};

export type RequestErasureDeps = PreviewErasureDeps & {
  /** Called when one is left to be carried on in the background. */
  eraseSoon: () => void;
};

/** Steps that a caller waits for. A look at a million orders goes on in the background. */
const stepsWhileWaiting = 10;

/** The request is on record before anything is erased. */
export const requestErasure: OperatorHandlerOf<RequestErasureDeps> = (deps) => async (request) => {
  const wanted = parseBody(requestErasureSchema, request.body);
  if (wanted.order_id !== undefined && !wanted.force) await refuseUnderWay(deps, wanted.order_id);
  const asked = await toAsked(deps, wanted);
  const shown = readPreview(deps, request.headers);
  if (shown) refuseStale(shown, toPreviewed(wanted.force, asked, await findAllOrders(deps, asked)), noSlack);
  const nowMs = deps.now();
  const id = uuidv7(nowMs);
  const actor = actorOf(request, wanted);
  await inTransaction(deps.pool, async (client) => {
    await insertErasure(client, {
      id,
      ...asked,
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
    'The order is not final. Cancel it, wait until it is final, or send `force: true`.',
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
    what: 'ids (ours, external_id, display_id), statuses, reason codes, sources of reports, and times',
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
    what: 'messages in queues, backups, logs of other systems, and what merchants and couriers’ systems have received',
    why:
      'this service cannot erase them: deliveries leave their queue within 10 minutes, backups when they ' +
      'expire; endpoints that name customer_erased or delivery_erased are asked to erase their copies',
  },
];
