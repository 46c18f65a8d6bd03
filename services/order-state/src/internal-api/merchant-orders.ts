import { z } from 'zod';
import {
  deriveOrderId,
  type OrderCommand,
  orderEventListQuerySchema,
  orderListQuerySchema,
  type OwnSearchResult,
  searchQuerySchema,
  type TrackedOrder,
  type TrackingLook,
  trackingRequestSchema,
} from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  answerList,
  type ApiRoute,
  decodeCursor,
  type HandlerOf,
  parseBody,
  type QueryHandler,
  tagWithVersion,
  toPage,
  withQuery,
} from '@delivery/http-edge';
import { inSnapshot, inTransaction, type Pool, type RowOf } from '@delivery/postgres';
import { findEndpoints } from '../endpoints/queries/read-endpoints.js';
import { maskUrl } from '../endpoints/rules/webhook-url.js';
import { type EventWebhook, listEventWebhooks } from '../ledger/queries/read-deliveries.js';
import { listOrderEvents, type OrderEventPosition, type OrderEventRow } from '../orders/queries/events.js';
import { readTracked, type TrackedRow } from '../orders/queries/positions.js';
import {
  listOrders,
  listUpdatedOrders,
  type OrderListing,
  type OrderRow,
  readOrder,
} from '../orders/queries/read-orders.js';
import { toOrderTimes } from '../orders/queries/timers.js';
import { toProblems } from '../orders/rules/decide-problems.js';
import type { HandoverCodes } from '../orders/rules/order.js';
import type { PhoneHasher } from '../orders/rules/phones.js';
import { distanceM, partDone, roundPlace, type TrackingTokens } from '../orders/rules/tracking.js';
import { searchOwnOrders, searchOwnPurgedOrders, toListEntry, toPurgedEntry } from '../orders/search-orders.js';
import {
  cursorMs,
  cursorTime,
  ownOrderMissingProblem,
  readMerchantId,
  readOrderId,
} from '../shared-api/read-params.js';
import { isTruncated, toLanes } from '../timelines/lanes.js';
import { type CommandRow, laneRowMax, readLanes, readTimelineRows } from '../timelines/queries.js';

export type OrderViewDeps = { pool: Pool; handoverCodes: HandoverCodes };

export const viewOrder: HandlerOf<OrderViewDeps> = (deps) => async (request) => {
  const [merchantId, orderId] = [readMerchantId(request), readOrderId(request)];
  const row = await readOrder(deps.pool, merchantId, orderId);
  if (!row) throw await ownOrderMissingProblem(deps.pool, merchantId, orderId);
  const body = renderOrder(row, deps.handoverCodes);
  return { status: 200, body, headers: { etag: tagWithVersion(row.content_version, body) } };
};

/**
 * The whole order as JSON text. `external_data` is spliced in as the text that was sent: parsing and printing it again
 * would reorder keys and change numbers. An order whose customer's data was erased has no content fields.
 */
const renderOrder = (row: OrderRow, codes: HandoverCodes): string => {
  const head = JSON.stringify({
    id: row.id,
    external_id: row.external_id,
    display_id: row.display_id,
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...toOrderTimes(row),
    tracking_url: row.tracking_url,
    reason: row.reason,
    store: row.store,
    courier: row.courier && { name: row.courier.name, vehicle: row.courier.vehicle },
    courier_system: row.courier_system,
    eta: row.eta,
    no_courier_since: row.no_courier_since?.toISOString() ?? null,
    handover: row.handover && { code: codes.open(row.id, row.handover.sealed), state: row.handover.state },
    proof: row.proof,
    problems: toProblems(row.problems, { status: row.status, claimId: row.claim_id }, 'merchant'),
    ...contentOf(row),
  });
  return `${head.slice(0, -1)},"external_data":${row.external_data}}`;
};

const ownColumns: ReadonlySet<string> = new Set(['external_id', 'display_id']);

const contentOf = (row: OrderRow): object =>
  Object.fromEntries(Object.entries(row.content ?? {}).filter(([name]) => !ownColumns.has(name)));

type OrderListQuery = z.infer<typeof orderListQuerySchema>;

const idSchema = z.string().max(24);
const cursorSchema = z.tuple([cursorMs, idSchema]);
/** Marked, so that a cursor of the one order of entries cannot be taken for one of the other. */
const updatedCursorSchema = z.tuple([z.literal('updated'), cursorMs, idSchema]);

export const viewOrders = (deps: { pool: Pool }): QueryHandler =>
  withQuery(orderListQuerySchema, async (query, request) => {
    const merchantId = readMerchantId(request);
    return query.updated_since === undefined
      ? viewNewest(deps.pool, merchantId, query)
      : viewUpdated(deps.pool, merchantId, query, query.updated_since);
  });

const viewNewest = async (pool: Pool, merchantId: string, query: OrderListQuery): Promise<Answer> => {
  const position = decodeCursor(cursorSchema, query.cursor);
  const rows = await listOrders(pool, {
    ...toListing(merchantId, query),
    after: position && { createdAtMs: position[0], id: position[1] },
  });
  return answerList(rows, query.limit, (row) => [row.created_at.getTime(), row.id], toListEntry);
};

const viewUpdated = async (
  pool: Pool,
  merchantId: string,
  query: OrderListQuery,
  updatedSince: string,
): Promise<Answer> => {
  const [, updatedAtMs, id] = decodeCursor(updatedCursorSchema, query.cursor) ?? ['', Date.parse(updatedSince), ''];
  const rows = await listUpdatedOrders(pool, { ...toListing(merchantId, query), after: { updatedAtMs, id } });
  return answerList(rows, query.limit, (row) => ['updated', row.updated_at.getTime(), row.id], toListEntry);
};

const toListing = (merchantId: string, query: OrderListQuery): OrderListing => ({
  merchantId,
  status: query.status,
  externalId:
    query.external_id === undefined
      ? undefined
      : { value: query.external_id, orderId: deriveOrderId(merchantId, query.external_id) },
  sinceMs: query.since === undefined ? undefined : Date.parse(query.since),
  dueBeforeMs: query.due_before === undefined ? undefined : Date.parse(query.due_before),
  isLate: query.late !== undefined,
  rowMax: query.limit + 1,
});

const sequenceSchema = z.int().min(0).max(2_147_483_647);
const eventCursorSchema = z.tuple([sequenceSchema, z.int().min(0).max(1), cursorTime, z.string()]);

/** Catch-up: every event with its body, and every refused command, in the order in which they happened. */
export const viewOrderEvents = (deps: { pool: Pool }): QueryHandler =>
  withQuery(orderEventListQuerySchema, async ({ limit, after }, request) => {
    const [merchantId, orderId] = [readMerchantId(request), readOrderId(request)];
    const position = readPosition(after);
    const order = await readOrder(deps.pool, merchantId, orderId);
    if (!order) throw await ownOrderMissingProblem(deps.pool, merchantId, orderId);
    const { page, webhooks } = await inSnapshot(deps.pool, async (client) => {
      const rows = await listOrderEvents(client, { orderId, after: position, rowMax: limit + 1 });
      const page = toPage(rows, limit, (row) => [row.position, row.kind, row.at_text, row.id]);
      const sequences = page.data.filter(({ kind }) => kind === 0).map(({ position }) => position);
      return { page, webhooks: await listEventWebhooks(client, { ownerId: merchantId, orderId, sequences }) };
    });
    const entries = page.data.map((row) => renderEntry(row, webhooks.get(row.position) ?? []));
    const next = JSON.stringify(page.next_cursor);
    return { status: 200, body: `{"data":[${entries.join(',')}],"next_cursor":${next}}` };
  });

const afterExpected = 'after: expected a sequence, or a next_cursor of this list, unchanged.';

/** Refusals after the given event are shown again: one may have been added since it was seen. */
const readPosition = (after: string): OrderEventPosition => {
  const sequence = sequenceSchema.safeParse(/^\d{1,10}$/.test(after) ? Number(after) : undefined);
  if (sequence.success) return { position: sequence.data, kind: 0, atText: 'infinity', id: '' };
  const [position, kind, atText, id] = decodeCursor(eventCursorSchema, after, afterExpected) ?? [0, 0, 'infinity', ''];
  return { position, kind, atText, id };
};

/** The body is spliced in as the text that was signed and sent. */
const renderEntry = (row: OrderEventRow, deliveries: readonly EventWebhook[]): string => {
  const at = row.at.toISOString();
  if (row.body === null) {
    const { position: after_sequence, name: refused, code, detail } = row;
    return JSON.stringify({ after_sequence, refused, code, detail, at });
  }
  const head = JSON.stringify({ sequence: row.position, event: row.name, at, deliveries });
  return `${head.slice(0, -1)},"body":${row.body}}`;
};

const foundMax = 50;

/** The orders of one merchant that a search may mean, over one connection: a merchant's turn is worth no more. */
export const viewOwnSearch = ({ pool, hashPhone }: { pool: Pool; hashPhone: PhoneHasher }): QueryHandler =>
  withQuery(searchQuerySchema, async ({ q }, request) => {
    const merchantId = readMerchantId(request);
    const { rows, purged, endpoints } = await inTransaction(pool, async (client) => {
      const rows = await searchOwnOrders(client, merchantId, q, { rowMax: foundMax + 1, hashPhone });
      const endpoints = await findEndpoints(client, { text: q, ownerId: merchantId, rowMax: foundMax });
      const purged = rows.length === 0 ? await searchOwnPurgedOrders(client, merchantId, q) : [];
      return { rows, purged, endpoints };
    });
    const result: Omit<OwnSearchResult, 'data'> & { data: RowOf<OwnSearchResult['data'][number]>[] } = {
      data: rows.slice(0, foundMax).map((row) => ({ ...toListEntry(row), found_by: row.found_by })),
      purged: purged.map(toPurgedEntry),
      endpoints: endpoints.map(({ id, name, url }) => ({ id, name, url: url && maskUrl(url) })),
      truncated: rows.length > foundMax,
    };
    return answerJson(200, result);
  });

/** An order's history, and for each of its webhooks the state and the reason why it waits: all of one moment. */
export const viewOrderLanes: HandlerOf<{ pool: Pool; now: () => number }> = (deps) => async (request) => {
  const [merchantId, orderId, nowMs] = [readMerchantId(request), readOrderId(request), deps.now()];
  const read = await inSnapshot(deps.pool, async (client) => {
    const rows = await readLanes(client, orderId, { reader: 'merchant', nowMs });
    if (rows?.order.merchant_id !== merchantId) return undefined;
    return { rows, ...(await readTimelineRows(client, orderId, { reader: 'merchant', rowMax: laneRowMax })) };
  });
  if (!read) throw await ownOrderMissingProblem(deps.pool, merchantId, orderId);
  const { rows, commands, events } = read;
  return answerJson(200, {
    order: toListEntry(rows.order),
    commands: commands.slice(0, laneRowMax).map(toCommand),
    events: events.slice(0, laneRowMax).map(({ at, sequence, event, status }) => ({ at, sequence, event, status })),
    lanes: toLanes(rows, nowMs).map(({ lane }) => lane),
    truncated: isTruncated(rows) || commands.length > laneRowMax || events.length > laneRowMax,
  });
};

/** Words of couriers and merchants are not shown. */
const toCommand = (row: CommandRow): RowOf<OrderCommand> => {
  const { kind: _, occurred_at: _occurredAt, payload: _payload, ...command } = row;
  return command;
};

export type TrackingDeps = { pool: Pool; now: () => number; trackingTokens: TrackingTokens };

/** After its final status. */
const shownMs = 2 * 3_600_000;
/** An older position would mislead. */
const positionMs = 10 * 60_000;

/** The token is in the body, because a path is logged where a call fails. */
export const viewTracking =
  ({ pool, now, trackingTokens }: TrackingDeps): ApiRoute['handle'] =>
  async ({ body }) => {
    const { token } = parseBody(trackingRequestSchema, body);
    const orderId = trackingTokens.orderOf(token);
    const row = orderId === undefined ? undefined : await readTracked(pool, orderId, new Date(now() - positionMs));
    return answerJson(200, toLook(row, now()));
  };

const toLook = (row: TrackedRow | undefined, nowMs: number): TrackingLook => {
  if (!row) return { state: 'unknown' };
  const isOver = row.final_at !== null && nowMs >= row.final_at.getTime() + shownMs;
  return isOver || row.is_erased || !row.tracking_page ? { state: 'ended' } : { state: 'shown', order: toTracked(row) };
};

const toTracked = (row: TrackedRow): TrackedOrder => ({
  display_id: row.display_id,
  status: row.status,
  merchant: row.merchant_name,
  store: row.store && { name: row.store.name, phone: row.store.phone },
  courier: row.courier && { name: firstNameOf(row.courier.name), vehicle: row.courier.vehicle },
  expected_at: row.final_at === null ? (row.eta?.delivery_at ?? row.delivered_by?.toISOString() ?? null) : null,
  way: wayOf(row),
  reached: { created: row.created_at.toISOString(), ...row.reached },
});

const wayOf = ({ latitude, longitude, door, store }: TrackedRow): TrackedOrder['way'] => {
  if (latitude === null || longitude === null || !door) return null;
  const courier = { latitude, longitude };
  const shop = store?.address.coordinates;
  return {
    left_m: distanceM(courier, door),
    done: partDone(courier, { store: shop, door }),
    places: { store: shop ? roundPlace(shop) : null, door: roundPlace(door), courier: roundPlace(courier) },
  };
};

const firstNameOf = (name: string): string => name.split(/\s+/)[0] ?? name;
