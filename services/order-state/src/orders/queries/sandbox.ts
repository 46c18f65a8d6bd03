import type { OrderStatus, SandboxOrder } from '@delivery/contracts';
import { type Queryable, queryRow, relation, type RowOf } from '@delivery/postgres';
import type { NewSandboxOrder, SandboxReady } from '../rules/sandbox-way.js';

const created = relation<NewSandboxOrder>({
  order_id: ['text', ({ orderId }) => orderId],
  scenario: ['text', ({ scenario }) => scenario],
  speed: ['real', ({ speed }) => speed],
  seed: ['text', ({ seed }) => seed],
  ignored: ['json', ({ ignored }) => JSON.stringify(ignored)],
  ready_at: ['timestamptz', ({ readyAtMs }) => readyAtMs],
  ready_count: ['int', ({ readyCount }) => readyCount],
});

/** Beside the rows of `orders`, in their transaction: the primary key reveals an existing order. */
export const insertSandboxOrders = async (client: Queryable, orders: readonly NewSandboxOrder[]): Promise<void> => {
  await client.query({
    name: 'insert_sandbox_orders',
    text: `insert into sandbox_orders (${created.columns}) select * from ${created.unnest(1)}`,
    values: created.values(orders),
  });
};

const ready = relation<SandboxReady>({
  order_id: ['text', ({ orderId }) => orderId],
  ready_at: ['timestamptz', ({ readyAtMs }) => readyAtMs],
  ready_count: ['int', ({ readyCount }) => readyCount],
});

/** The orders are locked. */
export const updateSandboxOrders = async (client: Queryable, orders: readonly SandboxReady[]): Promise<void> => {
  await client.query({
    name: 'update_sandbox_orders',
    text: `
      update sandbox_orders s set ready_at = t.ready_at, ready_count = s.ready_count + t.ready_count
      from ${ready.unnest(1)} as t (${ready.columns})
      where s.order_id = t.order_id`,
    values: ready.values(orders),
  });
};

/** `taken`: the statuses that it has taken since it was created, in their order. */
export type SandboxOrderView = RowOf<Omit<SandboxOrder, 'next'>> & { taken: OrderStatus[] };

/** `undefined`: the merchant has no such order, or it is no sandbox order. */
export const readSandboxOrder = (
  client: Queryable,
  merchantId: string,
  orderId: string,
): Promise<SandboxOrderView | undefined> =>
  queryRow(
    client,
    `select o.id, o.external_id, o.status, s.scenario, s.speed, s.seed, s.ignored, s.manual_since,
            array(select e.body::json->>'status' from events_of(array[o.id]) e
                  where e.event = 'status_changed' order by e.sequence) as taken
     from orders o join sandbox_orders s on s.order_id = o.id
     where o.id = $1 and o.merchant_id = $2`,
    [orderId, merchantId],
  );

/** From now on the order's merchant moves it: it is in no courier's list any more. Once and for all. */
export const switchToManual = async (client: Queryable, orderId: string, now: Date): Promise<void> => {
  await client.query('update sandbox_orders set manual_since = coalesce(manual_since, $2) where order_id = $1', [
    orderId,
    now,
  ]);
};
