import { type Queryable, relation } from '@delivery/postgres';
import type { NewSandboxOrder } from '../rules/sandbox-order.js';

const created = relation<NewSandboxOrder>({
  order_id: ['text', ({ orderId }) => orderId],
  scenario: ['text', ({ scenario }) => scenario],
  speed: ['real', ({ speed }) => speed],
  seed: ['text', ({ seed }) => seed],
  under_way: ['boolean', ({ underWay }) => underWay],
  ready_at: ['timestamptz', ({ readyAtMs }) => readyAtMs],
});

/** Beside the rows of `orders`, in their transaction: whose primary key tells when an order is there already. */
export const insertSandboxOrders = async (client: Queryable, orders: readonly NewSandboxOrder[]): Promise<void> => {
  await client.query({
    name: 'insert_sandbox_orders',
    text: `insert into sandbox_orders (${created.columns}) select * from ${created.unnest(1)}`,
    values: created.values(orders),
  });
};
