import type { IgnoredFields, OrderStatus, SandboxScenario } from '@delivery/contracts';
import { type Queryable, relation } from '@delivery/postgres';
import type { NewSandboxOrder, SandboxChange } from '../rules/sandbox.js';

const created = relation<NewSandboxOrder>({
  order_id: ['text', ({ orderId }) => orderId],
  scenario: ['text', ({ scenario }) => scenario],
  speed: ['real', ({ speed }) => speed],
  seed: ['text', ({ seed }) => seed],
  ignored: ['json', ({ ignored }) => JSON.stringify(ignored)],
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

export type SandboxOrderView = {
  id: string;
  external_id: string;
  status: OrderStatus;
  scenario: SandboxScenario;
  speed: number;
  seed: string;
  ignored: IgnoredFields;
  manual_since: Date | null;
  /** The statuses that it has taken since it was created, in their order. */
  taken: OrderStatus[];
};

/** `undefined`: the merchant has no such order, or it is no sandbox order. */
export const readSandboxOrder = async (
  client: Queryable,
  merchantId: string,
  orderId: string,
): Promise<SandboxOrderView | undefined> => {
  const { rows } = await client.query<SandboxOrderView>(
    `select o.id, o.external_id, o.status, s.scenario, s.speed, s.seed, s.ignored, s.manual_since,
            array(select e.body::json->>'status' from events_of(array[o.id]) e
                  where e.event = 'status_changed' order by e.sequence) as taken
     from orders o join sandbox_orders s on s.order_id = o.id
     where o.id = $1 and o.merchant_id = $2`,
    [orderId, merchantId],
  );
  return rows[0];
};

export type SandboxOrderRow = {
  id: string;
  merchant_id: string;
  external_id: string;
  status: OrderStatus;
  scenario: SandboxScenario;
  speed: number;
  seed: string;
  created_at: Date;
  updated_at: Date;
  ready_at: Date;
  tracking_url: string | null;
};

/**
 * Sandbox orders that couriers have to do with, in id order: ids are hashes, so a page stays right while orders come and go.
 * The index holds nothing else, and the limit stands before the join: a page costs its rows.
 */
export const listSandboxOrders = async (
  client: Queryable,
  page: { afterId: string; rowMax: number },
): Promise<SandboxOrderRow[]> => {
  const { rows } = await client.query<SandboxOrderRow>({
    name: 'list_sandbox_orders',
    text: `
      select o.id, o.merchant_id, o.external_id, o.status, s.scenario, s.speed, s.seed, o.created_at, o.updated_at,
             s.ready_at, o.tracking_url
      from (
        select order_id, scenario, speed, seed, ready_at from sandbox_orders
        where under_way and manual_since is null and order_id > $1 order by order_id limit $2
      ) s join orders o on o.id = s.order_id
      order by s.order_id`,
    values: [page.afterId, page.rowMax],
  });
  return rows;
};

/** From now on the order's merchant moves it: it is in no courier's list any more. Once and for all. */
export const switchToManual = async (client: Queryable, orderId: string, now: Date): Promise<void> => {
  await client.query('update sandbox_orders set manual_since = coalesce(manual_since, $2) where order_id = $1', [
    orderId,
    now,
  ]);
};
