import { type Queryable, relation } from '@delivery/postgres';
import type { OrderEvent } from '../rules/order.js';

const emitted = relation<OrderEvent>({
  order_id: ['text', (event) => event.orderId],
  merchant_id: ['text', (event) => event.merchantId],
  sequence: ['int', (event) => event.sequence],
  event: ['text', (event) => event.event],
  body: ['text', (event) => event.body],
  created_at: ['timestamptz', (event) => event.createdAtMs],
  traceparent: ['text', (event) => event.traceparent ?? null],
});

/** Their orders are locked by then, or of this transaction: the feed's order of one order's events relies on it (ADR 33). */
export const insertEvents = async (client: Queryable, events: readonly OrderEvent[]): Promise<void> => {
  await client.query({ name: 'insert_events', text: insertSql, values: emitted.values(events) });
};

const insertSql = `
  insert into events (${emitted.columns}, position)
  select emitted.*, position from ${emitted.unnest(1)} as emitted, feed_position() as position`;
