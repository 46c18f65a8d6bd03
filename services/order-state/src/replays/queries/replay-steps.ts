import {
  arrayOf,
  nilUuid,
  type Queryable,
  queryRow,
  queryRows,
  queryValue,
  queryValues,
  relation,
} from '@delivery/postgres';
import { anywhere, inDaysOrLive, isOfKeptOrder, readPartitionDays } from '../../ledger/queries/partition-days.js';
import { firstUuidOf, uuidv7 } from '../../ledger/rules/deliveries.js';

/** Merchants with ranges that are not queued as a whole yet. */
export const readMerchantsToFeed = (client: Queryable): Promise<string[]> =>
  queryValues(client, {
    name: 'read_merchants_to_feed',
    text: `
      select distinct merchant_id from replays
      where status = 'running' and delivery_id is null and not fed order by merchant_id`,
  });

export type RunningReplay = {
  id: string;
  merchant_id: string;
  since: Date | null;
  until: Date | null;
  states: string[] | null;
  endpoint_id: string | null;
  events: string[] | null;
  total: number | null;
  /** The last delivery that was looked at. */
  cursor_id: string | null;
};

/** Locks the merchant's oldest replay that no other replica works on and of which fewer are queued and not settled. */
export const lockReplayToFeed = (
  client: Queryable,
  merchantId: string,
  outstandingMax: number,
): Promise<RunningReplay | undefined> =>
  queryRow(client, {
    name: 'lock_replay_to_feed',
    text: `
      select r.id, r.merchant_id, r.since, r.until, r.states, r.endpoint_id, r.events, r.total, r.cursor_id
      from replays r
      where r.merchant_id = $1 and r.status = 'running' and r.delivery_id is null and not r.fed
        and (select count(*) from deliveries d where d.replay_id = r.id and d.state in ('waiting', 'in_flight')) < $2
      order by r.id limit 1 for no key update of r skip locked`,
    values: [merchantId, outstandingMax],
  });

/**
 * A condition for the rows of `d` that the run covers, where $1 is the merchant, $2 and $3 the range: ids are UUIDv7, so a
 * range of time is a range of the index by merchant. The states are written out, and one by itself, for the index that has
 * it before the id.
 */
const isCovered = ({ states }: RunningReplay): string => {
  const wanted = states ?? [];
  if (!wanted.every((state) => /^[a-z_]+$/.test(state))) throw new Error(`invalid states: ${wanted.join()}`);
  return `d.merchant_id = $1 and d.id >= $2::uuid and d.id < $3::uuid and d.replay_id is null
    and ${wanted.length === 1 ? `d.state = '${wanted[0]}'` : `d.state = any('{${wanted.join()}}')`}`;
};

/** The rest of the condition, without an index: the endpoint is $4 and the events are $5, or null. */
const isAsked = anywhere(`($4::uuid is null or d.endpoint_id = $4) and ($5::text[] is null or d.event = any($5))`);

/** A deleted endpoint's cannot be sent. `offset 0`: asked of each row by itself, a join would be planned for all rows. */
const hasEndpoint = `exists (select from endpoints e where e.id = d.endpoint_id and e.status <> 'deleted' offset 0)`;

const rangeOf = (replay: RunningReplay) => [
  replay.merchant_id,
  firstUuidOf(replay.since?.getTime() ?? 0),
  firstUuidOf(replay.until?.getTime() ?? 0),
  replay.endpoint_id,
  replay.events,
];

/** How many deliveries the run covers now, counted to `countMax`; also those of purged orders whose day is still there. */
export const countReplayable = async (client: Queryable, replay: RunningReplay, countMax: number): Promise<number> =>
  (await queryValue<number>(
    client,
    `select count(*) as n from (select 1 from all_deliveries d where ${isCovered(replay)} and ${isAsked} and ${hasEndpoint} limit ${countMax}) counted`,
    rangeOf(replay),
  )) ?? 0;

export type ReplayStep = { orderIds: string[]; lastId: string | null; found: number };

/**
 * The next deliveries that the run covers, oldest first: which orders they belong to. Merged from all days first: with another condition
 * inside, the first that meets it would be looked for in each day.
 */
export const readReplayStep = async (
  client: Queryable,
  replay: RunningReplay,
  deliveryMax: number,
): Promise<ReplayStep> => {
  const rows = await queryRows<{ id: string; order_id: string }>(
    client,
    `select d.id, d.order_id
     from (select * from all_deliveries d where ${isCovered(replay)} and d.id > $6 order by d.id offset 0) d
     where ${isAsked} and ${hasEndpoint} and ${isOfKeptOrder} limit ${deliveryMax}`,
    [...rangeOf(replay), replay.cursor_id ?? nilUuid],
  );
  return {
    orderIds: [...new Set(rows.map((row) => row.order_id))],
    lastId: rows.at(-1)?.id ?? null,
    found: rows.length,
  };
};

/**
 * All deliveries of these locked orders that the run covers: an order is queued as a whole, so that its order is kept. `materialized`: else
 * the planner would go through all that the merchant has in the range.
 */
export const readReplayDeliveries = async (
  client: Queryable,
  replay: RunningReplay,
  orderIds: readonly string[],
): Promise<string[]> => {
  const days = await readPartitionDays(client, orderIds);
  return queryValues(
    client,
    `with lanes as materialized (select * from all_deliveries where ${inDaysOrLive(days)} and order_id = any($6))
     select d.id from lanes d where ${isCovered(replay)} and ${isAsked} and ${hasEndpoint} and ${isOfKeptOrder}
     order by d.order_id, d.sequence`,
    [...rangeOf(replay), arrayOf('text', orderIds)],
  );
};

export const saveReplayProgress = async (
  client: Queryable,
  progress: { id: string; total: number; lastId: string | null; queued: number; fed: boolean },
): Promise<void> => {
  await client.query({
    name: 'save_replay_progress',
    // Retention may have taken some of the counted deliveries.
    text: `
      update replays
      set total = case when $5 then queued + $4 else $2 end, cursor_id = coalesce($3, cursor_id), queued = queued + $4, fed = $5
      where id = $1`,
    values: [progress.id, progress.total, progress.lastId, progress.queued, progress.fed],
  });
};

/** Completes runs that are queued as a whole and settled. @returns how many are still running */
export const completeReplays = async (client: Queryable, now: Date): Promise<number> =>
  (await queryValue<number>(client, {
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
  })) ?? 0;

const repeats = relation<{ originId: string; newId: string }>({
  origin_id: ['uuid', ({ originId }) => originId],
  new_id: ['uuid', ({ newId }) => newId],
});

/**
 * Queues repeats of settled deliveries: the same webhook id, the attempt number goes on, the schedule begins anew. Each
 * (order, endpoint) is a lane of its own within the run, so the repeats keep their order and nothing waits for them.
 * The caller has locked their orders.
 * @returns how many were queued; a delivery is left out while any run repeats it, and where this run has come as far in its lane
 */
export const insertReplayDeliveries = async (
  client: Queryable,
  wanted: { replayId: string; nowMs: number; orderIds: readonly string[]; deliveryIds: readonly string[] },
): Promise<{ queued: number; endpointIds: string[] }> => {
  const days = await readPartitionDays(client, wanted.orderIds);
  const rows = await queryRows<{ endpoint_id: string }>(
    client,
    `
      with origins as (
        select o.*, t.new_id,
               (select max(r.attempt_count) from all_deliveries r
                where ${inDaysOrLive(days, 'r')} and r.origin_id = o.id) as replayed_attempts
        from ${repeats.unnest(3)} as t (${repeats.columns}) join all_deliveries o on o.id = t.origin_id
        where ${inDaysOrLive(days, 'o')} and not exists (
          select 1 from all_deliveries r
          where ${inDaysOrLive(days, 'r')} and r.order_id = o.order_id and r.endpoint_id = o.endpoint_id and (
            r.origin_id = o.id and r.state in ('waiting', 'in_flight') or r.replay_id = $1 and r.sequence >= o.sequence))
      ),
      queued as (
        insert into deliveries (id, order_id, endpoint_id, merchant_id, order_merchant_id, mode, sequence, previous_sequence, event, webhook_id,
                                state, gate_open, not_before, attempt_count, schedule_base, created_at, replay_id, origin_id)
        select new_id, order_id, endpoint_id, merchant_id, order_merchant_id, mode, sequence, previous_sequence, event, webhook_id, 'waiting',
               row_number() over (partition by order_id, endpoint_id order by sequence) = 1 and not exists (
                 select 1 from deliveries p
                 where p.order_id = o.order_id and p.endpoint_id = o.endpoint_id and p.replay_id = $1
                   and p.state in ('waiting', 'in_flight')), $2,
               greatest(attempt_count, replayed_attempts), greatest(attempt_count, replayed_attempts), $2, $1, id
        from origins o
        returning endpoint_id, mode
      ),
      counted as materialized (
        select count_ledger(count_name('matched', mode), count(*)) from queued group by mode order by mode
      ),
      woken as (
        insert into window_wakes (endpoint_id, at)
        select distinct endpoint_id, $2::timestamptz from queued order by endpoint_id
        on conflict (endpoint_id) do update set at = least(window_wakes.at, excluded.at)
      )
      select endpoint_id from queued where (select count(*) from counted) > 0`,
    [
      wanted.replayId,
      new Date(wanted.nowMs),
      ...repeats.values(wanted.deliveryIds.map((originId) => ({ originId, newId: uuidv7(wanted.nowMs) }))),
    ],
  );
  return { queued: rows.length, endpointIds: [...new Set(rows.map((row) => row.endpoint_id))] };
};
