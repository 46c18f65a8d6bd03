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
import { addToCounts } from '../../ledger/queries/counts.js';
import { inDaysOrLive, isOfKeptOrder, readPartitionDays } from '../../ledger/queries/partition-days.js';
import { firstInLane } from '../../ledger/queries/windows.js';
import { firstUuidOf, uuidv7 } from '../../ledger/rules/deliveries.js';
import { replaysMax } from './replays.js';

/**
 * The next running replays behind `after`, by id, and with each walk those that are not queued as a whole.
 * @returns `next`: where to go on; null when the walk has ended
 */
export const readRunningReplays = async (
  client: Queryable,
  after: string,
  replayMax: number,
): Promise<{ ids: string[]; next: string | null }> => {
  const rows = await queryRows<{ id: string; is_walked: boolean }>(client, {
    name: 'read_running_replays',
    text: `
      (select id, false as is_walked from replays
       where status = 'running' and delivery_id is null and not fed order by owner_id, id limit $2)
      union all
      (select id, true from replays where status = 'running' and id > $1 order by id limit $2)`,
    values: [after, replayMax],
  });
  const walked = rows.filter(({ is_walked: isWalked }) => isWalked);
  return { ids: rows.map(({ id }) => id), next: walked.length === replayMax ? (walked.at(-1)?.id ?? null) : null };
};

/** The merchants of these replays, except of those of a single delivery, each with one of them. */
export const readMerchantsToFeed = (
  client: Queryable,
  replayIds: readonly string[],
): Promise<{ ownerId: string; replayId: string }[]> =>
  queryRows(client, {
    name: 'read_merchants_to_feed',
    text: `
      select distinct on (owner_id) owner_id as "ownerId", id as "replayId" from replays
      where id = any($1) and delivery_id is null order by owner_id, id`,
    values: [arrayOf('uuid', replayIds)],
  });

export type RunningReplay = {
  id: string;
  owner_id: string;
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
  ownerId: string,
  outstandingMax: number,
): Promise<RunningReplay | undefined> =>
  queryRow(client, {
    name: 'lock_replay_to_feed',
    text: `
      select r.id, r.owner_id, r.since, r.until, r.states, r.endpoint_id, r.events, r.total, r.cursor_id
      from replays r
      where r.owner_id = $1 and r.status = 'running' and r.delivery_id is null and not r.fed
        and (select count(*) from (
               select from webhook_deliveries d where d.replay_id = r.id and d.state in ('waiting', 'in_flight')
                 limit $2) outstanding) < $2
      order by r.id limit 1 for no key update of r skip locked`,
    values: [ownerId, outstandingMax],
  });

/**
 * The deliveries `d` of the merchant $1 in the run's range, from $2 to $3, by id: ids are UUIDv7, so a range of time is
 * a range of the index by merchant. A run without delivered ones, which are nearly all, has the index without them.
 */
const inRange = ({ states }: RunningReplay, more: string): string =>
  `all_webhook_deliveries d where d.owner_id = $1 and d.id >= $2::uuid and d.id < $3::uuid ${more}
   ${states?.includes('delivered') === true ? '' : `and d.state <> 'delivered'`} order by d.id`;

/**
 * Whether a run of states $4, endpoint $5 and events $6 covers the delivery `d`: null is any. `offset 0`: a join would
 * be planned for all rows.
 */
const isCovered = `d.replay_id is null and d.state = any($4) and ($5::uuid is null or d.endpoint_id = $5)
  and ($6::text[] is null or d.event = any($6))
  and exists (select from endpoints e where e.id = d.endpoint_id and e.status <> 'deleted' offset 0)`;

const rangeOf = (replay: RunningReplay) => [
  replay.owner_id,
  firstUuidOf(replay.since?.getTime() ?? 0),
  firstUuidOf(replay.until?.getTime() ?? 0),
];
const filterOf = ({ states, endpoint_id: endpointId, events }: RunningReplay) => [
  arrayOf('text', states ?? []),
  endpointId,
  events,
];

/**
 * How many of the first `lookMax` deliveries of the range the run covers now; also those of purged orders whose day is
 * still there.
 */
export const countReplayable = async (client: Queryable, replay: RunningReplay, lookMax: number): Promise<number> =>
  (await queryValue<number>(
    client,
    `select count(*) as n from (select * from ${inRange(replay, '')} limit ${lookMax}) d where ${isCovered}`,
    [...rangeOf(replay), ...filterOf(replay)],
  )) ?? 0;

/** `lastId`: the last delivery that was looked at. */
export type ReplayStep = { orderIds: string[]; deliveryIds: string[]; lastId: string | null; isEnd: boolean };

/**
 * The next deliveries that the run covers, at most `stepMax` among the next `lookMax` of the range, oldest first, and
 * those before them.
 */
export const readReplayStep = async (
  client: Queryable,
  replay: RunningReplay,
  { stepMax, lookMax }: { stepMax: number; lookMax: number },
): Promise<ReplayStep> => {
  const next = inRange(replay, 'and d.id > $7');
  const rows = await queryRows<StepRow>(
    client,
    `select d.id, d.order_id, d.endpoint_id, d.sequence from (select * from ${next} limit ${lookMax}) d
     where ${isCovered} and ${isOfKeptOrder} limit ${stepMax}`,
    [...rangeOf(replay), ...filterOf(replay), replay.cursor_id ?? nilUuid],
  );
  const isFull = rows.length === stepMax;
  const lookedId = isFull ? rows.at(-1)?.id : await readLooked(client, replay, lookMax);
  const orderIds = [...new Set(rows.map((row) => row.order_id))];
  const before = lookedId === undefined ? [] : await readBefore(client, replay, { rows, orderIds, lookedId });
  return {
    orderIds,
    deliveryIds: [...rows.map(({ id }) => id), ...before],
    lastId: lookedId ?? rows.at(-1)?.id ?? null,
    isEnd: lookedId === undefined,
  };
};

type StepRow = { id: string; order_id: string; endpoint_id: string; sequence: number };

const stepRows = relation<StepRow>({
  order_id: ['text', (row) => row.order_id],
  endpoint_id: ['uuid', (row) => row.endpoint_id],
  sequence: ['int', (row) => row.sequence],
});
/** Deliveries of an order that are looked at before one of a step. */
const beforeMax = 100;

/**
 * Deliveries that are before one of the step in its lane, though their ids come later: they were made before a clock
 * was set back, or by a process whose clock is ahead. They are queued with the step, so that the lane keeps its order.
 */
const readBefore = async (
  client: Queryable,
  replay: RunningReplay,
  { rows, orderIds, lookedId }: { rows: readonly StepRow[]; orderIds: readonly string[]; lookedId: string },
): Promise<string[]> => {
  const inStep = inDaysOrLive(await readPartitionDays(client, orderIds), 'd');
  return queryValues(
    client,
    `select distinct d.id
     from (
       select order_id, endpoint_id, max(sequence) as sequence from ${stepRows.unnest(8)} as t (${stepRows.columns})
         group by order_id, endpoint_id
     ) t cross join lateral (
       select * from all_webhook_deliveries d where ${inStep} and d.order_id = t.order_id and d.sequence < t.sequence
       order by d.sequence desc limit ${beforeMax}
     ) d
     where d.endpoint_id = t.endpoint_id and d.owner_id = $1 and d.id > $7 and d.id >= $2::uuid and d.id < $3::uuid
       and ${isCovered} and ${isOfKeptOrder}`,
    [...rangeOf(replay), ...filterOf(replay), lookedId, ...stepRows.values(rows)],
  );
};

/** The last one that a step has looked at; `undefined`: the range has fewer. */
const readLooked = (client: Queryable, replay: RunningReplay, lookMax: number): Promise<string | undefined> =>
  queryValue(client, `select d.id from ${inRange(replay, 'and d.id > $4')} offset ${lookMax - 1} limit 1`, [
    ...rangeOf(replay),
    replay.cursor_id ?? nilUuid,
  ]);

export const saveReplayProgress = async (
  client: Queryable,
  progress: { id: string; total: number; lastId: string | null; queued: number; fed: boolean },
): Promise<void> => {
  await client.query({
    name: 'save_replay_progress',
    // Retention may have taken some of the counted deliveries.
    text: `
      update replays
      set total = case when $5 then queued + $4 else $2 end, cursor_id = coalesce($3, cursor_id),
        queued = queued + $4, fed = $5
      where id = $1`,
    values: [progress.id, progress.total, progress.lastId, progress.queued, progress.fed],
  });
};

/** Completes those of the runs that are queued as a whole and settled. */
export const completeReplays = async (client: Queryable, replayIds: readonly string[], now: Date): Promise<void> => {
  await client.query({
    name: 'complete_replays',
    text: `
      with settled as (
        select r.id from replays r
        where r.id = any($1) and r.status = 'running' and r.fed and not exists (
          select from webhook_deliveries d where d.replay_id = r.id and d.state in ('waiting', 'in_flight') offset 0)
        for no key update skip locked
      )
      update replays set status = 'completed', completed_at = $2 where id in (select id from settled)`,
    values: [arrayOf('uuid', replayIds), now],
  });
};

const repeats = relation<{ originId: string; newId: string }>({
  origin_id: ['uuid', ({ originId }) => originId],
  new_id: ['uuid', ({ newId }) => newId],
});

/**
 * Queues repeats of settled deliveries: the same webhook id, the attempt number goes on, the schedule begins anew. Each
 * (order, endpoint) is a lane of its own within the run, so the repeats keep their order and nothing waits for them.
 * The caller has locked their orders.
 * @returns how many were queued; a delivery is left out while any run repeats it, if this run has repeated it, and if
 * it has been replayed `replaysMax` times
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
        select o.*, t.new_id, greatest(o.attempt_count, repeated.attempts) as attempts
        from ${repeats.unnest(3)} as t (${repeats.columns}) join all_webhook_deliveries o on o.id = t.origin_id
          cross join lateral (
            select count(*) as n, max(attempt_count) as attempts,
              coalesce(bool_or(state in ('waiting', 'in_flight') or replay_id = $1), false) as is_repeated
            from (
              -- A range in the place of an equality, and sorted: if one delivery has most repeats of a day, the planner
              -- would read the day.
              select * from all_webhook_deliveries r
              where ${inDaysOrLive(days, 'r')} and r.origin_id >= o.id and r.origin_id <= o.id
                order by r.origin_id limit ${replaysMax}
            ) r
          ) repeated
        where ${inDaysOrLive(days, 'o')} and not repeated.is_repeated and repeated.n < ${replaysMax}
      ),
      queued as (
        insert into webhook_deliveries
          (id, order_id, endpoint_id, owner_id, order_merchant_id, mode, sequence, previous_sequence, event, webhook_id,
           state, gate_open, not_before, attempt_count, schedule_base, attempts_before, created_at, replay_id, origin_id)
        select new_id, order_id, endpoint_id, owner_id, order_merchant_id, mode, sequence,
          previous_sequence, event, webhook_id, 'waiting',
               row_number() over (partition by order_id, endpoint_id order by sequence) = 1 and not exists (
                 select from (select o.order_id, o.endpoint_id, $1::uuid as replay_id, o.sequence) place
                   cross join lateral (${firstInLane('place', 'state', 'sequence < place.sequence', 'desc')}) before
                 where before.state in ('waiting', 'in_flight')),
               $2, attempts, attempts, attempts, $2, $1, id
        from origins o
        returning endpoint_id, mode
      ),
      counted as (
        ${addToCounts("select count_name('matched', mode) as name, count(*) as n from queued group by mode")}
      ),
      woken as (
        insert into window_wakes (endpoint_id, at)
        select distinct endpoint_id, $2::timestamptz from queued order by endpoint_id
        on conflict (endpoint_id) do update set at = least(window_wakes.at, excluded.at)
      )
      select endpoint_id from queued`,
    [
      wanted.replayId,
      new Date(wanted.nowMs),
      ...repeats.values(wanted.deliveryIds.map((originId) => ({ originId, newId: uuidv7(wanted.nowMs) }))),
    ],
  );
  return { queued: rows.length, endpointIds: [...new Set(rows.map((row) => row.endpoint_id))] };
};
