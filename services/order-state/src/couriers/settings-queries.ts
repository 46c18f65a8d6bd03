import type { CourierSettings } from '@delivery/contracts';
import { type Pool, type Queryable, queryOne, queryRow, queryRows, queryValues } from '@delivery/postgres';
import { isServed, serves, systemSource } from '../merchants/queries.js';
import type { Served } from './rules/coverage.js';

export const readCourierSettings = (client: Queryable, id: string): Promise<CourierSettings | undefined> =>
  queryRow(client, 'select paused, areas from courier_systems where id = $1', [id]);

/** @returns the settings before; `undefined`: the system does not exist */
export const lockCourierSettings = (client: Queryable, id: string): Promise<CourierSettings | undefined> =>
  queryRow(client, 'select paused, areas from courier_systems where id = $1 for update', [id]);

export const saveCourierSettings = async (
  client: Queryable,
  id: string,
  { paused, areas }: CourierSettings,
): Promise<void> => {
  await client.query(
    `update courier_systems set paused = $2, areas = $3,
      unserved_after = case when $2 and not paused then '' else unserved_after end
     where id = $1`,
    [id, paused, areas && JSON.stringify(areas)],
  );
};

/** Active systems that serve a merchant. */
export const readServed = (client: Queryable, merchantId: string): Promise<Served[]> =>
  queryRows(client, `select cs.paused, cs.areas from ${systemSource} join owners m on m.id = $1 where ${serves}`, [
    merchantId,
  ]);

/** Open orders that one statement looks at. */
const openMax = 1_000;

/**
 * Makes the timer of `courier_not_found` due for every open order that was offered to the system before it paused or was
 * disabled, if every other active system is paused or has declined the order. `unserved_after` has the progress, from
 * which the sweep continues if a process died.
 */
export const hastenUnserved = async (pool: Pool, systemId: string, now: Date): Promise<void> => {
  for (let isLeft = true; isLeft;)
    isLeft = await queryOne<{ is_left: boolean }>(pool, {
      name: 'hasten_unserved',
      text: hastenSql,
      values: [systemId, now],
    }).then((row) => row.is_left);
};

/** @returns how many systems had orders left to look at */
export const sweepUnserved = async ({ pool, now }: { pool: Pool; now: () => number }): Promise<number> => {
  const ids = await queryValues<string>(
    pool,
    'select id from courier_systems where unserved_after is not null order by id limit 100',
  );
  for (const id of ids) await hastenUnserved(pool, id, new Date(now()));
  return ids.length;
};

/** A system whose row another session holds is left to that session or to the sweep. */
const hastenSql = `
  with gone as materialized (
    select cs.id, cs.unserved_after, s.mode from ${systemSource}
    where cs.id = $1 and cs.unserved_after is not null for update of cs skip locked
  ), page as materialized (
    select o.id, o.merchant_id, o.declined_by, o.no_courier_since
    from gone cross join merchants ms join orders o on o.merchant_id = ms.id
    where o.is_open and o.mode = gone.mode and o.id > (select unserved_after from gone) order by o.id limit ${openMax}
  ), next as (
    select case when count(*) = ${openMax} then max(id) end as after from page
  ), noted as (
    update courier_systems cs set unserved_after = next.after from gone, next where cs.id = gone.id
  ), unserved as (
    select p.id from page p join owners m on m.id = p.merchant_id
    where p.no_courier_since is null
      and exists (select from ${systemSource} where s.id = $1 and ${isServed})
      and not exists (
        select from ${systemSource}
        where ${serves} and not cs.paused and not coalesce(p.declined_by::jsonb ? s.id, false))
  ), hastened as (
    update order_timers t set at = $2 from unserved u where t.order_id = u.id and t.subject = 'courier' and t.at > $2
  )
  select after is not null as is_left from next`;
