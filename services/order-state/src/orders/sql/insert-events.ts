import { type Queryable, relation } from '@delivery/postgres';
import { today } from '../../ledger/sql/history-days.js';
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

/**
 * By the clock of the database, so that the days are in the order of the positions, whatever clocks of replicas tell. In no day where the
 * order does not tell of today: a day has come between the two statements, or was allowed.
 */
const insertSql = `
  insert into all_events (${emitted.columns}, position, event_day)
  select emitted.*, position,
         case when today.day <= o.last_event_day then event_day_of(o.history_day, today.day) else 'epoch' end
  from ${emitted.unnest(1)} as emitted (${emitted.columns})
    join orders o on o.id = emitted.order_id, feed_position() as position, ${today}`;
