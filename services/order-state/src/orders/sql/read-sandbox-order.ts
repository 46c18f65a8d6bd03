import type { OrderStatus, SandboxScenario } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

export type SandboxOrderView = {
  id: string;
  external_id: string;
  status: OrderStatus;
  scenario: SandboxScenario;
  speed: number;
  seed: string;
  by_hand_since: Date | null;
  /** The statuses that it has taken since it was created, in their order. */
  taken: OrderStatus[];
};

/** `undefined`: the merchant has no such order, or it is none of a sandbox merchant. */
export const readSandboxOrder = async (
  client: Queryable,
  merchantId: string,
  orderId: string,
): Promise<SandboxOrderView | undefined> => {
  const { rows } = await client.query<SandboxOrderView>(
    `select o.id, o.external_id, o.status, s.scenario, s.speed, s.seed, s.by_hand_since,
            array(select e.body::json->>'status' from events_of(array[o.id]) e
                  where e.event = 'status_changed' order by e.sequence) as taken
     from orders o join sandbox_orders s on s.order_id = o.id
     where o.id = $1 and o.merchant_id = $2`,
    [orderId, merchantId],
  );
  return rows[0];
};
