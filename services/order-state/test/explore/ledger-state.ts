import { queryOne, queryValue } from '@delivery/postgres';
import { lookAtWindow } from '../../src/endpoints/queries/read-endpoints.js';
import { lockedRestMs } from '../../src/ledger/queries/windows.js';
import type { LedgerWorld } from '../support/ledger-world.js';
import type { Scene } from './scenes.js';

/** The state of the ledger while no transaction runs. */
export type State = {
  /** Things that must never be. */
  faults: string[];
  /** Deliveries to active endpoints that are not settled. */
  open: number;
  /** Deliveries to deleted endpoints that wait. */
  doomed: number;
  replays: number;
  disabled: boolean;
  /** When the first delivery in flight was released, of those that were not taken. */
  releasedAt: Date | null;
  /** Deliveries of a pull endpoint are due, and wait for a poll. */
  pullable: boolean;
};

const stateSql = `
  with unsettled as materialized (
    select d.*, e.status, due_at(d.not_before, d.released_at, d.attempt_count, d.schedule_base, w.catch_up_at) as due_at
    from webhook_deliveries d join endpoints e on e.id = d.endpoint_id join endpoint_windows w using (endpoint_id)
    where d.state in ('waiting', 'in_flight')
  ), looked_at as (
    -- By when the relay should look, and when it does. Due deliveries of a pull endpoint wait for a poll alone.
    select w.endpoint_id, least(w.wake_at, k.at) as at, case
      when w.size > 0 then look.wake_at
      when d.due_at > $1 then d.due_at
    end as by
    from endpoint_windows w join endpoints e on e.id = w.endpoint_id left join window_wakes k using (endpoint_id) cross join lateral (
      select min(due_at) as due_at from unsettled where endpoint_id = w.endpoint_id and state = 'waiting' and gate_open
        and (w.size > 0 or due_at > $1)) d
      cross join lateral ${lookAtWindow('d.due_at', '$1')} look
    where e.status = 'active' and d.due_at is not null
  ), faults as (
    select format('something is due at %s, and the relay looks at %s', by, coalesce(at::text, 'no time')) as fault from looked_at
    where by is not null and coalesce(at, 'infinity') > greatest(by, $1) + interval '${lockedRestMs} ms'
    union all
    select format('the window of %s counts %s in flight, and there are %s', w.endpoint_id, w.in_flight, there.n)
    from endpoint_windows w cross join lateral (
      select count(*) as n from unsettled where endpoint_id = w.endpoint_id and state = 'in_flight') there
    where w.in_flight <> there.n
    union all
    select format('webhook %s of order %s may go out before webhook %s', d.sequence, d.order_id, b.sequence)
    from unsettled d join unsettled b using (order_id, endpoint_id)
    where b.replay_id is not distinct from d.replay_id and b.sequence < d.sequence and (d.gate_open or d.state = 'in_flight')
      -- Nothing is released to a deleted endpoint, whatever the gates of its deliveries.
      and d.status <> 'deleted'
    union all
    select format('webhook %s of order %s waits behind a closed gate and no other', d.sequence, d.order_id)
    from unsettled d where not d.gate_open and not exists (
      select from unsettled b where b.order_id = d.order_id and b.endpoint_id = d.endpoint_id
        and b.replay_id is not distinct from d.replay_id and b.sequence < d.sequence)
    union all
    select format('the audit is off by %s', sum(case name when 'matched' then n else -n end))
    from (select name, n from ledger_counts union all select state, count(*) from unsettled group by state) counted
    having sum(case name when 'matched' then n else -n end) <> 0
    union all
    select format('the audit counts %s %s, and there are %s', coalesce(c.n, 0), coalesce(c.name, there.state), coalesce(there.n, 0))
    from (select name, sum(n) as n from ledger_counts where name not in ('matched', 'purged') group by name) c
      full join (
        select state, count(*) as n from all_webhook_deliveries where state not in ('waiting', 'in_flight') group by state
      ) there on there.state = c.name
    where coalesce(c.n, 0) <> coalesce(there.n, 0)
  )
  select coalesce((select array_agg(fault) from faults), '{}') as faults,
    (select count(*) from unsettled where status = 'active') as open,
    (select count(*) from unsettled where status = 'deleted' and state = 'waiting') as doomed,
    (select count(*) from replays where status = 'running') as replays,
    exists (select from endpoints where id = $2 and status = 'disabled') as disabled,
    (select min(released_at) from unsettled where state = 'in_flight' and visible_until is null) as "releasedAt",
    exists (select from unsettled u join endpoint_windows w using (endpoint_id)
            where u.state = 'waiting' and u.gate_open and u.status = 'active' and w.size = 0
              and u.due_at <= $1) as pullable`;

export const readState = (world: LedgerWorld, { endpointId }: Scene): Promise<State> =>
  queryOne(world.pool, {
    name: 'explorer_state',
    text: stateSql,
    values: [new Date(world.now()), endpointId],
  });

/** @returns what is wrong with orders, their commands and their timers, right after a schedule */
export const findOrderFault = (world: LedgerWorld, { lateOrderId }: Scene): Promise<string | undefined> =>
  queryValue(world.pool, { name: 'explorer_orders', text: ordersSql, values: [new Date(world.now()), lateOrderId] });

const ordersSql = `
  select format('the command that came too early was decided %s times and waits %s times', decided.n, parked.n) as fault
  from (select count(*) as n from all_commands where order_id = $2 and type = 'order.ready_requested') decided,
    (select count(*) as n from parked_commands where order_id = $2) parked
  where decided.n + parked.n <> 1
  union all
  select format('order %s has a time to come, and no timer', id)
  from orders o where final_at is null and ready_by > $1
    and not exists (select from order_timers t where t.order_id = o.id and t.subject = 'due')
  union all
  select format('the timer of order %s waits for %s until %s', o.id, t.step, t.at)
  from order_timers t join orders o on o.id = t.order_id
  where t.at <> case t.step when 'ready_by' then o.ready_by when 'picked_up_by' then o.picked_up_by when 'delivered_by' then o.delivered_by end`;
