import { z } from 'zod';
import type { WebhookEvent } from '@delivery/contracts';
import { roomOf, windowMax, type Window } from '../ledger/window.js';
import { lockWindowsUnread } from './lock-windows.js';
import type { Queryable } from './pool.js';
import { column, toDate } from './sql-types.js';
import { together } from './together.js';

/** A delivery that may go out now, with all that the dispatcher needs. */
export type Release = {
  id: string;
  order_id: string;
  endpoint_id: string;
  merchant_id: string;
  sequence: number;
  previous_sequence: number;
  event: WebhookEvent;
  webhook_id: string;
  generation: number;
  attempt_count: number;
  schedule_base: number;
  replay_id: string | null;
  body: string;
  traceparent: string | null;
  url: string;
  secrets: StoredSecret[];
};

export const storedSecretSchema = z.object({ sealed: z.string(), expires_at: z.string().nullable() });
export type StoredSecret = z.infer<typeof storedSecretSchema>;

/**
 * Saves the windows, which the caller has locked, and takes as many due deliveries as each has room for: state
 * `in_flight`, the next generation. The url and the secrets are those of this moment; the body is the event's snapshot.
 *
 * Of each endpoint the first room + 1 candidates are looked at: the one beyond the room tells when to look again. The
 * planner cannot know how few that is: `any(array(…))` and `lateral … limit` keep it from reading whole tables.
 */
export const releaseDeliveries = async (
  client: Queryable,
  windows: readonly Window[],
  nowMs: number,
): Promise<Release[]> => {
  const { rows } = await client.query<Release>({
    name: 'release_deliveries',
    text: releaseGivenSql,
    values: [
      new Date(nowMs),
      column(windows, (window) => window.endpointId),
      column(windows, (window) => window.active),
      column(windows, (window) => window.size),
      column(windows, (window) => window.inFlight),
      column(windows, (window) => toDate(window.probeAtMs)),
      column(windows, (window) => toDate(window.failingSinceMs)),
      column(windows, (window) => roomOf(window, nowMs)),
    ],
  });
  return rows;
};

/** An endpoint, and how many of its deliveries in flight have succeeded since its window was saved. */
export type WindowSuccesses = { endpointId: string; successCount: number };

/**
 * The same for windows that the caller has locked and that nothing but successes change: it need not know them, so this
 * goes out in one flight with their lock. `adjustWindow` and `roomOf` in SQL; a test holds them together.
 */
export const releaseFromWindows = async (
  client: Queryable,
  windows: readonly WindowSuccesses[],
  nowMs: number,
): Promise<Release[]> => {
  const { rows } = await client.query<Release>({
    name: 'release_from_windows',
    text: releaseStoredSql,
    values: [
      new Date(nowMs),
      column(windows, (window) => window.endpointId),
      column(windows, (window) => window.successCount),
    ],
  });
  return rows;
};

/** Both in one flight. The lock comes as late as can be: these rows are everybody's who has to do with the endpoint. */
export const lockAndRelease = async (
  client: Queryable,
  windows: readonly WindowSuccesses[],
  nowMs: number,
): Promise<Release[]> => {
  const endpointIds = windows.map(({ endpointId }) => endpointId);
  const [, releases] = await together([
    lockWindowsUnread(client, endpointIds),
    releaseFromWindows(client, windows, nowMs),
  ]);
  return releases;
};

/** @param input selects endpoint_id, active, size, in_flight, probe_at, failing_since, room */
const releaseSqlOf = (input: string): string => `
  with input as (${input}
  ),
  candidates as (
    select i.endpoint_id, i.room, d.id, d.not_before,
           row_number() over (partition by i.endpoint_id order by d.not_before, d.id) as place
    from input i cross join lateral (
      select id, not_before from deliveries
      where endpoint_id = i.endpoint_id and state = 'waiting' and gate_open and i.active
      order by not_before, id limit i.room + 1
      for update skip locked
    ) d
  ),
  released as (
    update deliveries d
    set state = 'in_flight', generation = d.generation + 1, released_at = $1, published = false
    where d.id = any(array(select id from candidates c where c.place <= c.room and c.not_before <= $1))
    returning d.*
  ),
  tally as (
    select i.endpoint_id, i.in_flight + count(r.id) as in_flight
    from input i left join released r using (endpoint_id) group by i.endpoint_id, i.in_flight
  ),
  next_due as (
    select c.endpoint_id, min(c.not_before) as at from candidates c
    where c.place > c.room or c.not_before > $1 group by c.endpoint_id
  ),
  saved as (
    update endpoint_windows w
    set size = i.size, in_flight = t.in_flight, probe_at = i.probe_at, failing_since = i.failing_since,
        wake_at = case
          when not i.active then null
          when i.probe_at is null and t.in_flight < i.size then n.at
          when i.probe_at is not null and t.in_flight = 0 then greatest(i.probe_at, n.at)
        end
    from input i join tally t using (endpoint_id) left join next_due n using (endpoint_id)
    where w.endpoint_id = i.endpoint_id
  )
  select r.id, r.order_id, r.endpoint_id, r.merchant_id, r.sequence, r.previous_sequence, r.event, r.webhook_id,
         r.generation, r.attempt_count, r.schedule_base, r.replay_id, e.body, e.traceparent, p.url, p.secrets
  from released r
  cross join lateral (
    select body, traceparent from events where order_id = r.order_id and sequence = r.sequence limit 1
  ) e
  join endpoints p on p.id = r.endpoint_id
  order by r.not_before, r.id`;

const releaseGivenSql = releaseSqlOf(`
    select * from unnest($2::uuid[], $3::boolean[], $4::int[], $5::int[], $6::timestamptz[], $7::timestamptz[], $8::int[])
      as t (endpoint_id, active, size, in_flight, probe_at, failing_since, room)`);

const releaseStoredSql = releaseSqlOf(`
    select w.*, case
             when not w.active then 0
             when w.probe_at is null then greatest(0, w.size - w.in_flight)
             when w.in_flight = 0 and w.probe_at <= $1 then 1
             else 0
           end as room
    from (
      select w.endpoint_id, e.status = 'active' as active,
             least(${windowMax}, w.size + t.successes) as size, greatest(0, w.in_flight - t.successes) as in_flight,
             case when t.successes = 0 then w.probe_at end as probe_at,
             case when t.successes = 0 then w.failing_since end as failing_since
      from unnest($2::uuid[], $3::int[]) as t (endpoint_id, successes)
      join endpoint_windows w using (endpoint_id) join endpoints e on e.id = w.endpoint_id
    ) w`);
