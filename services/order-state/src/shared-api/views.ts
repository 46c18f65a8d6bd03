import { z } from 'zod';
import {
  courierWebhookDeliveryListQuerySchema,
  deliveryListQuerySchema,
  type EndpointHistoryStep,
  type EndpointOutcomes,
  type EndpointType,
  pageQuerySchema,
  type PositionView,
  storeRefSchema,
} from '@delivery/contracts';
import {
  answerJson,
  answerList,
  type ApiRequest,
  decodeCursor,
  type HandlerOf,
  ProblemError,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import { awaitAll, inSnapshot, type Pool, type Queryable, type RowOf } from '@delivery/postgres';
import { type EndpointHistoryRow, readEndpointHistory, readLastError } from '../dashboards/queries.js';
import { addCounts, halfAndMostMs, minuteMs } from '../dashboards/rules/count-history.js';
import { type DeliveryRow, listAttempts, listDeliveries, readDelivery } from '../ledger/queries/read-deliveries.js';
import { takenMax } from '../ledger/rules/window.js';
import { listStores } from '../merchants/store-queries.js';
import { type PositionRow, readPosition } from '../orders/queries/positions.js';
import { distanceM, partDone, roundPlace } from '../orders/rules/tracking.js';
import {
  confirmMerchant,
  deliveryNotFound,
  isOfSystem,
  ownOrderMissingProblem,
  readDeliveryId,
  readMerchantId,
  readOrderId,
  readOwnerId,
} from './read-params.js';

const deliveryCursorSchema = z.tuple([z.guid()]);

export const viewDeliveries = (deps: { pool: Pool }): QueryHandler => {
  const answer = async (query: DeliveryListQuery, request: ApiRequest) => {
    const { limit, cursor, order_id, endpoint_id, state, event, webhook_id, since, until } = query;
    const rows = await listDeliveries(deps.pool, {
      ownerId: readOwnerId(request),
      orderId: order_id,
      endpointId: endpoint_id,
      state,
      event,
      webhookId: webhook_id,
      sinceMs: since === undefined ? undefined : Date.parse(since),
      untilMs: until === undefined ? undefined : Date.parse(until),
      beforeId: decodeCursor(deliveryCursorSchema, cursor)?.[0],
      rowMax: limit + 1,
    });
    return answerList(rows, limit, (row) => [row.id], toDeliveryView);
  };
  const ofMerchants = withQuery(deliveryListQuerySchema, answer);
  const ofSystems = withQuery(courierWebhookDeliveryListQuerySchema, answer);
  return { ...ofMerchants, handle: (request) => (isOfSystem(request) ? ofSystems : ofMerchants).handle(request) };
};

type DeliveryListQuery = z.infer<typeof deliveryListQuerySchema | typeof courierWebhookDeliveryListQuerySchema>;

export const viewDelivery: HandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const row = await readDelivery(deps.pool, readOwnerId(request), readDeliveryId(request));
  if (!row) throw deliveryNotFound();
  const attempts = await inSnapshot(deps.pool, (client) =>
    listAttempts(client, { orderId: row.order_id, deliveryId: row.id }),
  );
  return answerJson(200, { ...toDeliveryView(row), attempts });
};

/** A merchant's own says no merchant. */
export const toDeliveryView = ({ merchant_id: merchantId, ...row }: DeliveryRow) => ({
  ...row,
  ...(merchantId !== null && { merchant_id: merchantId }),
});

/** For a merchant. From the primary: the table is in no standby. */
export const viewPosition: HandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const [merchantId, orderId] = [readMerchantId(request), readOrderId(request)];
  const row = await readPosition(deps.pool, orderId, merchantId);
  if (!row) throw await ownOrderMissingProblem(deps.pool, merchantId, orderId);
  return answerJson(200, toView(row));
};

/** @throws ProblemError `position_not_found` */
const toView = (row: PositionRow): PositionView => {
  const { position } = row;
  if (!position)
    throw new ProblemError(
      'position_not_found',
      'No position is known: the order is not on its way, or its courier’s system has reported none.',
    );
  return { ...roundPlace(position), at: position.at.toISOString(), ...wayOf(row) };
};

export const wayOf = ({ position, door, store }: PositionRow): Pick<PositionView, 'distance_m' | 'way_done'> =>
  position && door
    ? { distance_m: distanceM(position, door), way_done: partDone(position, { store: store ?? undefined, door }) }
    : { distance_m: null, way_done: null };

const storeCursorSchema = z.tuple([storeRefSchema]);

export const viewStores = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(pageQuerySchema, async ({ limit, cursor }, request) => {
    const [afterRef] = decodeCursor(storeCursorSchema, cursor) ?? [''];
    const merchantId = readMerchantId(request);
    const rows = await listStores(pool, { merchantId, afterRef, rowMax: limit + 1 });
    if (rows.length === 0) await confirmMerchant(pool, merchantId);
    return answerList(rows, limit, ({ ref }) => [ref]);
  });

const hourSeconds = 3_600;
const hourMs = hourSeconds * 1_000;
const dayMs = 24 * hourMs;
/** 60 and 360 steps. */
const spans = { hour: { ms: hourMs, stepSeconds: 60 }, day: { ms: dayMs, stepSeconds: 240 } } as const;

/** The answers and the backlog of an endpoint in the last hour or day. */
export const readHistoryView = async (
  client: Queryable,
  { id, type }: { id: string; type: EndpointType },
  { span, nowMs }: { span: keyof typeof spans; nowMs: number },
) => {
  const { ms, stepSeconds } = spans[span];
  const until = new Date(nowMs);
  const { rows, hours, error } = await awaitAll({
    rows: readEndpointHistory(client, id, { since: beginOf(until, ms, stepSeconds), until, stepSeconds }),
    hours: readEndpointHistory(client, id, {
      since: beginOf(until, dayMs - hourMs, hourSeconds),
      until,
      stepSeconds: hourSeconds,
    }),
    error: readLastError(client, id, { since: beginOf(until, dayMs, minuteMs / 1_000), until }),
  });
  return {
    step_seconds: stepSeconds,
    last_error: error ?? null,
    day: toDay(hours),
    data: rows.map((row) => toStep(type, row)),
  };
};

const toDay = (hours: readonly EndpointHistoryRow[]) => {
  const each = hours.map((row) => ({ at: row.at, ...toOutcomes(row) }));
  return {
    succeeded: each.reduce((sum, { succeeded }) => sum + succeeded, 0),
    failed: each.reduce((sum, { failed }) => sum + failed, 0),
    answer_ms: halfAndMostMs(hours.map((row) => row.answer_times).reduce(addCounts, [])),
    hours: each.filter(({ succeeded, failed }) => succeeded + failed > 0),
  };
};

const toOutcomes = ({ answers, answer_times }: EndpointHistoryRow): EndpointOutcomes => ({
  succeeded: answers['2xx'],
  failed: answers['3xx'] + answers['4xx'] + answers['5xx'] + answers.none,
  answer_ms: halfAndMostMs(answer_times),
});

/** A whole step: the first one shown is not cut. */
const beginOf = (until: Date, ms: number, stepSeconds: number): Date => {
  const beginMs = until.getTime() - ms;
  return new Date(beginMs - (beginMs % (stepSeconds * 1_000)));
};

/** For a pull endpoint the window is how much may be taken and not acked. */
const toStep = (type: EndpointType, { answer_times, ...row }: EndpointHistoryRow): RowOf<EndpointHistoryStep> => ({
  ...row,
  answer_ms: halfAndMostMs(answer_times),
  window: row.window && type === 'pull' ? { ...row.window, size: takenMax } : row.window,
});
