import { type Queryable, relation } from '@delivery/postgres';
import { today } from '../../ledger/sql/history-days.js';
import type { Order } from '../rules/order.js';
import { changingColumns } from './order-columns.js';

const created = relation<Order>({
  id: ['text', (order) => order.id],
  merchant_id: ['text', (order) => order.merchantId],
  mode: ['text', (order) => order.mode],
  external_id: ['text', (order) => order.externalId],
  display_id: ['text', (order) => order.displayId],
  content: ['json', (order) => order.content && JSON.stringify(order.content)],
  external_data: ['json', (order) => order.externalData],
  content_hash: ['bytea', (order) => order.contentHash],
  created_at: ['timestamptz', (order) => order.createdAtMs],
  ...changingColumns,
});

/** Fails with a violation of `orders_pkey`, a conflict, when another replica created one of them meanwhile. */
export const insertOrders = async (client: Queryable, orders: readonly Order[]): Promise<void> => {
  await client.query({ name: 'insert_orders', text: insertSql, values: created.values(orders) });
};

/**
 * An order has the history of its day, but where commands of it were refused before it came: those are in no day, and all of
 * an order's history is in one place. `offset 0`: each day is found out once.
 */
const insertSql = `
  insert into orders (${created.columns}, history_day, last_event_day)
  select t.*, h.day, event_day_of(h.day, today.day)
  from ${created.unnest(1)} as t (${created.columns}) cross join lateral (
    select case when exists (select from commands where order_id = t.id) then 'epoch' else history_day_at(t.created_at) end as day
    offset 0
  ) h, ${today}`;
