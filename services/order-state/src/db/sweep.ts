import type { Queryable } from './pool.js';

/** Deliveries that wait for a deleted endpoint end as `skipped`, a bounded number at a time. */
export const skipDeleted = async (client: Queryable, now: Date, skipMax: number): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'skip_deleted',
    text: `
      with doomed as (
        select d.id from endpoints e join deliveries d on d.endpoint_id = e.id and d.state = 'waiting'
        where e.status = 'deleted' limit $2 for update of d skip locked
      )
      update deliveries d set state = 'skipped', settled_at = $1, gate_open = true
      from doomed where d.id = doomed.id`,
    values: [now, skipMax],
  });
  return rowCount ?? 0;
};

/** Gates that should be open and are not: must never happen. Opened here, and counted by the caller. */
export const openStuckGates = async (client: Queryable): Promise<string[]> => {
  const { rows } = await client.query<{ endpoint_id: string }>({
    name: 'open_stuck_gates',
    text: `
      update deliveries d set gate_open = true
      where d.state = 'waiting' and not d.gate_open
        and not exists (
          select 1 from deliveries p
          where p.order_id = d.order_id and p.endpoint_id = d.endpoint_id
            and p.replay_id is not distinct from d.replay_id
            and p.sequence < d.sequence and p.state in ('waiting', 'in_flight'))
      returning d.endpoint_id`,
  });
  return rows.map((row) => row.endpoint_id);
};
