import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  anyPositionsSchema,
  changeCourierSettingsSchema,
  type CourierDelivery,
  courierDeliveryListQuerySchema,
  courierFeedQuerySchema,
  courierPositionSchema,
  isFarAhead,
  merchantIdSchema,
  orderIdSchema,
  type PositionRefusal,
  type PositionResult,
} from '@delivery/contracts';
import {
  answerJson,
  answerList,
  decodeCursor,
  type HandlerOf,
  parseBody,
  type QueryHandler,
  tryBody,
  withQuery,
} from '@delivery/http-edge';
import { inTransaction, type Pool, type RowOf } from '@delivery/postgres';
import { insertActivity } from '../activity/queries.js';
import { listChanges } from '../activity/rules/changes.js';
import {
  type CourierDeliveryRow,
  listOpenDeliveries,
  listOwnDeliveries,
  readCourierDeliveries,
  readCourierDelivery,
  toCourierDelivery,
  toCourierDeliveryDetails,
} from '../couriers/queries.js';
import { coverageOf } from '../couriers/rules/coverage.js';
import {
  hastenUnserved,
  lockCourierSettings,
  readCourierSettings,
  readServed,
  saveCourierSettings,
} from '../couriers/settings-queries.js';
import { confirmCaller } from '../merchants/confirm-caller.js';
import type { FeedRow } from '../orders/queries/events.js';
import { type NewPosition, takePositions } from '../orders/queries/positions.js';
import type { HandoverCodes } from '../orders/rules/order.js';
import { ownerOf } from '../shared-api/check-bearer.js';
import {
  courierSystemNotFound,
  cursorMs,
  deliveryNotOffered,
  readCourierSystemId,
  readMerchantId,
  readOrderId,
} from '../shared-api/read-params.js';
import { answerPage, cursorBehind, readFeedPage, writeCursor } from './view-feed.js';

const openCursorSchema = z.tuple([z.literal('open'), merchantIdSchema, cursorMs, orderIdSchema]);
const ownCursorSchema = z.tuple([z.literal('mine'), orderIdSchema]);

type DeliveryViewDeps = { pool: Pool; handoverCodes: HandoverCodes };

export const viewCourierDeliveries = (deps: DeliveryViewDeps): QueryHandler =>
  withQuery(courierDeliveryListQuerySchema, async ({ state, limit, cursor }, request) => {
    const systemId = readCourierSystemId(request);
    const list = state === 'open' ? listOpen : listMine;
    const { rows, positionOf } = await list(deps.pool, { systemId, rowMax: limit + 1, cursor });
    return answerList(rows, limit, positionOf, (row) => toCourierDelivery(row, deps.handoverCodes));
  });

type Listing = { systemId: string; rowMax: number; cursor: string | undefined };

const listOpen = async (pool: Pool, { systemId, rowMax, cursor }: Listing) => {
  const [, merchantId, createdAtMs, id] = decodeCursor(openCursorSchema, cursor) ?? ['', '', 0, ''];
  return {
    rows: await listOpenDeliveries(pool, { systemId, rowMax, after: { merchantId, createdAtMs, id } }),
    positionOf: (row: CourierDeliveryRow) => ['open', row.merchant_id, row.created_at.getTime(), row.id],
  };
};

const listMine = async (pool: Pool, { systemId, rowMax, cursor }: Listing) => {
  const [, afterId] = decodeCursor(ownCursorSchema, cursor) ?? ['', ''];
  return {
    rows: await listOwnDeliveries(pool, { systemId, rowMax, afterId }),
    positionOf: (row: CourierDeliveryRow) => ['mine', row.id],
  };
};

/** A delivery that is neither open to the system nor its own does not exist for it. */
export const viewCourierDelivery: HandlerOf<DeliveryViewDeps> = (deps) => async (request) => {
  const row = await readCourierDelivery(deps.pool, readCourierSystemId(request), readOrderId(request));
  if (!row) throw deliveryNotOffered();
  return answerJson(200, toCourierDeliveryDetails(row, deps.handoverCodes));
};

export const viewCourierSettings: HandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const settings = await readCourierSettings(deps.pool, readCourierSystemId(request));
  if (!settings) throw courierSystemNotFound();
  return answerJson(200, settings);
};

export const changeCourierSettings: HandlerOf<{ pool: Pool; now: () => number }> = (deps) => async (request) => {
  const systemId = readCourierSystemId(request);
  const changes = parseBody(changeCourierSettingsSchema, request.body);
  const actor = ownerOf(request);
  const { before, after } = await inTransaction(deps.pool, async (client) => {
    const before = await lockCourierSettings(client, systemId);
    if (!before) throw courierSystemNotFound();
    await confirmCaller(client, actor);
    const { paused = before.paused, areas = before.areas } = changes;
    const after = { paused, areas };
    if (isDeepStrictEqual(before, after)) return { before, after };
    await saveCourierSettings(client, systemId, after);
    const subject = { type: 'courier_system', id: systemId };
    const changed = { ownerId: systemId, changes: listChanges(before, after) };
    await insertActivity(client, actor, { action: 'courier_system.changed', subject, ...changed });
    return { before, after };
  });
  if (after.paused && !before.paused) await hastenUnserved(deps.pool, systemId, new Date(deps.now()));
  return answerJson(200, after);
};

const doorSchema = z.object({
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
});

/** Whether couriers' systems deliver to a door of a merchant's customer. */
export const viewCoverage = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(doorSchema, async (door, request) => {
    const systems = await readServed(pool, readMerchantId(request));
    return answerJson(200, { coverage: coverageOf(systems, door) });
  });

/** The events for one courier's system, each with the delivery as it is now: what was open a while ago may be gone. */
export const viewCourierFeed = (deps: DeliveryViewDeps): QueryHandler =>
  withQuery(courierFeedQuerySchema, async (query, request) => {
    const systemId = readCourierSystemId(request);
    const { shown, next, state } = await readFeedPage(deps.pool, {
      ...query,
      reader: 'courier',
      readerId: systemId,
      events: [],
      isWanted: ({ audience }) => audience?.includes(systemId) ?? false,
      catchUp: 'Read GET /courier/v1/deliveries for state=open and state=mine',
    });
    const orderIds = [...new Set(shown.map(({ order_id }) => order_id))];
    const deliveries = await readCourierDeliveries(deps.pool, systemId, orderIds);
    const byId = new Map(deliveries.map((row) => [row.id, toCourierDelivery(row, deps.handoverCodes)]));
    const entries = shown.map((row) =>
      renderEvent(row, writeCursor(systemId, cursorBehind(row)), byId.get(row.order_id) ?? null),
    );
    return answerPage(entries, state, writeCursor(systemId, next));
  });

const renderEvent = (row: FeedRow, cursor: string, delivery: RowOf<CourierDelivery> | null): string => {
  const { sequence, created_at, body } = row;
  const head = JSON.stringify({ cursor, sequence, at: created_at.toISOString() });
  return `${head.slice(0, -1)},${body.slice(1, -1)},"delivery":${JSON.stringify(delivery)}}`;
};

/** Each entry is taken or refused by itself. */
export const reportPositions: HandlerOf<{ pool: Pool; now: () => number }> = (deps) => async (request) => {
  const { positions } = parseBody(anyPositionsSchema, request.body);
  const nowMs = deps.now();
  const read = positions.map((position, entry) => readEntry(position, entry, nowMs));
  const valid = read.filter((one) => 'orderId' in one);
  const taken = valid.length > 0 ? await takePositions(deps.pool, readCourierSystemId(request), valid) : [];
  const results = new Map(taken.map(({ entry, result }) => [entry, result]));
  const data = read.map((one): PositionResult => {
    if (!('orderId' in one)) return one;
    const result = results.get(one.entry);
    return result === undefined || result === 'taken'
      ? { delivery_id: one.orderId, taken: result === 'taken' }
      : { delivery_id: one.orderId, taken: false, code: result, detail: details[result] };
  });
  return answerJson(200, { data });
};

const details: Readonly<Record<Exclude<PositionRefusal, 'validation_failed'>, string>> = {
  order_not_found: 'None of your deliveries has this id.',
  not_on_the_way: 'Positions are accepted from on_route_to_delivery until the delivery ends.',
  stale_report: 'A later position of this delivery was already reported.',
};

const readEntry = (entry: unknown, place: number, nowMs: number): NewPosition | PositionResult => {
  const parsed = tryBody(courierPositionSchema, entry);
  if ('errors' in parsed) {
    const detail = parsed.errors.map(({ pointer, message }) => `${pointer} ${message}`.trim());
    return refuse(entry, detail.join(' '));
  }
  const { delivery_id: orderId, latitude, longitude, at } = parsed.data;
  if (isFarAhead(at, nowMs)) return refuse(entry, '/at Expected a time at most one day ahead.');
  // One from a clock that goes ahead is of now: kept with its own time it would hide those that come until then.
  const atMs = at === undefined ? nowMs : Math.min(Date.parse(at), nowMs);
  return { entry: place, orderId, latitude, longitude, atMs };
};

const refuse = (entry: unknown, detail: string): PositionResult => {
  const given = typeof entry === 'object' && entry !== null && 'delivery_id' in entry ? entry.delivery_id : undefined;
  return { delivery_id: orderIdSchema.safeParse(given).data ?? null, taken: false, code: 'validation_failed', detail };
};
