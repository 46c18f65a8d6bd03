import type { Order } from '../domain/order.js';
import type { Queryable } from './pool.js';
import { column } from './column.js';

export const updateOrders = async (
  client: Queryable,
  orders: readonly Order[],
  isFinal: (order: Order) => boolean,
): Promise<void> => {
  await client.query({
    name: 'update_orders',
    text: `
      update orders o
      set status = t.status, reason = t.reason::json, tracking_url = t.tracking_url, last_sequence = t.last_sequence,
          updated_at = t.updated_at, last_report_at = t.last_report_at, final_at = t.final_at
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::timestamptz[], $7::timestamptz[],
                  $8::timestamptz[])
        as t (id, status, reason, tracking_url, last_sequence, updated_at, last_report_at, final_at)
      where o.id = t.id`,
    values: [
      column('text', orders, (order) => order.id),
      column('text', orders, (order) => order.status),
      column('text', orders, (order) => order.reason && JSON.stringify(order.reason)),
      column('text', orders, (order) => order.trackingUrl),
      column('int', orders, (order) => order.lastSequence),
      column('timestamptz', orders, (order) => order.updatedAtMs),
      column('timestamptz', orders, (order) => order.lastReportAtMs),
      column('timestamptz', orders, (order) => (isFinal(order) ? order.updatedAtMs : null)),
    ],
  });
};
