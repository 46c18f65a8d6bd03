import type { OrderStatus, SandboxScenario } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

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
 * Sandbox orders that couriers have to do with, in id order: ids are hashes, so a page stays right whatever comes and
 * goes meanwhile. The index holds nothing else, and the limit stands before the join: a page costs its rows.
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
        where under_way and by_hand_since is null and order_id > $1 order by order_id limit $2
      ) s join orders o on o.id = s.order_id
      order by s.order_id`,
    values: [page.afterId, page.rowMax],
  });
  return rows;
};
