import type { NewDelivery } from '../ledger/delivery.js';
import type { Queryable } from './pool.js';
import { column, toDate } from './sql-types.js';

/** Writes the deliveries as `waiting`, and counts them as matched: the audit's side that is counted by intent. */
export const insertDeliveries = async (
  client: Queryable,
  deliveries: readonly NewDelivery[],
  notBefore: Date,
): Promise<void> => {
  await client.query({
    name: 'insert_deliveries',
    text: `
      insert into deliveries (id, order_id, endpoint_id, merchant_id, sequence, previous_sequence, event, webhook_id,
                              state, gate_open, not_before, created_at)
      select id, order_id, endpoint_id, merchant_id, sequence, previous_sequence, event, webhook_id,
             'waiting', gate_open, $11, created_at
      from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[],
                  $9::boolean[], $10::timestamptz[])
        as t (id, order_id, endpoint_id, merchant_id, sequence, previous_sequence, event, webhook_id, gate_open,
              created_at)`,
    values: [
      column(deliveries, (delivery) => delivery.id),
      column(deliveries, (delivery) => delivery.orderId),
      column(deliveries, (delivery) => delivery.endpointId),
      column(deliveries, (delivery) => delivery.merchantId),
      column(deliveries, (delivery) => delivery.sequence),
      column(deliveries, (delivery) => delivery.previousSequence),
      column(deliveries, (delivery) => delivery.event),
      column(deliveries, (delivery) => delivery.webhookId),
      column(deliveries, (delivery) => delivery.gateOpen),
      column(deliveries, (delivery) => toDate(delivery.createdAtMs)),
      notBefore,
    ],
  });
};

export const countMatched = async (client: Queryable, matched: number): Promise<void> => {
  await client.query({ name: 'count_matched', text: `select count_ledger('matched', $1)`, values: [matched] });
};
