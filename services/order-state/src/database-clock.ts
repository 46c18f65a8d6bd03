import { type Pool, queryOne } from '@delivery/postgres';

/** Readiness and the alert speak of a difference beyond it. */
export const skewMaxMs = 1_000;

export type DatabaseClock = {
  /** Milliseconds since 1970 by the database's clock; by this machine's before the first `measure`. */
  now: () => number;
  /** How much this machine's clock is ahead of the database's; `undefined` before the first `measure`. */
  skewMs: () => number | undefined;
  /**
   * Asks the database. Between two calls the time advances monotonically, even if this machine's clock is set.
   * @returns by how many milliseconds the time was set back
   */
  measure: () => Promise<number>;
};

type Clocks = { own: () => number; monotonicMs: () => number };
const clocksOfMachine: Clocks = { own: Date.now, monotonicMs: () => performance.now() };

/**
 * The time by which all replicas decide: due times, leases, retention. Machines' clocks differ, and the database has
 * one; most of its statements compare with `now()` besides. A replica keeps its offset instead of asking in every
 * transaction.
 */
export const createDatabaseClock = (pool: Pool, { own, monotonicMs }: Clocks = clocksOfMachine): DatabaseClock => {
  /** How much the database's clock is ahead of the monotonic one. */
  let aheadMs: number | undefined;
  const now = (): number => (aheadMs === undefined ? own() : Math.round(monotonicMs() + aheadMs));
  return {
    now,
    skewMs: () => (aheadMs === undefined ? undefined : own() - now()),
    measure: async () => {
      const askedMs = monotonicMs();
      const { ms } = await queryOne<{ ms: number }>(
        pool,
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
      );
      // The database read its clock between the question and the answer. While the known offset fits, it stays.
      const [leastMs, mostMs] = [ms - monotonicMs(), ms - askedMs];
      const beforeMs = aheadMs;
      aheadMs = Math.min(Math.max(aheadMs ?? (leastMs + mostMs) / 2, leastMs), mostMs);
      return beforeMs === undefined ? 0 : Math.max(0, beforeMs - aheadMs);
    },
  };
};
