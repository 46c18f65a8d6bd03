import type { Queryable } from '@delivery/postgres';
import type { FeedRead, FeedRow } from './read-feed.js';

type Row = { horizon: number; is_durable: boolean; purged_position: number } & (FeedRow | { order_id: null });

/** The end of one merchant's feed: as `readFeed`, with its newest event alone, of whichever day. */
export const readFeedEnd = async (client: Queryable, merchantId: string): Promise<FeedRead> => {
  const { rows } = await client.query<Row>({ name: 'read_feed_end', text: readEndSql, values: [merchantId] });
  const [end] = rows;
  if (!end) throw new Error('feed_state has lost its row');
  return {
    horizon: end.horizon,
    isHorizonDurable: end.is_durable,
    purgedPosition: end.purged_position,
    isHeldBack: false,
    rows: end.order_id === null ? [] : [end],
  };
};

/** What the horizon still hides comes behind it. */
const readEndSql = `
  with known as materialized (select feed_horizon() as horizon, purged_position from feed_state)
  select known.*, pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as is_durable, newest.*
  from known left join lateral (
    select e.position, e.order_id, e.sequence, e.event, e.created_at, e.body, 1 as looked_at
    from all_events e
    where e.merchant_id = $1 and e.position < known.horizon and e.position > known.purged_position
    order by e.position desc, e.order_id desc, e.sequence desc limit 1
  ) newest on true`;
