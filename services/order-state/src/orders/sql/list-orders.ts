import { nextStatuses, type OrderStatus } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';
import { orderSummaryColumns, type OrderSummaryRow } from './read-order.js';

export type OrderListing = {
  merchantId: string;
  status?: OrderStatus | undefined;
  /** Found by id, which is derived from it: there is no index on it. */
  externalId?: { value: string; orderId: string } | undefined;
  /** Created at that time or later. */
  sinceMs?: number | undefined;
  rowMax: number;
};

type Param = (value: unknown) => string;

/** Newest first. A page that is read later may miss what came late, never what was there, and shows nothing twice. */
export const listOrders = async (
  client: Queryable,
  listing: OrderListing & { after?: { createdAtMs: number; id: string } | undefined },
): Promise<OrderSummaryRow[]> => {
  const values: unknown[] = [listing.merchantId, listing.rowMax];
  const param: Param = (value) => `$${values.push(value)}`;
  const conditions = ['merchant_id = $1', ...orderConditions(listing, param)];
  const { after } = listing;
  if (after) conditions.push(`(created_at, id) < (${param(new Date(after.createdAtMs))}, ${param(after.id)})`);
  const { rows } = await client.query<OrderSummaryRow>(
    `select ${orderSummaryColumns} from orders where ${conditions.join(' and ')}
     order by created_at desc, id desc limit $2`,
    values,
  );
  return rows;
};

/** What narrows a list of one merchant's orders, in whatever order it is shown. */
export const orderConditions = ({ status, externalId, sinceMs }: OrderListing, param: Param): string[] => [
  ...(status ? [`status = ${param(status)}`] : []),
  // What is under way is few among many, and has an index of its own.
  ...(status && nextStatuses[status].length > 0 ? ['final_at is null'] : []),
  ...(externalId ? [`id = ${param(externalId.orderId)} and external_id = ${param(externalId.value)}`] : []),
  ...(sinceMs === undefined ? [] : [`created_at >= ${param(new Date(sinceMs))}`]),
];
