import type { Courier, Eta, OrderStatus, Store } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { storeJson, storeRefOf } from '../../merchants/store-queries.js';
import { hasCourierOnTheWay, type PositionRow } from './positions.js';

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
  /** Of the courier, where it is known and not old. */
  latitude: number | null;
  longitude: number | null;
  is_erased: boolean;
  /** Whether its merchant has tracking pages. */
  tracking_page: boolean;
};

/**
 * What the tracking page of an order shows. The status is taken from an event's text, which may hold characters that Postgres' JSON
 * does not; a quote within another field is escaped there, so the first match is the field.
 * @param positionSince an older position of the courier is none
 */
export const readTracked = async (
  client: Queryable,
  orderId: string,
  positionSince: Date,
): Promise<TrackedRow | undefined> => {
  const { rows } = await client.query<TrackedRow>({
    name: 'read_tracked',
    text: `
      select o.display_id, o.status, m.name as merchant_name, o.courier, o.eta, o.delivered_by, o.final_at, o.created_at,
             o.content is null as is_erased, o.content->'address'->'coordinates' as door, p.latitude, p.longitude, m.tracking_page,
             (select ${storeJson} from stores s
              where s.merchant_id = o.merchant_id and s.ref = ${storeRefOf('o')}) as store,
             (select json_object_agg(status, at) from (
                select substring(e.body from '"status":"([a-z_]+)"') as status, min(e.created_at) as at
                from events_of(array[o.id]) e where e.event = 'status_changed' group by 1
              ) reached) as reached
      from orders o join merchants m on m.id = o.merchant_id
        left join courier_positions p on p.order_id = o.id and ${hasCourierOnTheWay} and p.at > $2
      where o.id = $1`,
    values: [orderId, positionSince],
  });
  return rows[0];
};
