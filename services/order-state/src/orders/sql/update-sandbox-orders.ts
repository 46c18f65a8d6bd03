import { type Queryable, relation } from '@delivery/postgres';
import type { SandboxChange } from '../rules/sandbox-order.js';

const changed = relation<SandboxChange>({
  order_id: ['text', ({ orderId }) => orderId],
  under_way: ['boolean', ({ underWay }) => underWay],
  ready_at: ['timestamptz', ({ readyAtMs }) => readyAtMs],
});

/** The orders are locked. */
export const updateSandboxOrders = async (client: Queryable, changes: readonly SandboxChange[]): Promise<void> => {
  await client.query({
    name: 'update_sandbox_orders',
    text: `
      update sandbox_orders s set under_way = t.under_way, ready_at = coalesce(t.ready_at, s.ready_at)
      from ${changed.unnest(1)} as t (${changed.columns})
      where s.order_id = t.order_id`,
    values: changed.values(changes),
  });
};
