import type { Queryable } from '@delivery/postgres';
import { lookByDelivery } from '../../ledger/sql/history-days.js';
import type { FoundOrderRow } from './find-orders.js';

const selectFound = `
  select o.id, o.merchant_id, o.external_id, o.display_id, o.status, o.created_at, o.updated_at, m.name as merchant_name
  from orders o join merchants m on m.id = o.merchant_id`;

export const findById = async (client: Queryable, orderId: string): Promise<FoundOrderRow[]> =>
  (await client.query<FoundOrderRow>(`${selectFound} where o.id = $1`, [orderId])).rows;

/** The order that a delivery, or a replay of one, tells of. */
export const findByDelivery = (client: Queryable, deliveryId: string): Promise<FoundOrderRow[]> =>
  lookByDelivery([deliveryId], async (inDays) => {
    const { rows } = await client.query<FoundOrderRow>(
      `${selectFound} where o.id = (select order_id from all_deliveries d where ${inDays} and id = $1::uuid)`,
      [deliveryId],
    );
    return rows;
  });

/** Newest first. Those under way are few, and have an index of their own: whose order is final has its `external_id`. */
export const findByDisplayId = async (client: Queryable, displayId: string, rowMax: number): Promise<FoundOrderRow[]> =>
  (
    await client.query<FoundOrderRow>(
      `${selectFound} where o.final_at is null and o.display_id = $1 order by o.created_at desc, o.id limit $2`,
      [displayId, rowMax],
    )
  ).rows;

/** The newest orders of one merchant that are looked through for a `display_id`, which has no index. */
const ownSearchedMax = 1_000;

/** Newest first, among the merchant's newest orders, and those under way however old. */
export const findOwnByDisplayId = async (
  client: Queryable,
  merchantId: string,
  displayId: string,
  rowMax: number,
): Promise<FoundOrderRow[]> =>
  (
    await client.query<FoundOrderRow>(
      `${selectFound} where o.id in (
         select id from (select id, display_id from orders where merchant_id = $1
                         order by created_at desc, id desc limit $4) newest where display_id = $2
         union
         select id from orders where merchant_id = $1 and final_at is null and display_id = $2)
       order by o.created_at desc, o.id limit $3`,
      [merchantId, displayId, rowMax, ownSearchedMax],
    )
  ).rows;
