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
import type { Aside } from '../ledger/rules/aside.js';
import type { SettleFree } from '../ledger/take-messages.js';
import { readOrderMerchants } from './queries/read-orders.js';

export type Apart<T> = {
  /**
   * Applies these in one transaction, or rejects and has applied nothing.
   * @param statementMs how long a statement may run, where that is less than usual
   */
  apply: (items: readonly T[], statementMs?: number) => Promise<void>;
  /** Those that need a row which another session holds now. */
  findHeld: (items: readonly T[]) => Promise<ReadonlySet<T>>;
  /** Called with the items that need such a row. It ends before later items are applied. */
  setAside: (held: readonly T[]) => Promise<void> | void;
  /** Called with one that the database refuses as data. */
  refuse: (item: T, error: unknown) => Promise<void> | void;
  /**
   * Called with items whose statements take too long or fail inside Postgres, each of them alone.
   * @param behind later items of their lanes, which were not tried
   */
  setSlowAside: (slow: readonly SlowItem<T>[], behind: readonly T[]) => Promise<void> | void;
  /** Items of one lane are applied in their order, or not at all. */
  laneOf: (item: T) => string;
  /**
   * The merchants whose items these are. An item is set aside as slow once an item of another merchant has committed since the first
   * timeout. Absent: setting aside outlives no call, or the items are set aside already, and needs no such proof.
   */
  findOwners?: (items: readonly T[]) => Promise<ReadonlyMap<T, string>>;
};

export type SlowItem<T> = { item: T; reason: string };

/** How long a statement may run while the slow items of a batch are looked for: halving costs many timeouts. */
export const briefMs = 2_000;
/** If nothing commits for this long after the first timeout, Postgres is slow for everybody. */
const outageAfterMs = 30_000;

type Run<T> = {
  handling: Apart<T>;
  /** When a statement first took too long. From then on each may run for `briefMs`. */
  slowSinceMs: number | undefined;
  /** Since then. */
  committed: T[];
  slow: Map<string, SlowItem<T>>;
  behind: T[];
  untried: T[];
};

/**
 * Applies items together. Where some need a row that another session holds for longer than `lock_timeout`, take too long, or are refused by
 * the database as data, these are found, and the others are applied without them. Rejects when the database is away.
 * @param start `brief`: statements may run for `briefMs` from the start
 * @returns items that were neither applied nor set aside, because Postgres may be slow for everybody
 */
export const applyApart = async <T>(
  items: readonly T[],
  handling: Apart<T>,
  start: 'patient' | 'brief' = 'patient',
): Promise<readonly T[]> => {
  const slowSinceMs = start === 'brief' ? performance.now() : undefined;
  const run: Run<T> = { handling, slowSinceMs, committed: [], slow: new Map(), behind: [], untried: [] };
  await applyPart(run, items);
  return run.slow.size === 0 ? run.untried : endSlow(run);
};

/** The same for items that have waited before: held rows are looked for first, and nothing waits for them. */
export const applyFree = async <T>(
  items: readonly T[],
  handling: Apart<T>,
  start: 'patient' | 'brief' = 'patient',
): Promise<readonly T[]> => applyApart(await setHeldAside(items, handling), handling, start);

const applyPart = async <T>(run: Run<T>, items: readonly T[]): Promise<void> => {
  const { handling } = run;
  const isBehind = (item: T): boolean => run.slow.has(handling.laneOf(item));
  run.behind.push(...items.filter(isBehind));
  const free = run.slow.size === 0 ? items : items.filter((item) => !isBehind(item));
  const [first] = free;
  if (first === undefined) return;
  if (isOutage(run)) return void run.untried.push(...free);
  try {
    await handling.apply(free, run.slowSinceMs === undefined ? undefined : briefMs);
    if (run.slowSinceMs !== undefined) run.committed.push(...free);
  } catch (error) {
    await applyFailed(run, free, error);
  }
};

const isOutage = ({ slowSinceMs, committed }: Pick<Run<unknown>, 'slowSinceMs' | 'committed'>): boolean =>
  slowSinceMs !== undefined && committed.length === 0 && performance.now() - slowSinceMs > outageAfterMs;

const applyFailed = async <T>(run: Run<T>, items: readonly T[], error: unknown): Promise<void> => {
  const { handling, slow } = run;
  const kind = classifyDatabaseError(error);
  if (kind === 'outage') throw error;
  if (kind === 'slow') run.slowSinceMs ??= performance.now();
  const free = kind === 'locked' ? await setHeldAside(items, handling) : items;
  if (free.length < items.length) return applyPart(run, free);
  const [first] = items;
  if (items.length > 1) {
    const middle = Math.ceil(items.length / 2);
    await applyPart(run, items.slice(0, middle));
    return applyPart(run, items.slice(middle));
  }
  if (first === undefined) return;
  if (kind === 'data') return handling.refuse(first, error);
  if (kind === 'slow') return void slow.set(handling.laneOf(first), { item: first, reason: describeSlow(error) });
  // It loses deadlocks after all its tries, or waits for a lock that `findHeld` does not see.
  await handling.setAside(items);
};

/** Sets the slow items aside. Those without a proof that others are applied are left, with the items behind them. */
const endSlow = async <T>(run: Run<T>): Promise<readonly T[]> => {
  const { handling, behind, untried } = run;
  const proven = await findProven(run);
  const isProven = (item: T): boolean => proven.has(handling.laneOf(item));
  if (proven.size > 0) await handling.setSlowAside([...proven.values()], behind.filter(isProven));
  const rest = [...run.slow.values()].map(({ item }) => item).concat(behind);
  return [...rest.filter((item) => !isProven(item)), ...untried];
};

/** By lane: the slow items since whose timeout another merchant's item has committed. */
const findProven = async <T>({ handling, slow, committed }: Run<T>): Promise<ReadonlyMap<string, SlowItem<T>>> => {
  if (!handling.findOwners) return slow;
  if (committed.length === 0) return new Map();
  const owners = await handling.findOwners([...[...slow.values()].map(({ item }) => item), ...committed]);
  const committers = new Set(committed.map((item) => owners.get(item)));
  const isProven = ({ item }: SlowItem<T>): boolean => committers.size > Number(committers.has(owners.get(item)));
  return new Map([...slow].filter(([, one]) => isProven(one)));
};

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

/** The same of an item that takes too long. */
const describeSlow = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? `its statements fail or take too long: SQLSTATE ${error.code}`
    : 'its statements take too long together';

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
 * Settles attempts that come from no queue: acks, and expired leases. Those whose rows another session holds, and those that take too
 * long, are the result. Rejects where the database refuses one as data, after the others are settled.
 */
export const createSettleFree = (deps: {
  pool: Pool;
  settle: (attempts: readonly DeliveryAttempted[], statementMs?: number) => Promise<void>;
  /** Whether a held row is waited for once, or looked for first. */
  applyItems: typeof applyApart;
  aside: Aside;
}): SettleFree => {
  const laneOf = ({ delivery_id: id }: DeliveryAttempted): string => id;
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
