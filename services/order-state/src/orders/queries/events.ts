import type { CourierEvent, WebhookEvent } from '@delivery/contracts';
import { type Queryable, queryOne, queryRows, queryValue, relation, type Transaction } from '@delivery/postgres';
import { inDays, readPartitionDays, today } from '../../ledger/queries/partition-days.js';
import type { CourierOrderEvent, OrderEvent } from '../rules/order.js';

/** The lane of an order, or of operational events. */
type WrittenEvent = Omit<OrderEvent, 'mode' | 'status' | 'storeRef'> | CourierOrderEvent;

const emitted = relation<WrittenEvent>({
  order_id: ['text', (event) => event.orderId],
  merchant_id: ['text', (event) => event.merchantId],
  sequence: ['int', (event) => event.sequence],
  event: ['text', (event) => event.event],
  body: ['text', (event) => event.body],
  created_at: ['timestamptz', (event) => event.createdAtMs],
  traceparent: ['text', (event) => event.traceparent ?? null],
  // An array's text, because a column of arrays would be one array.
  audience: ['text', (event) => ('audience' in event ? `{${event.audience.join(',')}}` : null)],
  platform: ['text', (event) => ('audience' in event ? null : (event.platform ?? null))],
});

/**
 * The heads of their lanes are locked by then, or of this transaction: the feed's order of one order's events relies on
 * it (ADR 33).
 */
export const insertEvents = async (client: Queryable, events: readonly WrittenEvent[]): Promise<void> => {
  await client.query({ name: 'insert_events', text: insertSql, values: emitted.values(events) });
};

/**
 * By the clock of the database, so that the days are in the order of the positions, even if the replicas' clocks
 * differ. In no day where `last_event_day` is before today: a day has begun, or was made, since the order's row was
 * written, and of an operational event.
 */
const insertSql = `
  insert into all_events (${emitted.columns}, position, event_day)
  select emitted.order_id, emitted.merchant_id, sequence, event, body, emitted.created_at,
    traceparent, audience::text[], platform,
         position,
         case when today.day <= o.last_event_day then event_day_of(o.partition_day, today.day) else 'epoch' end
  from ${emitted.unnest(1)} as emitted (${emitted.columns})
    left join orders o on o.id = emitted.order_id
    cross join feed_position() as position cross join ${today}`;

/** An event (`kind` 0) or a refused command (`kind` 1) at its place among an order's events. */
export type OrderEventRow = {
  position: number;
  kind: 0 | 1;
  at: Date;
  /** `at` as ISO 8601 in full precision, for the cursor. */
  at_text: string;
  id: string;
  /** The event, or the type of the refused command. */
  name: string;
  /** The webhook's body, as text. */
  body: string | null;
  code: string | null;
  detail: string | null;
};

/** Only the courier's system itself sees its refused requests. */
export const isNotOfCouriers = `type not like 'courier.%'`;

export type OrderEventPosition = { position: number; kind: number; atText: string; id: string };

/** The events of one order after a position, oldest first. @param client of one snapshot */
export const listOrderEvents = async (
  client: Transaction,
  page: { orderId: string; after: OrderEventPosition; rowMax: number },
): Promise<OrderEventRow[]> => {
  const days = await readPartitionDays(client, [page.orderId]);
  return queryRows(
    client,
    `select *, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text from (
       select sequence as position, 0 as kind, created_at as at, '' as id, event as name, body,
              null as code, null as detail
       from events_of(array[$1]) where audience is null
       union all
       select after_sequence, 1, decided_at, id, type, null, code, detail
       from all_commands where ${inDays(days)} and order_id = $1 and outcome = 'refused' and ${isNotOfCouriers}
     ) happened
     where (position, kind, at, id) > ($2::int, $3::int, $4::timestamptz, $5::text)
     order by position, kind, at, id limit $6`,
    [page.orderId, page.after.position, page.after.kind, page.after.atText, page.after.id, page.rowMax],
  );
};

/**
 * The position at which a read of one merchant's feed goes on: behind an event or, with order `''` and sequence 0, at a
 * position.
 */
export type FeedCursor = { position: number; orderId: string; sequence: number };

export type FeedRow = {
  position: number;
  order_id: string;
  sequence: number;
  event: WebhookEvent | CourierEvent;
  created_at: Date;
  /** The webhook's body, as text. */
  body: string;
  merchant_id: string;
  /** The couriers' systems that it is for; null: it is for its merchant. */
  audience: string[] | null;
  /** From 1: how many were looked at for it. */
  looked_at: number;
};

export type FeedRead = {
  /** Nothing will be added below this position any more; only events below it are read. */
  horizon: number;
  /** A crash of the database will not take the horizon back. */
  isHorizonDurable: boolean;
  /** Up to this position retention has taken events. */
  purgedPosition: number;
  /** An event is committed that the horizon still hides. */
  isHeldBack: boolean;
  rows: FeedRow[];
};

type FeedState = { horizon: number; is_durable: boolean; purged_position: number };
type FeedStateRow = FeedState & { is_held_back: boolean; is_recent: boolean } & (FeedRow | { order_id: null });

/** The events of a merchant, of all merchants of a platform, or those for a courier's system. */
export type FeedReader = 'merchant' | 'platform' | 'courier';

/**
 * The events behind a cursor that are asked for, in the feed's order. The row that was looked at last is among the rows
 * even where it is another event: the next page goes on behind it.
 * @param page.after `undefined`: from the oldest that is kept
 */
export const readFeed = async (
  client: Queryable,
  page: {
    reader: FeedReader;
    readerId: string;
    after: FeedCursor | undefined;
    events: readonly WebhookEvent[];
    rowMax: number;
    lookAtMax: number;
  },
): Promise<FeedRead> => {
  const { reader, readerId, after, events, rowMax, lookAtMax } = page;
  const cursor = [after?.position ?? null, after?.orderId ?? '', after?.sequence ?? 0];
  const values = [readerId, ...cursor, events, rowMax, lookAtMax];
  const { suffix, readRecentSql, readSql } = statements[reader];
  const recent =
    after &&
    (await queryRows<FeedStateRow>(client, { name: `read_recent_feed${suffix}`, text: readRecentSql, values }));
  if (recent?.[0]?.is_recent) return toRead(recent);
  return toRead(await queryRows(client, { name: `read_feed${suffix}`, text: readSql, values }));
};

const toRead = (rows: readonly FeedStateRow[]): FeedRead => {
  const [state] = rows;
  if (!state) throw new Error('the table feed_state has no row');
  return {
    horizon: state.horizon,
    isHorizonDurable: state.is_durable,
    purgedPosition: state.purged_position,
    isHeldBack: state.is_held_back,
    rows: rows.filter((row) => row.order_id !== null),
  };
};

const ofMerchant = 'e.merchant_id = $1 and e.audience is null';
const ofPlatform = 'e.platform = $1';
const ofCouriers = 'e.audience is not null';

const isAskedFor = 'looked.event = any ($5::text[])';

/**
 * Which events have an index by position, which of those that were looked at are wanted, and which the reader may come
 * to see.
 */
const feeds = {
  merchant: { found: ofMerchant, wanted: isAskedFor, own: ofMerchant },
  platform: { found: ofPlatform, wanted: isAskedFor, own: ofPlatform },
  courier: {
    found: ofCouriers,
    wanted: '($5::text[] is not null and $1 = any(looked.audience))',
    own: `${ofCouriers} and $1 = any(e.audience)`,
  },
} as const;

/**
 * The index knows the position, which the events of one transaction share: those are sorted (ADR 33). A transaction
 * that wrote nothing, or was rolled back, may lose the record of its id in a crash, and the id is then given out again:
 * while anything is not flushed, the horizon may be such an id. The horizon is of the same snapshot as the rows: a
 * later one would promise events that these rows lack. The day follows the clock and not now(): the snapshot may be of
 * the day after the one on which the transaction began.
 */
const readFrom = (
  events: 'recent_events' | 'all_events',
  { found, wanted, own }: (typeof feeds)[FeedReader],
): string => `
  with known as materialized (
    select feed_horizon() as horizon, purged_position,
           coalesce($2::bigint >= recent_position and (clock_timestamp() at time zone 'utc')::date <= recent_until,
             false) as is_recent
    from feed_state
  ),
  feed as materialized (
    select known.*, pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as is_durable,
           (select e.position from ${events} e where ${own} and e.position >= known.horizon
            order by e.position limit 1) is not null as is_held_back
    from known
  )
  select feed.*, found.* from feed left join lateral (
    select * from (
      select e.position, e.order_id, e.sequence, e.event, e.created_at, e.body, e.merchant_id, e.audience,
             row_number() over (order by e.position, e.order_id, e.sequence) as looked_at
      from ${events} e
      where ${events === 'recent_events' ? 'feed.is_recent and ' : ''}${found} and e.position < feed.horizon
        and (e.position, e.order_id, e.sequence) > (coalesce($2::bigint, feed.purged_position + 1), $3::text, $4::int)
      order by e.position, e.order_id, e.sequence limit $7::int
    ) looked
    where ${wanted} or looked.looked_at = $7::int
    limit $6::int
  ) found on true
  order by found.looked_at`;

/**
 * A reader of the feed is in the days around today: only they are looked into, see `show_recent_events`. Otherwise in
 * all days, which takes milliseconds.
 */
const statementsOf = (reader: FeedReader, suffix: string) => ({
  suffix,
  readRecentSql: readFrom('recent_events', feeds[reader]),
  readSql: readFrom('all_events', feeds[reader]),
});
const statements = {
  merchant: statementsOf('merchant', ''),
  platform: statementsOf('platform', '_of_platform'),
  courier: statementsOf('courier', '_of_couriers'),
};

export type FeedEnd = Pick<FeedRead, 'horizon' | 'isHorizonDurable' | 'purgedPosition'> & {
  /**
   * Position of the newest event of any day; `null`: none is kept. Among couriers' events it may be another system's.
   */
  newestPosition: number | null;
};

export const readFeedEnd = async (client: Queryable, reader: FeedReader, readerId: string): Promise<FeedEnd> => {
  const end = await queryOne<FeedState & { newest_position: number | null }>(client, {
    name: `read_feed_end${statements[reader].suffix}`,
    text: endSql[reader],
    values: [readerId],
  });
  return {
    horizon: end.horizon,
    isHorizonDurable: end.is_durable,
    purgedPosition: end.purged_position,
    newestPosition: end.newest_position,
  };
};

/** Events that the horizon still hides come behind it. */
const readEndSql = (found: string): string => `
  with known as materialized (select feed_horizon() as horizon, purged_position from feed_state)
  select known.*, pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as is_durable, (
    select e.position from all_events e
    where ${found} and e.position < known.horizon and e.position > known.purged_position
    order by e.position desc limit 1
  ) as newest_position
  from known`;
const endSql = {
  merchant: readEndSql(feeds.merchant.found),
  platform: readEndSql(feeds.platform.found),
  courier: readEndSql(`$1::text is not null and ${feeds.courier.found}`),
};

/**
 * After a restore into another cluster, transaction ids and with them the feed's positions would start anew.
 * @returns whether that was so, and was mended
 */
export const bumpFeedOffsetIfBehind = async (client: Queryable): Promise<boolean> =>
  (await queryValue<boolean>(client, 'select bump_feed_offset_if_behind() as raised')) === true;
