import type { Columns } from '@delivery/postgres';
import type { Order } from '../rules/order.js';
import { isFinal } from '../rules/transition.js';

/** What may change while an order is under way. */
export const changingColumns: Columns<Order> = {
  status: ['text', (order) => order.status],
  reason: ['json', (order) => order.reason && JSON.stringify(order.reason)],
  tracking_url: ['text', (order) => order.trackingUrl],
  last_sequence: ['int', (order) => order.lastSequence],
  updated_at: ['timestamptz', (order) => order.updatedAtMs],
  report_times: ['json', (order) => JSON.stringify(order.reportTimes)],
  chain_ends: ['json', (order) => JSON.stringify(order.chainEnds)],
  final_at: ['timestamptz', (order) => (isFinal(order.status) ? order.updatedAtMs : null)],
};
