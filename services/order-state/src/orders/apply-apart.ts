import { classifyDatabaseError, ColumnValueError } from '@delivery/postgres';

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
