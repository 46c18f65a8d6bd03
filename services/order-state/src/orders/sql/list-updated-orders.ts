import type { Queryable } from '@delivery/postgres';
import { orderConditions, type OrderListing } from './list-orders.js';
import { orderSummaryColumns, type OrderSummaryRow } from './read-order.js';

/**
 * Oldest change first: an order that changes while pages are read moves to where they have not come yet, so none is missed.
 * The index knows the hour of the last change only (ADR 33): one hour of one merchant's orders is sorted at a time.
 */
export const listUpdatedOrders = async (
  client: Queryable,
  listing: OrderListing & { after: { updatedAtMs: number; id: string } },
): Promise<OrderSummaryRow[]> => {
  const { updatedAtMs, id } = listing.after;
  const values: unknown[] = [listing.merchantId, listing.rowMax, new Date(updatedAtMs), id];
  const conditions = orderConditions(listing, (value) => `$${values.push(value)}`);
  const { rows } = await client.query<OrderSummaryRow>(
    `select ${orderSummaryColumns} from orders
     where ${[
       'merchant_id = $1',
       "updated_hour >= date_bin('1 hour', $3, '2000-01-01T00:00:00Z')",
       '(updated_at, id) > ($3, $4)',
       ...conditions,
     ].join(' and ')}
     order by updated_hour, updated_at, id limit $2`,
    values,
  );
  return rows;
};
