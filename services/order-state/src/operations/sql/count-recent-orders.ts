import type { OrderStatus } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

export type Recent = { merchantId: string; since: Date; rowMax: number };

/** How many orders created since then have which status now. The newest `rowMax` are looked at. */
export const countRecentOrders = async (
  client: Queryable,
  { merchantId, since, rowMax }: Recent,
): Promise<{ status: OrderStatus; count: number }[]> => {
  const { rows } = await client.query<{ status: OrderStatus; count: number }>(
    `select status, count(*)::int as count from (
       select status from orders where merchant_id = $1 and created_at >= $2
       order by created_at desc, id desc limit $3) newest
     group by status`,
    [merchantId, since, rowMax],
  );
  return rows;
};
