import { webhookEvents } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { pollUntil } from '@delivery/test-support';
import { toFeedPage } from '../../src/internal-api/view-feed.js';
import { type FeedCursor, type FeedRead, insertEvents, readFeed } from '../../src/orders/queries/events.js';
import { lockOrders } from '../../src/orders/queries/write-orders.js';
import { openTransaction } from './hold-rows.js';

/** Orders without anything but a row to lock. */
export const insertBareOrders = (pool: Queryable, merchantId: string, ids: readonly string[]) =>
  pool.query(
    `insert into orders (id, merchant_id, external_id, display_id, status, external_data, content_hash, created_at, updated_at, partition_day, last_event_day)
     select id, $1, id, '1', 'created', '{}', '\\x00', now(), now(), partition_day_at(now()), partition_day_at(now()) from unnest($2::text[]) id`,
    [merchantId, ids],
  );

const eventOf = (merchantId: string, orderId: string, sequence: number) => ({
  orderId,
  merchantId,
  sequence,
  mode: 'live' as const,
  event: 'status_changed' as const,
  body: `{"id":"${orderId}","n":${sequence}}`,
  createdAtMs: Date.UTC(2026, 5, 1),
});

/** A transaction of a connection of its own, as a replica has it, that does not end by itself. */
export const openWriter = async (databaseUrl: string, merchantId: string) => {
  const client = await openTransaction(databaseUrl);
  const end = async (how: 'commit' | 'rollback') => {
    await client.query(how);
    await client.end();
  };
  return {
    lock: (...ids: string[]) => lockOrders(client, ids),
    insert: (...events: [orderId: string, sequence: number][]) =>
      insertEvents(
        client,
        events.map(([orderId, sequence]) => eventOf(merchantId, orderId, sequence)),
      ),
    transactionId: async () => {
      const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
      return Number(rows[0]!.id);
    },
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  };
};

export const readPage = (pool: Queryable, merchantId: string, after?: FeedCursor, rowMax = 100): Promise<FeedRead> =>
  readFeed(pool, { reader: 'merchant', readerId: merchantId, after, events: webhookEvents, rowMax, lookAtMax: rowMax });

/** Follows the feed as a client does: page by page, each time from where the one before ended. */
export const createFollower = (pool: Queryable, merchantId: string, first?: FeedCursor) => {
  let after = first;
  const seen: string[] = [];
  const next = async (rowMax: number): Promise<FeedRead> => {
    const read = await readPage(pool, merchantId, after, rowMax + 1);
    const { shown, next } = toFeedPage(read, { limit: rowMax, isWanted: () => true, after });
    seen.push(...shown.map(({ order_id, sequence }) => `${order_id} ${sequence}`));
    after = next;
    return read;
  };
  return {
    seen,
    next,
    cursor: () => after,
    /** Transactions of other tests on the same server may hold the horizon back for a moment. */
    until: (count: number) =>
      pollUntil(`${count} events in the feed`, async () => {
        await next(100);
        return seen.length >= count ? seen : undefined;
      }),
  };
};

export const readSequences = (seen: readonly string[]): Map<string, number[]> => {
  const sequences = new Map<string, number[]>();
  for (const entry of seen) {
    const [orderId = '', sequence] = entry.split(' ');
    sequences.set(orderId, [...(sequences.get(orderId) ?? []), Number(sequence)]);
  }
  return sequences;
};
