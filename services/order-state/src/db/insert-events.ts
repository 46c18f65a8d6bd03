import type { OrderEvent } from '../domain/order.js';
import type { Queryable } from './pool.js';
import { column } from './column.js';

export const insertEvents = async (client: Queryable, events: readonly OrderEvent[]): Promise<void> => {
  await client.query({
    name: 'insert_events',
    text: `
      insert into events (order_id, sequence, event, body, created_at, traceparent)
      select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])`,
    values: [
      column('text', events, (event) => event.orderId),
      column('int', events, (event) => event.sequence),
      column('text', events, (event) => event.event),
      column('text', events, (event) => event.body),
      column('timestamptz', events, (event) => event.createdAtMs),
      column('text', events, (event) => event.traceparent ?? null),
    ],
  });
};
