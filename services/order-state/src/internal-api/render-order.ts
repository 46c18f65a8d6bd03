import type { OrderRow } from '../orders/queries/read-orders.js';

/**
 * The whole order as JSON text. `external_data` is spliced in as the text that was sent: parsing and printing it again
 * would reorder keys and change numbers. An order whose customer's data was erased has no content fields.
 */
export const renderOrder = (row: OrderRow): string => {
  const head = JSON.stringify({
    id: row.id,
    external_id: row.external_id,
    display_id: row.display_id,
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    tracking_url: row.tracking_url,
    reason: row.reason,
    ...contentOf(row),
  });
  return `${head.slice(0, -1)},"external_data":${row.external_data}}`;
};

const ownColumns: ReadonlySet<string> = new Set(['external_id', 'display_id']);

const contentOf = (row: OrderRow): object =>
  Object.fromEntries(Object.entries(row.content ?? {}).filter(([name]) => !ownColumns.has(name)));
