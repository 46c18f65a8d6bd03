import { type DeliveryAttempted, deliveryAttemptedSchema } from '@delivery/contracts';
import {
  arrayOf,
  nilUuid,
  type Queryable,
  queryCount,
  queryRow,
  queryRows,
  queryValues,
  relation,
} from '@delivery/postgres';
import { isAwaited } from '../../endpoints/queries/read-endpoints.js';
import { probeDelayMaxMs } from '../rules/window.js';
import { firstInLane, isUnchanged } from './windows.js';

/**
 * Deliveries that wait for a deleted endpoint end as `skipped`, a bounded number at a time. Open and closed gates are
 * looked up apart: each has a partial index, both together have none.
 */
export const skipDeleted = (client: Queryable, now: Date, skipMax: number): Promise<number> =>
  queryCount(client, {
    name: 'skip_deleted',
    text: `
      with doomed as (
        select d.id from endpoints e cross join lateral (
          select * from (
            select id from webhook_deliveries where endpoint_id = e.id and state = 'waiting' and gate_open
            order by not_before, id limit $2 for update skip locked) open
          union all
          select * from (
            select id from webhook_deliveries where endpoint_id = e.id and state = 'waiting' and not gate_open
            order by id limit $2 for update skip locked) gated
        ) d
        where e.status = 'deleted' and not e.drained limit $2
      )
      update webhook_deliveries set state = 'skipped', settled_at = $1, gate_open = true
      where id = any(array(select id from doomed))`,
    values: [now, skipMax],
  });

/**
 * Nothing can come any more for an endpoint that was deleted before `deletedBefore`, longer ago than any transaction
 * lasts, and has nothing in flight or waiting: it is not looked at again.
 */
export const markDrained = async (client: Queryable, deletedBefore: Date): Promise<void> => {
  await client.query({
    name: 'mark_drained',
    text: `
      update endpoints e set drained = true
      where e.status = 'deleted' and not e.drained and e.deleted_at < $1
        and exists (select 1 from endpoint_windows w where w.endpoint_id = e.id and w.in_flight = 0)
        and not (${isAwaited}) and (
          select d.id from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting' and not d.gate_open
            order by d.id limit 1) is null`,
    values: [deletedBefore],
  });
};

/** A closed gate, in the order of the walk over them. */
export type Gate = { endpointId: string; id: string };

export const firstGate: Gate = { endpointId: nilUuid, id: nilUuid };

/** The next closed gates. */
export const readClosedGates = (client: Queryable, after: Gate, stepMax: number): Promise<Gate[]> =>
  queryRows(client, {
    name: 'read_closed_gates',
    text: `
      select endpoint_id as "endpointId", id from webhook_deliveries
      where state = 'waiting' and not gate_open and (endpoint_id, id) > ($1::uuid, $2::uuid)
      order by endpoint_id, id limit $3`,
    values: [after.endpointId, after.id, stepMax],
  });

/**
 * Opens those of the gates that should be open: must never happen. A delivery is settled after the one before it, so
 * the one before tells.
 * @returns the endpoint of each
 */
export const openStuckGates = (client: Queryable, gates: readonly Gate[]): Promise<string[]> =>
  queryValues(client, {
    name: 'open_stuck_gates',
    text: `
      update webhook_deliveries d set gate_open = true
      where d.id = any($1) and d.state = 'waiting' and not d.gate_open and not exists (
        select from (${firstInLane('d', 'state', 'sequence < d.sequence', 'desc')}) p
          where p.state in ('waiting', 'in_flight'))
      returning d.endpoint_id`,
    values: [
      arrayOf(
        'uuid',
        gates.map(({ id }) => id),
      ),
    ],
  });

/**
 * Endpoints that have room, and deliveries that wait for it, with no time at which the relay would look: must never
 * happen. It looks now.
 * @returns how many
 */
export const wakeForgotten = (client: Queryable, now: Date): Promise<number> =>
  queryCount(client, {
    name: 'wake_forgotten',
    text: `
      with forgotten as (
        select endpoint_id from endpoint_windows w
        where status = 'active' and size > 0 and in_flight = 0 and wake_at is null
          -- See isAwaited.
          and (select id from webhook_deliveries where endpoint_id = w.endpoint_id and state = 'waiting' and gate_open
               order by not_before, id limit 1) is not null
          and not exists (select from window_wakes where endpoint_id = w.endpoint_id) and ${isUnchanged}
        for no key update skip locked
      )
      update endpoint_windows w set wake_at = $1 from forgotten where w.endpoint_id = forgotten.endpoint_id`,
    values: [now],
  });

/** Deliveries that one statement sets back, or looks at. */
const setBackMax = 5_000;

/**
 * After the clock was set back: deliveries that were released later than now, or never, are due, the relay looks at
 * every endpoint, no probe, pace or catch-up is further ahead than it can be, and leases begin anew. Rows that another
 * transaction holds are left out.
 */
export const endFutureTimes = async (client: Queryable, now: Date): Promise<void> => {
  await endFutureWaits(client, now);
  await client.query({
    name: 'end_future_wakes',
    text: `
      update endpoint_windows
      set wake_at = $1, catch_up_at = case when catch_up_at is not null then least(catch_up_at, $1) end,
        paced_to = case when paced_to is not null then least(paced_to, $1::timestamptz + interval '1 second') end,
        probe_at = case when probe_at is not null
          then least(probe_at, $1::timestamptz + interval '${probeDelayMaxMs} ms') end
      where endpoint_id in (
        select endpoint_id from endpoint_windows
        where wake_at > $1 or catch_up_at > $1 or paced_to > $1::timestamptz + interval '1 second'
          or probe_at > $1::timestamptz + interval '${probeDelayMaxMs} ms'
        for no key update skip locked)`,
    values: [now],
  });
  await client.query({
    name: 'end_future_notes',
    text: `
      update window_wakes set at = $1
      where endpoint_id in (select endpoint_id from window_wakes where at > $1 for no key update skip locked)`,
    values: [now],
  });
  const text = `
    with ahead as (
      select id from webhook_deliveries where state = 'in_flight' and released_at > $1
      order by released_at limit ${setBackMax} for no key update skip locked
    )
    update webhook_deliveries d
    -- An early attempt stays early, see rules/catch-up.ts.
    set released_at = $1, claimed_at = null, visible_until = $1 + (d.visible_until - d.released_at),
        not_before = case when d.not_before <= d.released_at then least(d.not_before, $1) else d.not_before end
    from ahead where d.id = ahead.id`;
  while ((await queryCount(client, { name: 'end_future_leases', text, values: [now] })) === setBackMax);
  await client.query('update endpoints set enabled_at = $1 where enabled_at > $1', [now]);
  for (const table of ['parked_commands', 'parked_attempts'])
    await client.query(`update ${table} set next_try_at = $1 where next_try_at > $1::timestamptz + interval '1 hour'`, [
      now,
    ]);
};

/** Walks along all deliveries that wait with an open gate. A gate that opens makes its delivery due. */
const endFutureWaits = async (client: Queryable, now: Date): Promise<void> => {
  type Place = { endpoint_id: string; not_before: string; id: string };
  let last: Place | undefined = { endpoint_id: nilUuid, not_before: '-infinity', id: nilUuid };
  do {
    last = await queryRow<Place>(client, {
      name: 'end_future_waits',
      text: `
        with looked_at as materialized (
          select endpoint_id, not_before, id from webhook_deliveries
          where state = 'waiting' and gate_open
            and (endpoint_id, not_before, id) > ($2::uuid, $3::timestamptz, $4::uuid)
          order by endpoint_id, not_before, id limit ${setBackMax}
        ), ahead as (
          select id from webhook_deliveries
          where id = any(array(select id from looked_at where not_before > $1)) and state = 'waiting'
            and not_before > $1 and coalesce(released_at > $1, true)
          for no key update skip locked
        ), due as (
          update webhook_deliveries d set not_before = $1 from ahead where d.id = ahead.id
        )
        select endpoint_id, not_before::text, id from looked_at offset ${setBackMax - 1}`,
      values: [now, last.endpoint_id, last.not_before, last.id],
    });
  } while (last);
};

/**
 * The endpoints of the deliveries whose leases ran out first, of those that no other session holds, nor their windows.
 */
export const lockExpiredEndpoints = (
  client: Queryable,
  limits: { releasedBefore: Date; expireMax: number },
): Promise<string[]> =>
  queryValues(client, {
    name: 'lock_expired_endpoints',
    text: `
      select distinct endpoint_id from (
        select d.endpoint_id from webhook_deliveries d join endpoint_windows w on w.endpoint_id = d.endpoint_id
        where d.state = 'in_flight' and d.released_at <= $1 and d.visible_until is null
        order by d.released_at limit $2 for no key update skip locked
      ) expired`,
    values: [limits.releasedBefore, limits.expireMax],
  });

/**
 * Takes back deliveries whose attempt was never reported (the queue lost them, or a dispatcher is gone for good): they
 * wait again, due at once, under the generation after the next release. The caller holds the windows of the endpoints.
 * @returns the endpoint of each, once per delivery
 */
export const expireLeases = (
  client: Queryable,
  limits: { now: Date; releasedBefore: Date; expireMax: number; endpointIds: readonly string[] },
): Promise<string[]> =>
  queryValues(client, {
    name: 'expire_leases',
    text: `
      with expired as (
        select id from webhook_deliveries
        where state = 'in_flight' and released_at <= $2 and endpoint_id = any($4) and visible_until is null
        order by released_at limit $3 for update skip locked
      )
      update webhook_deliveries d
      -- The attempt of an early release does not count, see rules/catch-up.ts.
      set state = 'waiting', not_before = $1, schedule_base = d.schedule_base + (d.not_before > d.released_at)::int
      where d.id = any(array(select id from expired)) returning d.endpoint_id`,
    values: [limits.now, limits.releasedBefore, limits.expireMax, arrayOf('uuid', limits.endpointIds)],
  });

/** When something that was set aside at $1 is tried again: after 10 s, then twice as long each time, up to an hour. */
export const nextTryAt = (tries: string): string =>
  `$1::timestamptz + least(interval '10 seconds' * 2 ^ least(${tries}, 10), interval '1 hour')`;

export type ParkedAttempt = { attempt: DeliveryAttempted; slowReason: string | null };

const parked = relation<ParkedAttempt>({
  attempt: ['json', ({ attempt }) => JSON.stringify(attempt)],
  slow_reason: ['text', ({ slowReason }) => slowReason],
});

/**
 * Keeps reports of attempts that need a row which another session holds, or are set aside as slow. Settled twice, an
 * attempt changes nothing.
 */
export const parkAttempts = async (
  client: Queryable,
  attempts: readonly ParkedAttempt[],
  parkedAt: Date,
): Promise<void> => {
  await client.query({
    name: 'park_attempts',
    text: `
      insert into parked_attempts (parked_at, next_try_at, ${parked.columns})
      select $1::timestamptz, case when slow_reason is not null then ${nextTryAt('0')} end, t.*
      from ${parked.unnest(2)} as t (${parked.columns})`,
    values: [parkedAt, ...parked.values(attempts)],
  });
};

export type ReadyAttempt = { position: number; attempt: DeliveryAttempted; isSlow: boolean };

/** The next of them behind a position, without those that are set aside and not due. */
export const readParkedAttempts = async (
  client: Queryable,
  after: number,
  { now, attemptMax }: { now: Date; attemptMax: number },
): Promise<ReadyAttempt[]> => {
  const rows = await queryRows<{ position: number; attempt: unknown; slow: boolean }>(client, {
    name: 'read_parked_attempts',
    text: `
      select position, attempt, next_try_at is not null as slow from parked_attempts
      where position > $1 and (next_try_at is null or next_try_at <= $3) order by position limit $2`,
    values: [after, attemptMax, now],
  });
  return rows.map(({ position, attempt, slow }) => ({
    position,
    attempt: deliveryAttemptedSchema.parse(attempt),
    isSlow: slow,
  }));
};

type Postponed = { position: number; reason: string | null };

const postponed = relation<Postponed>({
  position: ['text', ({ position }) => String(position)],
  reason: ['text', ({ reason }) => reason],
});

/** Sets aside reports that are parked already. A reason of `null` leaves the one that is known. */
export const postponeAttempts = async (client: Queryable, attempts: readonly Postponed[], now: Date): Promise<void> => {
  await client.query({
    name: 'postpone_attempts',
    text: `
      update parked_attempts p
      set next_try_at = ${nextTryAt('p.tries + (p.next_try_at is not null)::int')},
          tries = p.tries + (p.next_try_at is not null)::int, slow_reason = coalesce(t.reason, p.slow_reason)
      from ${postponed.unnest(2)} as t (${postponed.columns}) where p.position = t.position::bigint`,
    values: [now, ...postponed.values(attempts)],
  });
};

export const unparkAttempts = async (client: Queryable, positions: readonly number[]): Promise<void> => {
  await client.query({
    name: 'unpark_attempts',
    text: 'delete from parked_attempts where position = any($1)',
    values: [[...positions]],
  });
};
