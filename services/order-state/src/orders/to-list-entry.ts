import type { OrderListEntry } from '@delivery/contracts';
import type { OrderSummaryRow } from './queries/read-orders.js';

/** As its merchant sees an order in a list. */
export const toListEntry = (row: OrderSummaryRow): OrderListEntry => ({
  id: row.id,
  external_id: row.external_id,
  display_id: row.display_id,
  status: row.status,
  updated_at: row.updated_at.toISOString(),
  created_at: row.created_at.toISOString(),
});
