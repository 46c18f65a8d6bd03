import { statusesOnTheWay } from '@delivery/contracts';
import { arrayOf, type Queryable, relation } from '@delivery/postgres';
import type { Place } from '../rules/positions.js';
import { listedStatuses } from './order-times.js';

/** `entry`: its place in the call. */
export type NewPosition = Place & { entry: number; orderId: string; atMs: number };

const reported = relation<NewPosition>({
  entry: ['int', ({ entry }) => entry],
  order_id: ['text', ({ orderId }) => orderId],
  latitude: ['real', ({ latitude }) => latitude],
  longitude: ['real', ({ longitude }) => longitude],
  at: ['timestamptz', ({ atMs }) => atMs],
});

/** Of an order `o`. */
export const hasCourierOnTheWay = `o.status in (${listedStatuses(statusesOnTheWay)})`;

export type TakenPosition = { entry: number; result: 'taken' | 'stale_report' | 'not_on_the_way' | 'order_not_found' };

/** Of orders that the system has. Of several positions of an order the newest counts, and it replaces one that is as old. */
export const takePositions = async (
  client: Queryable,
  systemId: string,
  positions: readonly NewPosition[],
): Promise<TakenPosition[]> => {
  const { rows } = await client.query<TakenPosition>({
    name: 'take_positions',
    text: `
      with looked as materialized (
        select t.*, o.id is not null as is_own, ${hasCourierOnTheWay} as is_on_the_way,
               row_number() over (partition by t.order_id order by t.at desc, t.entry desc) = 1 as is_newest
        from ${reported.unnest(2)} as t (${reported.columns})
          left join orders o on o.id = t.order_id and o.courier_system_id = $1
      ),
      taken as (
        insert into courier_positions as p (order_id, latitude, longitude, at)
        select order_id, latitude, longitude, at from looked where is_newest and is_on_the_way order by order_id
        on conflict (order_id) do update
          set latitude = excluded.latitude, longitude = excluded.longitude, at = excluded.at where p.at <= excluded.at
        returning order_id
      )
      select entry, case
        when not is_own then 'order_not_found'
        when not is_on_the_way then 'not_on_the_way'
        when is_newest and order_id in (select order_id from taken) then 'taken'
        else 'stale_report' end as result
      from looked`,
    values: [systemId, ...reported.values(positions)],
  });
  return rows;
};

export type PositionRow = {
  /** Of the order’s courier, while it is on its way. */
  position: (Place & { at: Date }) | null;
  /** Of the customer; `null` once erased. */
  door: Place | null;
};

/** @param merchantId `undefined`: of any merchant. @returns `undefined`: there is no such order */
export const readPosition = async (
  client: Queryable,
  orderId: string,
  merchantId: string | undefined,
): Promise<PositionRow | undefined> => {
  type Row = { latitude: number | null; longitude: number; at: Date; door: Place | null };
  const { rows } = await client.query<Row>({
    name: 'read_position',
    text: `
      select p.latitude, p.longitude, p.at, o.content->'address'->'coordinates' as door
      from orders o left join courier_positions p on p.order_id = o.id and ${hasCourierOnTheWay}
      where o.id = $1 and ($2::text is null or o.merchant_id = $2)`,
    values: [orderId, merchantId ?? null],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { latitude, longitude, at, door } = row;
  return { position: latitude === null ? null : { latitude, longitude, at }, door };
};

/** With their orders' end, or with the customers' data. In the order of ids, in which reports lock them too. */
export const deletePositions = async (client: Queryable, orderIds: readonly string[]): Promise<void> => {
  await client.query({
    name: 'delete_positions',
    text: `
      delete from courier_positions where order_id = any(array(
        select order_id from courier_positions where order_id = any($1) order by order_id for update))`,
    values: [arrayOf('text', orderIds)],
  });
};

/** Those that came while their order ended. `offset 0`: each is looked up by its key; as a join all orders could be read. */
export const deleteEndedPositions = async (client: Queryable, deleteMax: number): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'delete_ended_positions',
    text: `
      delete from courier_positions where order_id = any(array(
        select p.order_id from courier_positions p
        where not exists (select from orders o where o.id = p.order_id and o.final_at is null offset 0) limit $1))`,
    values: [deleteMax],
  });
  return rowCount ?? 0;
};
