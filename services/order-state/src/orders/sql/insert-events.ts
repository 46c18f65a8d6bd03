import { type Queryable, relation } from '@delivery/postgres';
import type { OrderEvent } from '../rules/order.js';

const emitted = relation<OrderEvent>({
  order_id: ['text', (event) => event.orderId],
  sequence: ['int', (event) => event.sequence],
  event: ['text', (event) => event.event],
  body: ['text', (event) => event.body],
  created_at: ['timestamptz', (event) => event.createdAtMs],
  traceparent: ['text', (event) => event.traceparent ?? null],
});

export const insertEvents = async (client: Queryable, events: readonly OrderEvent[]): Promise<void> => {
  await client.query({ name: 'insert_events', text: insertSql, values: emitted.values(events) });
};

const insertSql = `insert into events (${emitted.columns}) select * from ${emitted.unnest(1)}`;
