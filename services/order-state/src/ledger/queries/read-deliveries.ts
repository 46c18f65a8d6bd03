import { type AttemptView, type DeliveryView, type EndpointEvent, pageSizeDefault } from '@delivery/contracts';
import {
  arrayOf,
  inSnapshot,
  type Pool,
  type Queryable,
  queryRows,
  queryValue,
  type RowOf,
  type Transaction,
} from '@delivery/postgres';
import { lookNow } from '../../endpoints/queries/read-endpoints.js';
import { deliveryIdOf, firstUuidOf, isSettled } from '../rules/deliveries.js';
import type { SentAttempt, SentDelivery } from '../rules/releases.js';
import {
  anywhere,
  inDays,
  inDaysOrLive,
  isOfKeptOrder,
  lookByDelivery,
  type PartitionDay,
  readEventDays,
  readPartitionDays,
} from './partition-days.js';
import { firstInLane, orderMerchantOf } from './windows.js';

/** `merchant_id`: whose order it is, of a platform's endpoint. */
export type DeliveryRow = RowOf<Omit<DeliveryView, 'event'> & { event: EndpointEvent; merchant_id: string | null }>;

/**
 * A waiting delivery of a disabled endpoint is called held; one whose endpoint was purged does not wait. Only one that
 * waits for nothing but time has a next attempt.
 */
const selectFrom = (deliveries: string): string => `
  select d.id, d.order_id, o.display_id, d.endpoint_id, d.event, null as status, d.sequence, d.webhook_id,
    case when d.state = 'waiting' and e.status = 'disabled' then 'held' else d.state end as state, d.attempt_count,
    case when d.state = 'waiting' and d.gate_open and e.status = 'active'
      then due_at(d.not_before, d.released_at, d.attempt_count, d.schedule_base, w.catch_up_at) end as next_attempt_at,
    d.last_error_code, null::int as last_status_code, d.created_at, d.settled_at, d.replay_id,
    d.order_merchant_id as merchant_id
  from ${deliveries} d left join orders o on o.id = d.order_id
    left join endpoints e on e.id = d.endpoint_id
    left join endpoint_windows w on w.endpoint_id = d.endpoint_id`;

type DeliveryListing = {
  ownerId: string;
  orderId?: string | undefined;
  endpointId?: string | undefined;
  state?: DeliveryView['state'] | undefined;
  event?: EndpointEvent | undefined;
  webhookId?: string | undefined;
  /** Created at that time or later. */
  sinceMs?: number | undefined;
  /** Created before that time. */
  untilMs?: number | undefined;
  beforeId?: string | undefined;
  rowMax: number;
};

/** Newest first: ids rise with time. */
export const listDeliveries = async (pool: Pool, listing: DeliveryListing): Promise<DeliveryRow[]> => {
  const isOfAll = listing.orderId === undefined && listing.webhookId === undefined;
  const rows = isOfAll
    ? await listNewest(pool, listing)
    : await inSnapshot(pool, (client) => listOfOrder(client, listing));
  return addStatuses(pool, rows);
};

/**
 * The status of a status event, and the answer to a last attempt that failed. With the days written out: joined to the
 * page, events and attempts of all days would be planned for.
 */
const addStatuses = async (client: Queryable, rows: DeliveryRow[]): Promise<DeliveryRow[]> => {
  const asked = rows.filter((row) => row.event === 'status_changed' || row.last_error_code !== null);
  if (asked.length === 0) return rows;
  const orderIds = asked.map((row) => row.order_id);
  const [days, isInEventDays] = [await readPartitionDays(client, orderIds), await readEventDays(client, orderIds)];
  const found = await queryRows<Pick<DeliveryRow, 'id' | 'status' | 'last_status_code'>>(
    client,
    `select d.id, v.status, a.status_code as last_status_code
     from unnest($1::uuid[], $2::text[], $3::int[]) d (id, order_id, sequence)
       left join lateral (
         select body::json->>'status' as status from all_events where order_id = d.order_id
           and sequence = d.sequence and event = 'status_changed' and ${isInEventDays}) v on true
       left join lateral (
         select status_code from all_attempts where delivery_id = d.id and error_code is not null and ${inDays(days)}
         order by generation desc limit 1) a on true`,
    [
      arrayOf(
        'uuid',
        asked.map((row) => row.id),
      ),
      arrayOf('text', orderIds),
      arrayOf(
        'int',
        asked.map((row) => row.sequence),
      ),
    ],
  );
  const statuses = new Map(found.map((each) => [each.id, each]));
  return rows.map((row) => ({
    ...row,
    status: statuses.get(row.id)?.status ?? null,
    last_status_code: row.last_error_code === null ? null : (statuses.get(row.id)?.last_status_code ?? null),
  }));
};

export const listNewest = (client: Queryable, listing: DeliveryListing): Promise<DeliveryRow[]> =>
  selectListed(client, listing, newestOf, nameOf(listing));

/** The deliveries of the named order, or of the order of the named webhook. @param client of one snapshot */
export const listOfOrder = async (client: Transaction, listing: DeliveryListing): Promise<DeliveryRow[]> => {
  const orderId = listing.orderId ?? (await readOrderOfWebhook(client, listing));
  if (orderId === undefined) return [];
  const days = await readPartitionDays(client, [orderId]);
  return selectListed(client, { ...listing, orderId }, ofOrder(days));
};

type Param = (value: unknown) => string;
/**
 * The source of a listing, newest first. Its merchant is $1. It is cut to a page before anything is joined to it:
 * Postgres plans a subquery for its first rows only where nothing but a limit and conditions of single rows stand above
 * it, else for all rows.
 */
type Source<Listing extends DeliveryListing> = (listing: Listing, param: Param) => string;

const selectListed = async <Listing extends DeliveryListing>(
  client: Queryable,
  listing: Listing,
  sourceOf: Source<Listing>,
  name?: string,
): Promise<DeliveryRow[]> => {
  const values: unknown[] = [listing.ownerId];
  const param: Param = (value) => `$${values.push(value)}`;
  const conditions = ['d.owner_id = $1', isOfKeptOrder];
  if (listing.webhookId !== undefined) conditions.push(`d.webhook_id = ${param(listing.webhookId)}`);
  if (listing.endpointId) conditions.push(anywhere(`d.endpoint_id = ${param(listing.endpointId)}`));
  if (listing.event) conditions.push(anywhere(`d.event = ${param(listing.event)}`));
  if (listing.state) conditions.push(stateCondition(listing.state));
  if (listing.sinceMs !== undefined) conditions.push(`d.created_at >= ${param(new Date(listing.sinceMs))}`);
  if (listing.untilMs !== undefined) conditions.push(`d.created_at < ${param(new Date(listing.untilMs))}`);
  if (listing.beforeId) conditions.push(`d.id < ${param(listing.beforeId)}`);
  const page = `(select * from ${sourceOf(listing, param)} d
    where ${conditions.join(' and ')} limit ${listing.rowMax})`;
  return queryRows(client, {
    ...(name !== undefined && { name }),
    text: `${selectFrom(page)} order by d.id desc`,
    values,
  });
};

/**
 * Over 90 days a plan takes ten times as long to make as to run, and a megabyte on each connection to keep. It is kept
 * for the lists that pages and pollers ask for: for a page of the usual size, whose limit is written out, because a
 * plan for any limit is another one.
 */
const nameOf = (listing: DeliveryListing): string | undefined => {
  const isKept = Object.entries(listing).every(([key, value]) => value === undefined || nameTells.has(key));
  const { state, endpointId, beforeId, rowMax } = listing;
  return isKept && rowMax === usualRowMax
    ? ['list_deliveries', state, endpointId && 'endpoint', beforeId && 'before'].filter(Boolean).join('.')
    : undefined;
};
/** One row more than a page shows whether there is another page. */
const usualRowMax = pageSizeDefault + 1;

/**
 * Conditions that the statement's name covers. A list with any other condition has no name, and so never gets the
 * plan of another list.
 */
const nameTells: ReadonlySet<string> = new Set(['ownerId', 'rowMax', 'state', 'endpointId', 'beforeId']);

/** The delivery that a webhook is named after, and its replays, are of one order. */
const readOrderOfWebhook = async (client: Transaction, listing: DeliveryListing): Promise<string | undefined> => {
  const id = deliveryIdOf(listing.webhookId ?? '');
  return id === undefined ? undefined : (await readDelivery(client, listing.ownerId, id))?.order_id;
};

const ofOrder =
  (days: readonly PartitionDay[]): Source<DeliveryListing & { orderId: string }> =>
  ({ orderId }, param) =>
    `(select * from all_webhook_deliveries where ${inDaysOrLive(days)} and order_id = ${param(orderId)} order by id desc)`;

/**
 * All of the merchant's, merged from one index of each day. Other conditions filter the merged rows: inside, the first
 * row that meets them would be looked for in each day before the first row is known. The state is written out, for the
 * indexes of live deliveries and of settled ones.
 */
const newestOf: Source<DeliveryListing> = ({ state, sinceMs, untilMs, beforeId }, param) => {
  const conditions = ['owner_id = $1'];
  const stored = state === 'held' ? 'waiting' : state;
  if (stored) conditions.push(`state = '${stored}'`);
  if (sinceMs !== undefined) conditions.push(`id >= ${param(firstUuidOf(sinceMs - clockDifferenceMaxMs))}`);
  if (untilMs !== undefined) conditions.push(`id < ${param(firstUuidOf(untilMs + clockDifferenceMaxMs))}`);
  if (beforeId) conditions.push(`id < ${param(beforeId)}`);
  const deliveries = stored && !isSettled(stored) ? 'webhook_deliveries' : 'all_webhook_deliveries';
  return `(select * from ${deliveries} where ${conditions.join(' and ')} order by id desc offset 0)`;
};

/**
 * How far the clocks of two replicas may be apart: an id tells the time of one of them, `created_at` perhaps of
 * another.
 */
const clockDifferenceMaxMs = 600_000;

/** Asked once, and not for each delivery that waits: of a hundred thousand none may be held. */
const disabled = `select id from endpoints where owner_id = $1 and status = 'disabled'`;

const stateCondition = (state: DeliveryView['state']): string => {
  if (state === 'held')
    return `d.state = 'waiting' and exists (${disabled}) and d.endpoint_id = any(array(${disabled}))`;
  if (state === 'waiting')
    return `d.state = 'waiting' and d.endpoint_id <> all(array(${disabled}))
      and exists (select from endpoints e where e.id = d.endpoint_id offset 0)`;
  return `d.state = '${state}'`;
};

export const readDelivery = async (
  client: Queryable,
  ownerId: string,
  deliveryId: string,
): Promise<DeliveryRow | undefined> => {
  const [row] = await lookByDelivery(client, [deliveryId], (inDays) =>
    queryRows<DeliveryRow>(
      client,
      `${selectFrom('all_webhook_deliveries')} where ${inDays} and d.id = $1 and d.owner_id = $2 and ${isOfKeptOrder}`,
      [deliveryId, ownerId],
    ),
  );
  return row && (await addStatuses(client, [row]))[0];
};

/** A page shows no more; only one delivery replayed dozens of times has them. */
const attemptMax = 1_000;

/** The attempts of an order's delivery and of its replays, oldest first. @param client of one snapshot */
export const listAttempts = async (
  client: Transaction,
  { orderId, deliveryId }: { orderId: string; deliveryId: string },
): Promise<RowOf<AttemptView>[]> => {
  const days = await readPartitionDays(client, [orderId]);
  return queryRows(
    client,
    `select a.attempt, a.at, a.duration_ms, a.status_code, a.error_code, a.error_detail, a.response_excerpt, d.replay_id
     from all_webhook_deliveries d join all_attempts a on a.delivery_id = d.id and ${inDays(days, 'a')}
     where ${inDaysOrLive(days, 'd')} and (d.id = $1 or d.origin_id = $1) order by a.at, d.id, a.generation limit $2`,
    [deliveryId, attemptMax],
  );
};

export type EventWebhook = { id: string; endpoint_id: string; webhook_id: string };

/**
 * The deliveries of an order's events, by sequence: one for each endpoint of its merchant that asked for the event.
 * Replays are left out. @param client of one snapshot
 */
export const listEventWebhooks = async (
  client: Transaction,
  wanted: { ownerId: string; orderId: string; sequences: readonly number[] },
): Promise<ReadonlyMap<number, EventWebhook[]>> => {
  if (wanted.sequences.length === 0) return new Map();
  const days = await readPartitionDays(client, [wanted.orderId]);
  const rows = await queryRows<EventWebhook & { sequence: number }>(
    client,
    `select sequence, id, endpoint_id, webhook_id from all_webhook_deliveries
     where ${inDaysOrLive(days)} and order_id = $1 and owner_id = $3 and replay_id is null and sequence = any($2)
     order by sequence, id`,
    [wanted.orderId, arrayOf('int', wanted.sequences), wanted.ownerId],
  );
  const webhooks = new Map<number, EventWebhook[]>();
  for (const { sequence, ...webhook } of rows) webhooks.set(sequence, [...(webhooks.get(sequence) ?? []), webhook]);
  return webhooks;
};

/** The data that all attempts of a delivery share. A purged endpoint counts as changed. */
export const readSentDelivery = async (
  client: Queryable,
  ownerId: string,
  deliveryId: string,
): Promise<SentDelivery | undefined> => {
  const [sent] = await lookByDelivery(client, [deliveryId], (inDays) =>
    queryRows<SentDelivery>(client, sentDeliverySql(inDays), [deliveryId, ownerId]),
  );
  return sent;
};

const sentDeliverySql = (inDays: string): string => `
  select d.order_id, d.endpoint_id, d.webhook_id, v.body, v.traceparent, ${orderMerchantOf('d')} as merchant,
    d.mode, o.erased_at, v.erased_at as body_erased_at,
    coalesce(e.type, 'push') as type, e.url,
    e.header->>'name' as header_name, coalesce(e.open_delivery is not null, false) as is_open_delivery,
    case when e.id is null then now()
      -- A change of URL or header: other changes show in no request.
      else (select at from activity where subject_id = e.id::text and action = 'endpoint.changed'
            and detail ~ 'url|header' order by id desc limit 1)
    end as changed_at
  from all_webhook_deliveries d
    left join orders o on o.id = d.order_id
    cross join lateral event_at(d.order_id, d.sequence) v
    left join endpoints e on e.id = d.endpoint_id
  where ${inDays} and d.id = $1 and d.owner_id = $2 and ${isOfKeptOrder}`;

/** Attempts of a delivery of the order, and of its replays, the newest first. @param client of one snapshot */
export const readSentAttempts = async (
  client: Transaction,
  { orderId, deliveryId }: { orderId: string; deliveryId: string },
  rowMax: number,
): Promise<SentAttempt[]> => {
  const days = await readPartitionDays(client, [orderId]);
  return queryRows(
    client,
    `select a.attempt, a.at, d.sequence, d.previous_sequence, d.replay_id
     from all_webhook_deliveries d join all_attempts a on a.delivery_id = d.id and ${inDays(days, 'a')}
     where ${inDaysOrLive(days, 'd')} and (d.id = $1 or d.origin_id = $1)
       order by a.at desc, d.id desc, a.generation desc limit $2`,
    [deliveryId, rowMax],
  );
};

/** Locks the first delivery of its lane that is not settled. The order is locked. @returns its id */
export const lockLaneHead = (client: Queryable, deliveryId: string): Promise<string | undefined> =>
  queryValue(client, {
    name: 'lock_lane_head',
    text: `
      select id from webhook_deliveries
      where id = (
        select h.id from webhook_deliveries d cross join lateral (${firstInLane('d', 'id', `state in ('waiting', 'in_flight')`)}) h
        where d.id = $1)
      for no key update`,
    values: [deliveryId],
  });

/**
 * Makes a waiting delivery due now, and has the relay look. The attempt does not count in its schedule. The delivery
 * and the window of its endpoint are locked.
 */
export const bringForward = async (client: Queryable, deliveryId: string, now: Date): Promise<void> => {
  await client.query({
    name: 'bring_forward',
    text: `
      with brought as (
        update webhook_deliveries set not_before = $2,
          schedule_base = schedule_base + (attempt_count > schedule_base)::int
        where id = $1 and state = 'waiting' and not_before > $2
      )
      update endpoint_windows set ${lookNow('$2')}
      where endpoint_id = (select endpoint_id from webhook_deliveries where id = $1 and state = 'waiting')`,
    values: [deliveryId, now],
  });
};
