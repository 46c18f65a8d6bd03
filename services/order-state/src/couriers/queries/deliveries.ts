import { arrayOf, type Queryable } from '@delivery/postgres';
import { serves } from '../../merchants/queries.js';
import { storeJson, storeRefOf } from '../../merchants/store-queries.js';
import { etaAlone } from '../../orders/queries/timers.js';
import type { CourierDeliveryRow } from '../rules/to-delivery.js';

const columns = `
  o.id, o.merchant_id, m.name as merchant_name, o.display_id, o.status, o.created_at, o.updated_at, o.content,
  (select ${storeJson} from stores s where s.merchant_id = o.merchant_id and s.ref = ${storeRefOf('o')}) as store,
  o.courier_system_id, o.claim_id, o.courier, ${etaAlone} as eta, o.tracking_url, o.handover,
  (select json_build_object('merchant_id', o.merchant_id, 'scenario', x.scenario, 'speed', x.speed, 'seed', x.seed,
                            'ready_at', x.ready_at, 'manual_since', x.manual_since)
   from sandbox_orders x where x.order_id = o.id) as sandbox`;

const isOpen = `o.status = 'ready' and o.courier_system_id is null`;

/** Those of the orders that are open to a system, or its own. */
export const readCourierDeliveries = async (
  client: Queryable,
  systemId: string,
  orderIds: readonly string[],
): Promise<CourierDeliveryRow[]> => {
  if (orderIds.length === 0) return [];
  const { rows } = await client.query<CourierDeliveryRow>({
    name: 'read_courier_deliveries',
    text: `
      select ${columns}
      from orders o join merchants m on m.id = o.merchant_id join courier_systems s on s.id = $1
      where o.id = any($2) and (o.courier_system_id = s.id or (${isOpen} and ${serves}))`,
    values: [systemId, arrayOf('text', orderIds)],
  });
  return rows;
};

/** Those under way that the system has, in id order, which stays right while deliveries come and go. */
export const listOwnDeliveries = async (
  client: Queryable,
  page: { systemId: string; afterId: string; rowMax: number },
): Promise<CourierDeliveryRow[]> => {
  const { rows } = await client.query<CourierDeliveryRow>({
    name: 'list_own_deliveries',
    text: `
      select ${columns} from orders o join merchants m on m.id = o.merchant_id
      where o.courier_system_id = $1 and o.final_at is null and o.id > $2 order by o.id limit $3`,
    values: [page.systemId, page.afterId, page.rowMax],
  });
  return rows;
};

export type OpenCursor = { merchantId: string; createdAtMs: number; id: string };

/** By merchant, the oldest first: as the index of orders under way has them, read backwards. */
export const listOpenDeliveries = async (
  client: Queryable,
  page: { systemId: string; after: OpenCursor; rowMax: number },
): Promise<CourierDeliveryRow[]> => {
  const { after } = page;
  const { rows } = await client.query<CourierDeliveryRow>({
    name: 'list_open_deliveries',
    text: `
      select ${columns}
      from courier_systems s join merchants m on m.id >= $2 cross join lateral (
        select * from orders o
        where o.merchant_id = m.id and o.final_at is null and ${isOpen}
          and (m.id > $2 or (o.created_at, o.id) > ($3::timestamptz, $4))
        order by o.created_at, o.id limit $5
      ) o
      where s.id = $1 and ${serves}
      order by m.id, o.created_at, o.id limit $5`,
    values: [page.systemId, after.merchantId, new Date(after.createdAtMs), after.id, page.rowMax],
  });
  return rows;
};
