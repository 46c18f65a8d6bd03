import type { DeliveryAttempted, OrderMessage } from '@delivery/contracts';
import { arrayOf, awaitAll, inTransaction, type Pool, type Queryable, queryValues } from '@delivery/postgres';
import type { applyApart } from '../ledger/apply-apart.js';
import type { Aside } from '../ledger/rules/aside.js';
import type { SettleFree } from '../ledger/take-messages.js';
import { readOrderMerchants } from './queries/read-orders.js';

/** Items whose message is about an order that another transaction holds. */
export const findLockedMessages = async <Item>(
  pool: Pool,
  items: readonly Item[],
  messageOf: (item: Item) => OrderMessage,
): Promise<ReadonlySet<Item>> => {
  const orderIds = [...new Set(items.map((item) => messageOf(item).order_id))];
  const orders = await inTransaction(pool, (client) => findLocked(client, 'orders', orderIds));
  return new Set(items.filter((item) => orders.has(messageOf(item).order_id)));
};

/** The merchants of messages. A report need not name one; it is its order's. */
export const findMessageOwners = async <Item>(
  pool: Pool,
  items: readonly Item[],
  messageOf: (item: Item) => OrderMessage,
): Promise<ReadonlyMap<Item, string>> => {
  const unnamed = items.map(messageOf).filter(({ merchant_id: id }) => id === undefined);
  const orderIds = [...new Set(unnamed.map(({ order_id: id }) => id))];
  const known = orderIds.length > 0 ? await readOrderMerchants(pool, orderIds) : new Map<string, string>();
  return new Map(
    items.map((item) => {
      const { merchant_id: merchantId, order_id: orderId } = messageOf(item);
      return [item, merchantId ?? known.get(orderId) ?? orderId];
    }),
  );
};

/**
 * Items blocked by a row lock of another transaction: on the head of a lane, the delivery, the endpoint or the window.
 */
export const findLockedAttempts = async <Item>(
  pool: Pool,
  items: readonly Item[],
  attemptOf: (item: Item) => DeliveryAttempted,
): Promise<ReadonlySet<Item>> => {
  const attempts = items.map(attemptOf);
  const orderIds = [...new Set(attempts.map(({ order_id }) => order_id))];
  const deliveryIds = [...new Set(attempts.map(({ delivery_id }) => delivery_id))];
  const endpointIds = [...new Set(attempts.map(({ endpoint_id }) => endpoint_id))];
  const { orders, others, deliveries, endpoints, windows } = await inTransaction(pool, (client) =>
    awaitAll({
      orders: findLocked(client, 'orders', orderIds),
      others: findLocked(client, 'operational_lanes', orderIds),
      deliveries: findLocked(client, 'webhook_deliveries', deliveryIds),
      endpoints: findLocked(client, 'endpoints', endpointIds),
      windows: findLocked(client, 'endpoint_windows', endpointIds),
    }),
  );
  const isLocked = ({ order_id, delivery_id, endpoint_id }: DeliveryAttempted) =>
    [orders, others].some((heads) => heads.has(order_id)) ||
    deliveries.has(delivery_id) ||
    [endpoints, windows].some((ofEndpoints) => ofEndpoints.has(endpoint_id));
  return new Set(items.filter((item) => isLocked(attemptOf(item))));
};

/** A table of which rows are locked here, the key that they are found by, and its type. */
const tables = {
  orders: ['id', 'text'],
  operational_lanes: ['id', 'text'],
  webhook_deliveries: ['id', 'uuid'],
  endpoints: ['id', 'uuid'],
  endpoint_windows: ['endpoint_id', 'uuid'],
} as const;

/**
 * Which of these rows another transaction holds at this moment. Nothing is waited for, and free rows are locked until
 * the caller's transaction ends: it should do nothing else.
 */
const findLocked = async (
  client: Queryable,
  table: keyof typeof tables,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const [key, type] = tables[table];
  const locked = await queryValues<string>(client, {
    name: `find_locked_${table}`,
    text: `
      with free as materialized (
        select ${key} from ${table} where ${key} = any($1) for no key update skip locked
      )
      select ${key} as key from ${table} where ${key} = any($1) and ${key} <> all(array(select ${key} from free))`,
    values: [arrayOf(type, keys)],
  });
  return new Set(locked);
};

/**
 * Settles attempts that come from no queue: acks, and expired leases. Those whose rows another session holds, and
 * those of an endpoint for which that takes too long, are the result. Rejects where the database refuses one as data,
 * after the others are settled.
 */
export const createSettleFree = (deps: {
  pool: Pool;
  settle: (attempts: readonly DeliveryAttempted[], statementMs?: number) => Promise<void>;
  /** Whether a held row is waited for once, or looked for first. */
  applyItems: typeof applyApart;
  aside: Aside;
}): SettleFree => {
  const laneOf = ({ endpoint_id: id }: DeliveryAttempted): string => id;
  return async (attempts) => {
    const held = new Set(attempts.filter((attempt) => deps.aside.has(laneOf(attempt))));
    const refusals: unknown[] = [];
    const left = await deps.applyItems(
      attempts.filter((attempt) => !held.has(attempt)),
      {
        apply: deps.settle,
        findHeld: (some) => findLockedAttempts(deps.pool, some, (attempt) => attempt),
        setAside: (some) => some.forEach((attempt) => held.add(attempt)),
        refuse: (_attempt, error) => void refusals.push(error),
        laneOf,
        setSlowAside: (slow, behind) => {
          for (const { item } of slow) deps.aside.add(laneOf(item));
          for (const attempt of [...slow.map(({ item }) => item), ...behind]) held.add(attempt);
        },
      },
    );
    for (const attempt of left) held.add(attempt);
    if (refusals.length > 0) throw refusals[0];
    return held;
  };
};
