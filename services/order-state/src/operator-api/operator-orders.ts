import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  isFarAhead,
  merchantIdSchema,
  operatorAnswerProblemSchema,
  operatorOrderListQuerySchema,
  operatorSearchQuerySchema,
  orderIdSchema,
  type OrderMessage,
  type OrderProblem,
  paymentSchema,
  type RefusalCode,
  type ReportedOrder,
  type ReportStatus,
  reportStatusSchema,
  reportTrackingUrlSchema,
  schemaVersion,
  type SearchResult,
  type StatusReported,
} from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  answerList,
  type ApiRequest,
  decodeCursor,
  fieldErrorAt,
  type HandlerOf,
  messageIdUnder,
  parseBody,
  ProblemError,
  type QueryHandler,
  readIdempotencyKey,
  validationFailed,
  withQuery,
} from '@delivery/http-edge';
import { inSnapshot, type Pool, type RowOf } from '@delivery/postgres';
import { readTraceparent } from '@delivery/tracing';
import { insertActivity } from '../activity/queries.js';
import { findEndpoints } from '../endpoints/queries/read-endpoints.js';
import { maskUrl } from '../endpoints/rules/webhook-url.js';
import { searchMerchants } from '../merchants/queries.js';
import type { ApplyReport } from '../orders/apply-report.js';
import {
  type AllOrdersListing,
  findOrders,
  findOrdersOf,
  listAllOrders,
  listOrdersOfSystem,
  readOrderMerchants,
} from '../orders/queries/read-orders.js';
import { toProblems } from '../orders/rules/decide-problems.js';
import type { PurgedOrder } from '../orders/rules/order.js';
import type { PhoneHasher } from '../orders/rules/phones.js';
import {
  searchOrders,
  searchOwnOrders,
  searchOwnPurgedOrders,
  searchPurgedOrders,
  toListEntry,
  toOperatorOrder,
  toPurgedEntry,
} from '../orders/search-orders.js';
import { cursorDay, cursorMs, orderMissingProblem, readOrderId, readProblemId } from '../shared-api/read-params.js';
import { isTruncated, toLanes } from '../timelines/lanes.js';
import {
  readLanes,
  readSystemsOfOrder,
  readTimeline,
  type TimelineRow,
  timelineRowMax,
  type TimelineRows,
} from '../timelines/queries.js';
import { askForCustomerData, type CustomerDataDeps } from './customer-data.js';
import { actorOf, type OperatorCaller, type OperatorHandlerOf } from './rules/caller.js';

const cursorSchema = z.tuple([merchantIdSchema]);
const ofSystemCursorSchema = z.tuple([orderIdSchema]);
const newestCursorSchema = z.tuple([cursorDay, cursorMs, orderIdSchema]);

/**
 * The orders that merchants, or one of them, call by this `external_id`; those that a courier's system has; those that
 * are late or without a courier; or all of them.
 */
export const viewOrders = (deps: { pool: Pool }): QueryHandler =>
  withQuery(
    operatorOrderListQuerySchema,
    async ({ limit, cursor, external_id: externalId, merchant_id, courier_system_id, ...filter }) => {
      if (courier_system_id !== undefined)
        return viewOrdersOfSystem(deps.pool, { limit, cursor, systemId: courier_system_id });
      if (externalId === undefined)
        return viewNewestOrders(deps.pool, { limit, cursor, merchantId: merchant_id, troubled: troubleIn(filter) });
      const [afterMerchantId] = decodeCursor(cursorSchema, cursor) ?? [''];
      const rows =
        merchant_id === undefined
          ? await findOrders(deps.pool, { externalId, afterMerchantId, rowMax: limit + 1 })
          : await findOrdersOf(deps.pool, [merchant_id], externalId);
      return answerList(rows, limit, (row) => [row.merchant_id], toOperatorOrder);
    },
  );

const troubleIn = ({ late, without_courier: withoutCourier }: Filter): AllOrdersListing['troubled'] => {
  if (withoutCourier) return { mode: withoutCourier, trouble: 'without_courier' };
  return late && { mode: late, trouble: 'late' };
};

type Filter = Pick<z.infer<typeof operatorOrderListQuerySchema>, 'late' | 'without_courier'>;
type Newest = Pick<AllOrdersListing, 'merchantId' | 'troubled'> & { limit: number; cursor: string | undefined };

const viewNewestOrders = async (pool: Pool, { limit, cursor, merchantId, troubled }: Newest): Promise<Answer> => {
  const position = decodeCursor(newestCursorSchema, cursor);
  const after = position && { day: position[0], createdAtMs: position[1], id: position[2] };
  const rows = await listAllOrders(pool, { merchantId, troubled, after, rowMax: limit + 1 });
  return answerList(rows, limit, (row) => [row.day, row.created_at.getTime(), row.id], toOperatorOrder);
};

const viewOrdersOfSystem = async (
  pool: Pool,
  { limit, cursor, systemId }: { limit: number; cursor: string | undefined; systemId: string },
): Promise<Answer> => {
  const [afterId] = decodeCursor(ofSystemCursorSchema, cursor) ?? [''];
  const rows = await listOrdersOfSystem(pool, { systemId, afterId, rowMax: limit + 1 });
  return answerList(rows, limit, (row) => [row.id], toOperatorOrder);
};

const foundMax = 50;

export type SearchDeps = CustomerDataDeps & { pool: Pool; hashPhone: PhoneHasher };

/**
 * The orders, endpoints and merchants that a search may mean. By a phone number orders are found for those alone who
 * may see whose it is, and that is logged.
 */
export const viewSearch = (deps: SearchDeps): QueryHandler<OperatorCaller> =>
  withQuery(operatorSearchQuerySchema, async ({ q, merchant_id: merchantId }, request: ApiRequest<OperatorCaller>) => {
    const { pool } = deps;
    const rowMax = foundMax + 1;
    const hashPhone = request.caller.roles.includes('customers_data') ? deps.hashPhone : undefined;
    const [rows, endpoints, merchants] = await Promise.all([
      merchantId === undefined
        ? searchOrders(pool, q, { rowMax, hashPhone })
        : searchOwnOrders(pool, merchantId, q, { rowMax, hashPhone }),
      findEndpoints(pool, { text: q, ownerId: merchantId ?? null, rowMax }),
      merchantId === undefined ? searchMerchants(pool, q, rowMax) : [],
    ]);
    const orderIds = rows.filter(({ found_by }) => found_by === 'phone').map(({ id }) => id);
    if (orderIds.length > 0) askForCustomerData(deps, request).answered('found', { orderIds });
    const purged = rows.length > 0 ? [] : await searchPurged(pool, q, merchantId);
    const result: Omit<SearchResult, 'data'> & { data: RowOf<SearchResult['data'][number]>[] } = {
      data: rows.slice(0, foundMax).map((row) => ({ ...toOperatorOrder(row), found_by: row.found_by })),
      purged: purged.map(toPurgedEntry),
      endpoints: endpoints.slice(0, foundMax).map((row) => ({ ...row, url: row.url && maskUrl(row.url) })),
      merchants: merchants.slice(0, foundMax),
      truncated: [rows, endpoints, merchants].some((found) => found.length > foundMax),
    };
    return answerJson(200, result);
  });

const searchPurged = (pool: Pool, q: string, merchantId: string | undefined): Promise<PurgedOrder[]> =>
  merchantId === undefined ? searchPurgedOrders(pool, q, foundMax) : searchOwnPurgedOrders(pool, merchantId, q);

export const viewTimeline: HandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const orderId = readOrderId(request);
  const rows = await inSnapshot(deps.pool, (client) => readTimeline(client, orderId));
  if (!rows) throw await orderMissingProblem(deps.pool, orderId);
  return answerJson(200, toTimeline(rows));
};

/** Causes before their effects where times are equal. */
const ranks = { command: 0, event: 1, delivery: 2, attempt: 3, endpoint: 4 } as const;

/** Everything that happened to an order and its webhooks, in time order. Pure. */
const toTimeline = (rows: TimelineRows) => {
  const { order, ...kinds } = rows;
  const data = Object.values<TimelineRow[]>(kinds)
    .flatMap((kind) => kind.slice(0, timelineRowMax))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || ranks[one.kind] - ranks[other.kind]);
  return {
    order: { ...toListEntry(order), merchant_id: order.merchant_id },
    data,
    truncated: Object.values(kinds).some((kind) => kind.length > timelineRowMax),
  };
};

export type ReportDeps = { applyMessage: ApplyReport; pool: Pool; now: () => number };

export const reportStatus: HandlerOf<ReportDeps> = (deps) => async (request) => {
  const { status, reason, ...seen } = parseBody(reportStatusSchema, request.body);
  const payload = { status, ...(reason ? { reason } : {}) };
  const type = 'status.reported';
  return apply(deps, request, { ...envelope(request, { type, payload, ...seen }), type, payload });
};

export const reportTrackingUrl: HandlerOf<ReportDeps> = (deps) => async (request) => {
  const { tracking_url, ...seen } = parseBody(reportTrackingUrlSchema, request.body);
  const payload = { tracking_url };
  const type = 'tracking_url.reported';
  return apply(deps, request, { ...envelope(request, { type, payload, ...seen }), type, payload });
};

/**
 * The merchant's answer, by an operator. The log is written once it counts; an operator who got no answer sends the
 * same again, and it is logged then.
 */
export const answerProblem: OperatorHandlerOf<ReportDeps> = (deps) => async (request) => {
  const { action, text, by, reason } = parseBody(operatorAnswerProblemSchema, request.body);
  const orderId = readOrderId(request);
  const problemId = readProblemId(request);
  const actor = actorOf(request, { by, reason });
  const merchantId = (await readOrderMerchants(deps.pool, [orderId])).get(orderId);
  if (merchantId === undefined) throw await orderMissingProblem(deps.pool, orderId);
  const answer = await apply(deps, request, {
    id: randomUUID(),
    schema_version: schemaVersion,
    occurred_at: new Date(deps.now()).toISOString(),
    order_id: orderId,
    merchant_id: merchantId,
    park: false,
    type: 'order.problem_answered',
    payload: { problem_id: problemId, action, ...(text && { text }) },
  });
  const subject = { type: 'order', id: orderId };
  const detail = `problem ${problemId}: ${action}`;
  await insertActivity(deps.pool, actor, { action: 'order.problem_answered', subject, ownerId: merchantId, detail });
  return answer;
};

type Report = Pick<ReportStatus, 'occurred_at' | 'source'> & { type: OrderMessage['type']; payload: object };

type Envelope = Omit<StatusReported, 'type' | 'payload'>;

/** The source of reports that name none: all callers of this API without a source count as one system. */
const defaultSource = 'operator-api';

const envelope = (request: ApiRequest, report: Report): Envelope => ({
  id: messageIdOf(request, report),
  schema_version: schemaVersion,
  ...(report.occurred_at ? { occurred_at: report.occurred_at } : {}),
  source: report.source ?? defaultSource,
  order_id: readOrderId(request),
});

/** A report repeated under its Idempotency-Key is one message, which is decided once. */
const messageIdOf = (request: ApiRequest, { type, occurred_at, source, payload }: Report): string => {
  const said = [request.params['order_id'], type, occurred_at ?? null, payload, ...(source ? [source] : [])];
  return messageIdUnder(readIdempotencyKey(request.headers), 'op', said);
};

const apply = async (deps: ReportDeps, request: ApiRequest, message: OrderMessage): Promise<Answer> => {
  if (isFarAhead(message.occurred_at, deps.now())) {
    throw validationFailed([fieldErrorAt('/occurred_at', 'invalid_value', 'Expected a time at most one day ahead.')]);
  }
  const verdict = await deps.applyMessage(message, readTraceparent(request.headers['traceparent']));
  const orderId = readOrderId(request);
  if (!verdict) throw await orderMissingProblem(deps.pool, orderId);
  const { outcome, code, detail, order } = verdict;
  if (outcome === 'refused' && code !== null && isShown(code))
    throw new ProblemError(code, detail ?? 'The order does not allow this.');
  if (outcome === 'refused' || outcome === 'parked' || order === null)
    throw await orderMissingProblem(deps.pool, orderId);
  const answer: ReportedOrder = code === 'stale_report' ? { ...order, stale: true } : order;
  return answerJson(200, answer);
};

const shownCodes = [
  'invalid_state_transition',
  'order_history_full',
  'problem_not_found',
  'problem_closed',
] as const satisfies RefusalCode[];
const isShown = (code: RefusalCode): code is (typeof shownCodes)[number] => shownCodes.some((shown) => shown === code);

const toTextless = ({ id, kind, at, state, answer }: OrderProblem) => ({
  ...{ id, kind, at, state },
  action: answer?.action ?? null,
});

/**
 * For each webhook of an order its state and the reason why it waits, and how much may be in flight to each endpoint.
 */
export const viewLanes: HandlerOf<{ pool: Pool; now: () => number }> = (deps) => async (request) => {
  const [orderId, nowMs] = [readOrderId(request), deps.now()];
  const [rows, systems] = await inSnapshot(deps.pool, async (client) => [
    await readLanes(client, orderId, { reader: 'operator', nowMs }),
    await readSystemsOfOrder(client, orderId),
  ]);
  if (!rows) throw await orderMissingProblem(deps.pool, orderId);
  const { order } = rows;
  return answerJson(200, {
    order: {
      ...toOperatorOrder(order),
      merchant_time_zone: order.merchant_time_zone,
      reason_code: order.reason_code,
      no_courier_since: order.no_courier_since,
      courier_system: systems.holder ?? null,
      given_back_by: systems.givenBackBy ?? null,
      eta: order.eta,
      problems: toProblems(order.problems, { status: order.status, claimId: order.claim_id }, 'merchant').map(
        toTextless,
      ),
      payment: paymentSchema.nullable().parse(order.payment),
    },
    lanes: toLanes(rows, nowMs).map(({ row, lane: { endpoint, deliveries } }) => ({
      endpoint: {
        ...endpoint,
        merchant_id: row.owner_id,
        window: { size: row.size, in_flight: row.in_flight, probe_at: row.probe_at },
      },
      deliveries,
    })),
    truncated: isTruncated(rows),
  });
};
