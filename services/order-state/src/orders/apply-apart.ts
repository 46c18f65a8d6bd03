import type { DeliveryAttempted, OrderMessage } from '@delivery/contracts';
import {
  arrayOf,
  awaitAll,
  classifyDatabaseError,
  ColumnValueError,
  inTransaction,
  type Pool,
  type Queryable,
  queryValues,
} from '@delivery/postgres';
import type { SettleFree } from '../ledger/take-messages.js';

export type Apart<T> = {
  /** Applies these in one transaction, or rejects and has applied nothing. */
  apply: (items: readonly T[]) => Promise<void>;
  /** Those that need a row which another session holds now. */
  findHeld: (items: readonly T[]) => Promise<ReadonlySet<T>>;
  /** Called with the items that need such a row. It ends before later items are applied. */
  setAside: (held: readonly T[]) => Promise<void> | void;
  /** Called with one that the database refuses as data. */
  refuse: (item: T, error: unknown) => Promise<void> | void;
};

/**
 * Applies items together. Where some need a row that another session holds for longer than `lock_timeout`, or the database
 * refuses one as data, these are found, and the others are applied without them. Rejects when the database is away.
 */
export const applyApart = async <T>(items: readonly T[], handling: Apart<T>): Promise<void> => {
  const [first] = items;
  if (first === undefined) return;
  try {
    return await handling.apply(items);
  } catch (error) {
    const kind = classifyDatabaseError(error);
    if (kind === 'outage') throw error;
    const free = kind === 'locked' ? await setHeldAside(items, handling) : items;
    if (free.length < items.length) return applyApart(free, handling);
    if (items.length > 1) {
      const middle = Math.ceil(items.length / 2);
      await applyApart(items.slice(0, middle), handling);
      return applyApart(items.slice(middle), handling);
    }
    if (kind === 'data') return handling.refuse(first, error);
    // It loses deadlocks after all its tries, or waits for a lock that `findHeld` does not see.
    await handling.setAside(items);
  }
};

/** The same for items that have waited before: held rows are looked for first, and nothing waits for them. */
export const applyFree = async <T>(items: readonly T[], handling: Apart<T>): Promise<void> =>
  applyApart(await setHeldAside(items, handling), handling);

/** @returns the others */
const setHeldAside = async <T>(
  items: readonly T[],
  { findHeld, setAside }: Pick<Apart<T>, 'findHeld' | 'setAside'>,
): Promise<readonly T[]> => {
  if (items.length === 0) return items;
  const held = await findHeld(items);
  if (held.size === 0) return items;
  await setAside(items.filter((item) => held.has(item)));
  return items.filter((item) => !held.has(item));
};

/** Why something was refused. An error's own words may quote row data: only its kind, code and constraint are told. */
export const describeRefusal = (error: unknown): string => {
  if (!(error instanceof Error)) return 'could not be applied';
  if (error instanceof ColumnValueError) return `could not be applied: ${error.message}`;
  if (!('code' in error) || typeof error.code !== 'string') return `could not be applied: ${error.name}`;
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? ` (${error.constraint})` : '';
  return `refused by the database: SQLSTATE ${error.code}${constraint}`;
};

/** Those of the items whose message is about an order that another transaction holds. */
export const findLockedMessages = async <Item>(
  pool: Pool,
  items: readonly Item[],
  messageOf: (item: Item) => OrderMessage,
): Promise<ReadonlySet<Item>> => {
  const orderIds = [...new Set(items.map((item) => messageOf(item).order_id))];
  const orders = await inTransaction(pool, (client) => findLocked(client, 'orders', orderIds));
  return new Set(items.filter((item) => orders.has(messageOf(item).order_id)));
};

/** Those of the items for whose attempt another transaction holds the order or other head of a lane, delivery, endpoint or window. */
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
      deliveries: findLocked(client, 'deliveries', deliveryIds),
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
  deliveries: ['id', 'uuid'],
  endpoints: ['id', 'uuid'],
  endpoint_windows: ['endpoint_id', 'uuid'],
} as const;

/**
 * Which of these rows another transaction holds at this moment. Nothing is waited for, and free rows are locked until the
 * caller's transaction ends: it should do nothing else.
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
 * Settles attempts that come from no queue: acks, and expired leases. Those whose rows another session holds are the result. Rejects where
 * the database refuses one as data, after the others are settled.
 */
export const createSettleFree =
  (deps: {
    pool: Pool;
    settle: (attempts: readonly DeliveryAttempted[]) => Promise<void>;
    /** Whether a held row is waited for once, or looked for first. */
    applyItems: typeof applyApart;
  }): SettleFree =>
  async (attempts) => {
    const held = new Set<DeliveryAttempted>();
    const refusals: unknown[] = [];
    await deps.applyItems(attempts, {
      apply: deps.settle,
      findHeld: (some) => findLockedAttempts(deps.pool, some, (attempt) => attempt),
      setAside: (some) => some.forEach((attempt) => held.add(attempt)),
      refuse: (_attempt, error) => void refusals.push(error),
    });
    if (refusals.length > 0) throw refusals[0];
    return held;
  };
