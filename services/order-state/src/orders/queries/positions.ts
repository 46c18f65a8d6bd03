import { type Courier, type Eta, type OrderStatus, statusesOnTheWay, type Store } from '@delivery/contracts';
import { arrayOf, instantText, type Queryable, queryCount, queryRow, queryRows, relation } from '@delivery/postgres';
import { storeJson, storeRefOf } from '../../merchants/store-queries.js';
import type { Place } from '../rules/tracking.js';
import { listedStatuses } from './timers.js';

export type TrackedRow = Pick<PositionRow, 'door'> & {
  display_id: string;
  status: OrderStatus;
  merchant_name: string;
  store: Store | null;
  courier: Courier | null;
  eta: Eta | null;
  delivered_by: Date | null;
  final_at: Date | null;
  /** When it first came to each status, but `created`; `null`: to none. */
  reached: Partial<Record<OrderStatus, string>> | null;
  created_at: Date;
  /** The courier's position, if it is known and not old. */
  latitude: number | null;
  longitude: number | null;
  is_erased: boolean;
  /** Whether its merchant has tracking pages. */
  tracking_page: boolean;
};

/**
 * The content of an order's tracking page. The status is taken from an event's text, which may hold characters that
 * Postgres' JSON does not; a quote within another field is escaped there, so the first match is the field.
 * @param positionSince an older position of the courier is none
 */
export const readTracked = (client: Queryable, orderId: string, positionSince: Date): Promise<TrackedRow | undefined> =>
  queryRow(client, {
    name: 'read_tracked',
    text: `
      select o.display_id, o.status, m.name as merchant_name, o.courier, o.eta, o.delivered_by,
        o.final_at, o.created_at,
             o.content is null as is_erased, o.content->'address'->'coordinates' as door,
             p.latitude, p.longitude, ms.tracking_page,
             (select ${storeJson} from stores s
              where s.merchant_id = o.merchant_id and s.ref = ${storeRefOf('o')}) as store,
             (select json_object_agg(status, ${instantText('at')}) from (
                select substring(e.body from '"status":"([a-z_]+)"') as status, min(e.created_at) as at
                from events_of(array[o.id]) e where e.event = 'status_changed' group by 1
              ) reached) as reached
      from orders o join owners m on m.id = o.merchant_id join merchants ms on ms.id = o.merchant_id
        left join courier_positions p on p.order_id = o.id and ${hasCourierOnTheWay} and p.at > $2
      where o.id = $1`,
    values: [orderId, positionSince],
  });

/** `entry`: its place in the call. */
export type NewPosition = Place & { entry: number; orderId: string; atMs: number };

const reported = relation<NewPosition>({
  entry: ['int', ({ entry }) => entry],
  order_id: ['text', ({ orderId }) => orderId],
  latitude: ['real', ({ latitude }) => latitude],
  longitude: ['real', ({ longitude }) => longitude],
  at: ['timestamptz', ({ atMs }) => atMs],
});

/** Position of order `o`. */
const hasCourierOnTheWay = `o.status in (${listedStatuses(statusesOnTheWay)})`;

type TakenPosition = { entry: number; result: 'taken' | 'stale_report' | 'not_on_the_way' | 'order_not_found' };

/**
 * Positions of orders that the system holds. The newest position of an order counts, and replaces one of the same age.
 */
export const takePositions = (
  client: Queryable,
  systemId: string,
  positions: readonly NewPosition[],
): Promise<TakenPosition[]> =>
  queryRows(client, {
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

export type PositionRow = {
  /** Position of the order’s courier, while it is on its way. */
  position: (Place & { at: Date }) | null;
  /** Position of the customer; `null` once erased. */
  door: Place | null;
  /** `null`: no store is known. */
  store: Place | null;
};

/** @param merchantId `undefined`: of any merchant. @returns `undefined`: there is no such order */
export const readPosition = async (
  client: Queryable,
  orderId: string,
  merchantId: string | undefined,
): Promise<PositionRow | undefined> => {
  type Row = Pick<PositionRow, 'door' | 'store'> & { latitude: number | null; longitude: number; at: Date };
  const row = await queryRow<Row>(client, {
    name: 'read_position',
    text: `
      select p.latitude, p.longitude, p.at, o.content->'address'->'coordinates' as door,
             (select s.address->'coordinates' from stores s
              where s.merchant_id = o.merchant_id and s.ref = ${storeRefOf('o')}) as store
      from orders o left join courier_positions p on p.order_id = o.id and ${hasCourierOnTheWay}
      where o.id = $1 and ($2::text is null or o.merchant_id = $2)`,
    values: [orderId, merchantId ?? null],
  });
  if (!row) return undefined;
  const { latitude, longitude, at, door, store } = row;
  return { position: latitude === null ? null : { latitude, longitude, at }, door, store };
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

/**
 * Those that came while their order ended. `offset 0`: each is looked up by its key; as a join all orders could be
 * read.
 */
export const deleteEndedPositions = (client: Queryable, deleteMax: number): Promise<number> =>
  queryCount(client, {
    name: 'delete_ended_positions',
    text: `
      delete from courier_positions where order_id = any(array(
        select p.order_id from courier_positions p
        where not exists (select from orders o where o.id = p.order_id and o.final_at is null offset 0) limit $1))`,
    values: [deleteMax],
  });
