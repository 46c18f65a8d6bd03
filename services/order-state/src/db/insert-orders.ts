import type { Order } from '../domain/order.js';
import type { Queryable } from './pool.js';
import { column } from './column.js';

/** Fails with a violation of `orders_pkey`, a conflict, when another replica created one of them meanwhile. */
export const insertOrders = async (
  client: Queryable,
  orders: readonly Order[],
  isFinal: (order: Order) => boolean,
): Promise<void> => {
  await client.query({
    name: 'insert_orders',
    text: `
      insert into orders (id, merchant_id, external_id, display_id, status, reason, tracking_url, content, external_data,
                          content_hash, last_sequence, created_at, updated_at, last_report_at, final_at)
      select id, merchant_id, external_id, display_id, status, reason::json, tracking_url, content::json,
             external_data::json, content_hash, last_sequence, created_at, updated_at, last_report_at, final_at
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                  $9::text[], $10::bytea[], $11::int[], $12::timestamptz[], $13::timestamptz[], $14::timestamptz[],
                  $15::timestamptz[])
        as t (id, merchant_id, external_id, display_id, status, reason, tracking_url, content, external_data,
              content_hash, last_sequence, created_at, updated_at, last_report_at, final_at)`,
    values: [
      column('text', orders, (order) => order.id),
      column('text', orders, (order) => order.merchantId),
      column('text', orders, (order) => order.externalId),
      column('text', orders, (order) => order.displayId),
      column('text', orders, (order) => order.status),
      column('text', orders, (order) => order.reason && JSON.stringify(order.reason)),
      column('text', orders, (order) => order.trackingUrl),
      column('text', orders, (order) => order.content && JSON.stringify(order.content)),
      column('text', orders, (order) => order.externalData),
      column('bytea', orders, (order) => order.contentHash),
      column('int', orders, (order) => order.lastSequence),
      column('timestamptz', orders, (order) => order.createdAtMs),
      column('timestamptz', orders, (order) => order.updatedAtMs),
      column('timestamptz', orders, (order) => order.lastReportAtMs),
      column('timestamptz', orders, (order) => (isFinal(order) ? order.updatedAtMs : null)),
    ],
  });
};
