import { nextStatuses, type OrderStatus } from '@delivery/contracts';
import { orderSummaryColumns, type OrderSummaryRow } from './read-order.js';
import type { Queryable } from './pool.js';

export type OrderListing = {
  merchantId: string;
  status?: OrderStatus | undefined;
  /** Found by id, which is derived from it: there is no index on it. */
  externalId?: { value: string; orderId: string } | undefined;
  after?: { createdAtMs: number; id: string } | undefined;
  rowMax: number;
};

/** Newest first. A page that is read later may miss what came late, never what was there, and shows nothing twice. */
export const listOrders = async (client: Queryable, listing: OrderListing): Promise<OrderSummaryRow[]> => {
  const values: unknown[] = [listing.merchantId, listing.rowMax];
  const param = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['merchant_id = $1'];
  const { status, externalId, after } = listing;
  if (status) conditions.push(`status = ${param(status)}`);
  // What is under way is few among many, and has an index of its own.
  if (status && nextStatuses[status].length > 0) conditions.push('final_at is null');
  if (externalId) conditions.push(`id = ${param(externalId.orderId)} and external_id = ${param(externalId.value)}`);
  if (after) conditions.push(`(created_at, id) < (${param(new Date(after.createdAtMs))}, ${param(after.id)})`);
  const { rows } = await client.query<OrderSummaryRow>(
    `select ${orderSummaryColumns} from orders where ${conditions.join(' and ')}
     order by created_at desc, id desc limit $2`,
    values,
  );
  return rows;
};
