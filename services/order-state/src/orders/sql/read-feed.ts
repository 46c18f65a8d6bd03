import type { WebhookEvent } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

/** Where a read of one merchant's feed goes on: behind an event or, with order `''` and sequence 0, at a position. */
export type FeedCursor = { position: number; orderId: string; sequence: number };

export type FeedRow = {
  position: number;
  order_id: string;
  sequence: number;
  event: WebhookEvent;
  created_at: Date;
  /** The webhook's body, as text. */
  body: string;
  /** From 1: how many were looked at for it. */
  looked_at: number;
};

export type FeedRead = {
  /** Nothing will be added below this position any more; only what is below is read. */
  horizon: number;
  /** A crash of the database will not take the horizon back. */
  isHorizonDurable: boolean;
  /** Up to this position retention has taken events. */
  purgedPosition: number;
  /** An event is committed that the horizon still hides. */
  isHeldBack: boolean;
  rows: FeedRow[];
};

type State = { horizon: number; is_durable: boolean; purged_position: number };
type Row = State & { is_held_back: boolean; is_recent: boolean } & (FeedRow | { order_id: null });

/**
 * What comes behind a cursor, in the feed's order. With a filter the row that was looked at last is among the rows even
 * where it is another event: the next page goes on behind it.
 * @param page.after `undefined`: from the oldest that is kept
 */
export const readFeed = async (
  client: Queryable,
  page: {
    merchantId: string;
    after: FeedCursor | undefined;
    event: WebhookEvent | undefined;
    rowMax: number;
    lookAtMax: number;
  },
): Promise<FeedRead> => {
  const { merchantId, after, event = null, rowMax, lookAtMax } = page;
  const cursor = [after?.position ?? null, after?.orderId ?? '', after?.sequence ?? 0];
  const values = [merchantId, ...cursor, event, rowMax, lookAtMax];
  const recent = after && (await readRows(client, { name: 'read_recent_feed', text: readRecentSql, values }));
  if (recent?.[0]?.is_recent) return toRead(recent);
  return toRead(await readRows(client, { name: 'read_feed', text: readSql, values }));
};

type Statement = { name: string; text: string; values: unknown[] };
const readRows = async (client: Queryable, statement: Statement): Promise<Row[]> =>
  (await client.query<Row>(statement)).rows;

const toRead = (rows: readonly Row[]): FeedRead => {
  const [state] = rows;
  if (!state) throw new Error('feed_state has lost its row');
  return {
    horizon: state.horizon,
    isHorizonDurable: state.is_durable,
    purgedPosition: state.purged_position,
    isHeldBack: state.is_held_back,
    rows: rows.filter((row) => row.order_id !== null),
  };
};

/**
 * The index knows the position, which the events of one transaction share: those are sorted (ADR 33).
 * A transaction that wrote nothing, or was rolled back, leaves its id to the next one where a crash takes what tells of it:
 * while anything is not flushed, the horizon may be such a one's id.
 * The horizon is of the same snapshot as the rows: a later one would promise what they do not show.
 */
const readFrom = (events: 'recent_events' | 'all_events'): string => `
  with known as materialized (
    select feed_horizon() as horizon, purged_position,
           coalesce($2::bigint >= recent_position and (now() at time zone 'utc')::date <= recent_until, false) as is_recent
    from feed_state
  ),
  feed as materialized (
    select known.*, pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as is_durable,
           exists (select from ${events} e where e.merchant_id = $1 and e.position >= known.horizon) as is_held_back
    from known
  )
  select feed.*, found.* from feed left join lateral (
    select * from (
      select e.position, e.order_id, e.sequence, e.event, e.created_at, e.body,
             row_number() over (order by e.position, e.order_id, e.sequence) as looked_at
      from ${events} e
      where ${events === 'recent_events' ? 'feed.is_recent and ' : ''}e.merchant_id = $1 and e.position < feed.horizon
        and (e.position, e.order_id, e.sequence) > (coalesce($2::bigint, feed.purged_position + 1), $3::text, $4::int)
      order by e.position, e.order_id, e.sequence limit $7::int
    ) looked
    where $5::text is null or looked.event = $5 or looked.looked_at = $7::int
    limit $6::int
  ) found on true
  order by found.looked_at`;

/** Who follows the feed is in the days around today: only they are looked into, see `show_recent_events`. */
const readRecentSql = readFrom('recent_events');
/** In all days, which takes milliseconds. */
const readSql = readFrom('all_events');
