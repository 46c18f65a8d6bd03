import type { ApplyMessages } from '../orders/apply-messages.js';
import { findLockedMessages } from '../orders/find-locked-work.js';
import { firstParked, readReadyParked, takeExpiredParked, type ParkedCursor } from '../orders/sql/read-parked.js';
import { inTransaction, type Pool, retryConflicts } from '@delivery/postgres';
import { insertUndecidedCommands } from '../orders/sql/insert-commands.js';

/** How long a command waits for its order. */
export const parkedMaxMs = 10 * 60_000;
const expireMax = 500;
/** Commands looked at in one sweep, and applied in one transaction. */
const walkLimits = { stepMax: 2_000, readyMax: 200 };

/**
 * Applies parked commands whose order is there after all: a command parked while another replica was committing the
 * order is seen by neither transaction. Each sweep goes on where the one before it stopped.
 * @returns 0 when nothing is parked
 */
export const createSweepParked = (deps: { pool: Pool; apply: ApplyMessages }): (() => Promise<number>) => {
  let cursor: ParkedCursor = firstParked;
  return async () => {
    const { ready, looked, last } = await readReadyParked(deps.pool, cursor, walkLimits);
    const locked = ready.length > 0 ? await findLockedMessages(deps.pool, ready) : new Set();
    const free = ready.filter((message) => !locked.has(message));
    if (free.length > 0) await deps.apply(free);
    const isOver = last === null || looked < walkLimits.stepMax;
    const left = looked + Number(cursor !== firstParked);
    // With more to apply than one transaction takes, the same step again.
    const hasMore = ready.length === walkLimits.readyMax && free.length > 0;
    if (!hasMore) cursor = isOver ? firstParked : last;
    return left;
  };
};

/**
 * Refuses, on record, commands whose order never came.
 * @returns how many: as long as there are any, more may be due
 */
export const sweepExpiredParked = async (deps: { pool: Pool; now: () => number }): Promise<number> => {
  const now = new Date(deps.now());
  return retryConflicts(() =>
    inTransaction(deps.pool, async (client) => {
      const expired = await takeExpiredParked(client, new Date(now.getTime() - parkedMaxMs), expireMax);
      const records = expired.map((message) => ({
        message,
        outcome: 'refused' as const,
        code: 'parked_expired' as const,
        detail: 'its order never arrived',
        afterSequence: 0,
      }));
      if (records.length > 0) await insertUndecidedCommands(client, records, now);
      return expired.length;
    }),
  );
};
