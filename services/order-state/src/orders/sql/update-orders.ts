import { type Queryable, relation } from '@delivery/postgres';
import { today } from '../../ledger/sql/history-days.js';
import type { Order } from '../rules/order.js';
import { changingColumns } from './order-columns.js';

const changed = relation<Order>({ id: ['text', (order) => order.id], ...changingColumns });

export const updateOrders = async (client: Queryable, orders: readonly Order[]): Promise<void> => {
  await client.query({ name: 'update_orders', text: updateSql, values: changed.values(orders) });
};

const updateSql = `
  update orders o
  set status = t.status, reason = t.reason, tracking_url = t.tracking_url, last_sequence = t.last_sequence,
      updated_at = t.updated_at, report_times = t.report_times, chain_ends = t.chain_ends, final_at = t.final_at,
      erased_at = null, last_event_day = greatest(o.last_event_day, event_day_of(o.history_day, today.day))
  from ${changed.unnest(1)} as t (${changed.columns}), ${today}
  where o.id = t.id`;
