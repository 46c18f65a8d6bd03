import type { WebhookEvent } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { dayOf, type HistoryDay, inEventDaysFrom, today } from '../../ledger/sql/history-days.js';

/**
 * Where a read of one merchant's feed goes on: behind an event or, with order `''` and sequence 0, at a position. What is behind it
 * was written on `day`, on the day before, or later; `undefined`: that is not known.
 */
export type FeedCursor = { position: number; orderId: string; sequence: number; day?: HistoryDay | undefined };

export type FeedRow = {
  position: number;
  order_id: string;
  sequence: number;
  event: WebhookEvent;
  created_at: Date;
  event_day: HistoryDay;
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
  /** The day in which an event would be that is written now, or no day. */
  today: HistoryDay;
  /** An event is committed that the horizon still hides. */
  isHeldBack: boolean;
  rows: FeedRow[];
};

type State = { horizon: number; is_durable: boolean; purged_position: number; today: HistoryDay };
type Row = State & { is_held_back: boolean } & (FeedRow | { order_id: null });

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
  const { rows } = await client.query<Row>({
    ...readStatement(after?.day),
    values: [merchantId, ...cursor, event, rowMax, lookAtMax],
  });
  const state = rows[0];
  if (!state) throw new Error('feed_state has lost its row');
  return {
    horizon: state.horizon,
    isHorizonDurable: state.is_durable,
    purgedPosition: state.purged_position,
    today: state.today,
    isHeldBack: state.is_held_back,
    rows: rows.filter((row) => row.order_id !== null),
  };
};

const dayMs = 24 * 3_600_000;

/**
 * With the days written out, so that all others are left alone. Who follows the feed reads two days: for them the statement has a
 * name, a new one each day, and is planned once. Around midnight an event may be in the day before that of one with a lower position.
 */
const readStatement = (day: HistoryDay | undefined): { name?: string; text: string } => {
  if (day === undefined) return { text: readSql('true') };
  const first = dayOf(new Date(Date.parse(day) - dayMs));
  const text = readSql(`${inEventDaysFrom(first)} and event_day <= (now() at time zone 'utc')::date + 1`);
  return Date.now() - Date.parse(first) < 3 * dayMs ? { name: `read_feed_from_${first}`, text } : { text };
};

/**
 * The index knows the position, which the events of one transaction share: those are sorted (ADR 33).
 * A transaction that wrote nothing, or was rolled back, leaves its id to the next one where a crash takes what tells of it:
 * while anything is not flushed, the horizon may be such a one's id.
 * The horizon is of the same snapshot as the rows: a later one would promise what they do not show.
 */
const readSql = (inDays: string): string => `
  with known as materialized (
    select feed_horizon() as horizon, purged_position, today.day::text as today from feed_state, ${today}
  ),
  feed as materialized (
    select known.*, pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as is_durable,
           exists (
             select from all_events e where ${inDays} and e.merchant_id = $1 and e.position >= known.horizon) as is_held_back
    from known
  )
  select feed.*, found.* from feed left join lateral (
    select * from (
      select e.position, e.order_id, e.sequence, e.event, e.created_at, e.event_day::text as event_day, e.body,
             row_number() over (order by e.position, e.order_id, e.sequence) as looked_at
      from all_events e
      where ${inDays} and e.merchant_id = $1 and e.position < feed.horizon
        and (e.position, e.order_id, e.sequence) > (coalesce($2::bigint, feed.purged_position + 1), $3::text, $4::int)
      order by e.position, e.order_id, e.sequence limit $7::int
    ) looked
    where $5::text is null or looked.event = $5 or looked.looked_at = $7::int
    limit $6::int
  ) found on true
  order by found.looked_at`;
