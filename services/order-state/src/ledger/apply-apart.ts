import { classifyDatabaseError, ColumnValueError } from '@delivery/postgres';

export type Apart<T> = {
  /**
   * Applies items in one transaction, or rejects and has applied nothing.
   * @param statementMs how long a statement may run, if less than usual
   */
  apply: (items: readonly T[], statementMs?: number) => Promise<void>;
  /** Finds the items that need a row that another session holds now. */
  findHeld: (items: readonly T[]) => Promise<ReadonlySet<T>>;
  /** Called with the items that need such a row. It ends before later items are applied. */
  setAside: (held: readonly T[]) => Promise<void> | void;
  /** Called with an item that the database refuses as data. */
  refuse: (item: T, error: unknown) => Promise<void> | void;
  /**
   * Called with items whose statements take too long or fail inside Postgres, each of them alone.
   * @param behind later items of their lanes, which were not tried
   */
  setSlowAside: (slow: readonly SlowItem<T>[], behind: readonly T[]) => Promise<void> | void;
  /** Items of one lane are applied in their order, or not at all. */
  laneOf: (item: T) => string;
  /**
   * The merchants whose items these are. An item is set aside as slow once an item of another merchant has committed
   * since the first timeout. Absent: no such proof is needed, because the caller sets nothing aside for longer than the
   * call, or has set the items aside already.
   */
  findOwners?: (items: readonly T[]) => Promise<ReadonlyMap<T, string>>;
};

export type SlowItem<T> = { item: T; reason: string };

/** How long a statement may run while the slow items of a batch are looked for: halving costs many timeouts. */
export const briefMs = 2_000;
/** If nothing commits for this long after the first timeout, Postgres is slow for all. */
const outageAfterMs = 30_000;

type Run<T> = {
  handling: Apart<T>;
  /** When a statement first took too long. From then on each may run for `briefMs`. */
  slowSinceMs: number | undefined;
  /** Items that were committed since then. */
  committed: T[];
  /** Slow items by lane. */
  slow: Map<string, SlowItem<T>>;
  /** Slow items that were found before anything was committed. */
  early: T[];
  behind: T[];
  untried: T[];
};

/**
 * Applies items together. If some need a row that another session holds for longer than `lock_timeout`, take too long,
 * or are refused by the database as data, it finds them and applies the others. Rejects when the database is away.
 * @param start `brief`: statements may run for `briefMs` from the start
 * @returns items that were neither applied nor set aside, because Postgres may be slow for all
 */
export const applyApart = async <T>(
  items: readonly T[],
  handling: Apart<T>,
  start: 'patient' | 'brief' = 'patient',
): Promise<readonly T[]> => {
  const slowSinceMs = start === 'brief' ? performance.now() : undefined;
  const run: Run<T> = { handling, slowSinceMs, committed: [], slow: new Map(), early: [], behind: [], untried: [] };
  await applyPart(run, items);
  return run.slow.size === 0 ? run.untried : endSlow(run);
};

/** For items that have waited before: held rows are looked for first, and nothing waits for them. */
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
  if (kind === 'slow') {
    if (run.committed.length === 0) run.early.push(first);
    return void slow.set(handling.laneOf(first), { item: first, reason: describeSlow(error) });
  }
  // It loses deadlocks after all its tries, or waits for a lock that `findHeld` does not see.
  await handling.setAside(items);
};

/** Sets the slow items aside. Those without a proof that others are applied are left, with the items behind them. */
const endSlow = async <T>(run: Run<T>): Promise<readonly T[]> => {
  await retryEarly(run);
  const { handling, behind, untried } = run;
  const proven = await findProven(run);
  const isProven = (item: T): boolean => proven.has(handling.laneOf(item));
  if (proven.size > 0) await handling.setSlowAside([...proven.values()], behind.filter(isProven));
  const rest = [...run.slow.values()].map(({ item }) => item).concat(behind);
  return [...rest.filter((item) => !isProven(item)), ...untried];
};

/**
 * Tries items again that took too long before anything was applied, and the items behind them: Postgres may have
 * recovered since.
 */
const retryEarly = async <T>(run: Run<T>): Promise<void> => {
  if (run.committed.length === 0) return;
  for (const item of run.early.splice(0)) {
    run.slow.delete(run.handling.laneOf(item));
    await applyPart(run, [item]);
  }
  await applyPart(run, run.behind.splice(0));
};

/** Slow items by lane, if an item of another merchant has committed since their timeout. */
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

/** Why something was refused. An error's text may quote row data, so only its kind, code and constraint are kept. */
export const describeRefusal = (error: unknown): string => {
  if (!(error instanceof Error)) return 'could not be applied';
  if (error instanceof ColumnValueError) return `could not be applied: ${error.message}`;
  if (!('code' in error) || typeof error.code !== 'string') return `could not be applied: ${error.name}`;
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? ` (${error.constraint})` : '';
  return `refused by the database: SQLSTATE ${error.code}${constraint}`;
};

/** Why an item that takes too long was refused. */
const describeSlow = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? `its statements fail or take too long: SQLSTATE ${error.code}`
    : 'its statements take too long together';
