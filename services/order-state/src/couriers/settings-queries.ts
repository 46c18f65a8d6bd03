import type { CourierSettings } from '@delivery/contracts';
import { type Pool, type Queryable, queryOne, queryRow, queryRows } from '@delivery/postgres';
import { isServed, serves, systemSource } from '../merchants/queries.js';
import type { Served } from './rules/coverage.js';

export const readCourierSettings = (client: Queryable, id: string): Promise<CourierSettings | undefined> =>
  queryRow(client, 'select paused, areas from courier_systems where id = $1', [id]);

/** @returns the settings before; `undefined`: there is no such system */
export const lockCourierSettings = (client: Queryable, id: string): Promise<CourierSettings | undefined> =>
  queryRow(client, 'select paused, areas from courier_systems where id = $1 for update', [id]);

export const saveCourierSettings = async (
  client: Queryable,
  id: string,
  { paused, areas }: CourierSettings,
): Promise<void> => {
  await client.query('update courier_systems set paused = $2, areas = $3 where id = $1', [
    id,
    paused,
    areas && JSON.stringify(areas),
  ]);
};

/** Active systems that serve a merchant. */
export const readServed = (client: Queryable, merchantId: string): Promise<Served[]> =>
  queryRows(client, `select cs.paused, cs.areas from ${systemSource} join owners m on m.id = $1 where ${serves}`, [
    merchantId,
  ]);

/** Open orders that one statement looks at. */
const openMax = 1_000;

/**
 * Makes the timer of `courier_not_found` due for every open order that the system was offered, if every other active system is paused or
 * has declined the order. If a process dies in between, the other orders keep their own times.
 */
export const hastenUnserved = async (pool: Pool, systemId: string, now: Date): Promise<void> => {
  for (let after: string | null = ''; after !== null;)
    after = await queryOne<{ last: string | null }>(pool, {
      name: 'hasten_unserved',
      text: hastenSql,
      values: [systemId, after, now],
    }).then(({ last }) => last);
};

const hastenSql = `
  with page as materialized (
    select o.id, o.merchant_id, o.declined_by, o.no_courier_since
    from owners gone cross join merchants ms join orders o on o.merchant_id = ms.id
    where gone.id = $1 and o.is_open and o.mode = gone.mode and o.id > $2 order by o.id limit ${openMax}
  ), unserved as (
    select p.id from page p join owners m on m.id = p.merchant_id
    where p.no_courier_since is null
      and exists (select from ${systemSource} where s.id = $1 and ${isServed})
      and not exists (
        select from ${systemSource}
        where ${serves} and not cs.paused and not coalesce(p.declined_by::jsonb ? s.id, false))
  ), hastened as (
    update order_timers t set at = $3 from unserved u where t.order_id = u.id and t.subject = 'courier' and t.at > $3
  )
  select max(id) as last from page having count(*) = ${openMax}
  union all select null limit 1`;
