import type { Queryable } from '@delivery/postgres';

export type CountedWaiting = { deliveries: number; orders: number };

/** What waits for an endpoint, in the two indexes of what waits, and of how many orders: counted to `countMax` deliveries. */
export const countWaiting = async (
  client: Queryable,
  endpointId: string,
  countMax: number,
): Promise<CountedWaiting> => {
  const { rows } = await client.query<CountedWaiting>({
    name: 'count_waiting',
    text: `
      with waiting as (
        select * from (select order_id from deliveries where endpoint_id = $1 and state = 'waiting' and gate_open
                       order by not_before, id limit $2) open
        union all
        select * from (select order_id from deliveries where endpoint_id = $1 and state = 'waiting' and not gate_open
                       order by id limit $2) gated
        limit $2
      ),
      orders as (select order_id, count(*) as n from waiting group by order_id)
      select coalesce(sum(n), 0)::int as deliveries, count(*)::int as orders from orders`,
    values: [endpointId, countMax],
  });
  return rows[0] ?? { deliveries: 0, orders: 0 };
};
