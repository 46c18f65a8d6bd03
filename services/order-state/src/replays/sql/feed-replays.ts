import { arrayOf, nilUuid, type Queryable } from '@delivery/postgres';
import { firstUuidOf } from '../../ledger/rules/ids.js';
import { inDaysOrLive, isOfKeptOrder, readHistoryDays } from '../../ledger/sql/history-days.js';

/** Whose ranges are not queued as a whole yet. */
export const readMerchantsToFeed = async (client: Queryable): Promise<string[]> => {
  const { rows } = await client.query<{ merchant_id: string }>({
    name: 'read_merchants_to_feed',
    text: `
      select distinct merchant_id from replays
      where status = 'running' and delivery_id is null and not fed order by merchant_id`,
  });
  return rows.map((row) => row.merchant_id);
};

export type RunningReplay = {
  id: string;
  merchant_id: string;
  since: Date | null;
  until: Date | null;
  states: string[] | null;
  total: number | null;
  /** The last delivery that was looked at. */
  cursor_id: string | null;
};

/** Locks the merchant's oldest replay that no other replica works on and of which fewer are queued and not settled. */
export const lockReplayToFeed = async (
  client: Queryable,
  merchantId: string,
  outstandingMax: number,
): Promise<RunningReplay | undefined> => {
  const { rows } = await client.query<RunningReplay>({
    name: 'lock_replay_to_feed',
    text: `
      select r.id, r.merchant_id, r.since, r.until, r.states, r.total, r.cursor_id
      from replays r
      where r.merchant_id = $1 and r.status = 'running' and r.delivery_id is null and not r.fed
        and (select count(*) from deliveries d where d.replay_id = r.id and d.state in ('waiting', 'in_flight')) < $2
      order by r.id limit 1 for no key update of r skip locked`,
    values: [merchantId, outstandingMax],
  });
  return rows[0];
};

/** Ids are UUIDv7, so a range of time is a range of the index by merchant. A deleted endpoint's cannot be sent. */
const coveredBy = (merchant: string, since: string, until: string, states: string, of = 'all_deliveries'): string => `
  from ${of} d join endpoints e on e.id = d.endpoint_id and e.status <> 'deleted'
  where d.merchant_id = ${merchant} and d.id >= ${since}::uuid and d.id < ${until}::uuid and d.replay_id is null
    and d.state = any(${states}) and ${isOfKeptOrder}`;

const rangeOf = (replay: RunningReplay): [string, string] => [
  firstUuidOf(replay.since?.getTime() ?? 0),
  firstUuidOf(replay.until?.getTime() ?? 0),
];

/** How many deliveries the run covers now, counted to `countMax`. */
export const countReplayable = async (client: Queryable, replay: RunningReplay, countMax: number): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(
    `select count(*) as n from (select 1 ${coveredBy('$1', '$2', '$3', '$4')} limit $5) counted`,
    [replay.merchant_id, ...rangeOf(replay), replay.states, countMax],
  );
  return rows[0]?.n ?? 0;
};

export type ReplayStep = { orderIds: string[]; lastId: string | null; found: number };

/** The next deliveries that the run covers, oldest first: which orders they belong to. */
export const readReplayStep = async (
  client: Queryable,
  replay: RunningReplay,
  deliveryMax: number,
): Promise<ReplayStep> => {
  const { rows } = await client.query<{ id: string; order_id: string }>(
    `
      select d.id, d.order_id ${coveredBy('$1', '$2', '$3', '$4')} and d.id > $5
      order by d.id limit $6`,
    [replay.merchant_id, ...rangeOf(replay), replay.states, replay.cursor_id ?? nilUuid, deliveryMax],
  );
  return {
    orderIds: [...new Set(rows.map((row) => row.order_id))],
    lastId: rows.at(-1)?.id ?? null,
    found: rows.length,
  };
};

/** All deliveries of these locked orders that the run covers: an order is queued as a whole, so that its order is kept. */
export const readReplayDeliveries = async (
  client: Queryable,
  replay: RunningReplay,
  orderIds: readonly string[],
): Promise<string[]> => {
  const days = await readHistoryDays(client, orderIds);
  const { rows } = await client.query<{ id: string }>(
    // Apart, or the planner would go through all that the merchant has in the range.
    `with chains as materialized (select * from all_deliveries where ${inDaysOrLive(days)} and order_id = any($5))
     select d.id ${coveredBy('$1', '$2', '$3', '$4', 'chains')}
     order by d.order_id, d.sequence`,
    [replay.merchant_id, ...rangeOf(replay), replay.states, arrayOf('text', orderIds)],
  );
  return rows.map((row) => row.id);
};

export const saveReplayProgress = async (
  client: Queryable,
  progress: { id: string; total: number; lastId: string | null; queued: number; fed: boolean },
): Promise<void> => {
  await client.query({
    name: 'save_replay_progress',
    text: `
      update replays set total = $2, cursor_id = coalesce($3, cursor_id), queued = queued + $4, fed = $5 where id = $1`,
    values: [progress.id, progress.total, progress.lastId, progress.queued, progress.fed],
  });
};

/** Completes what is queued as a whole and settled. @returns how many are still running */
export const completeReplays = async (client: Queryable, now: Date): Promise<number> => {
  const { rows } = await client.query<{ running: number }>({
    name: 'complete_replays',
    text: `
      with settled as (
        select r.id from replays r
        where r.status = 'running' and r.fed
          and (select count(*) from deliveries d where d.replay_id = r.id and d.state in ('waiting', 'in_flight')) = 0
        for no key update skip locked
      ),
      completed as (
        update replays set status = 'completed', completed_at = $1 where id in (select id from settled) returning id
      )
      select count(*) as running from replays where status = 'running' and id not in (select id from completed)`,
    values: [now],
  });
  return rows[0]?.running ?? 0;
};
