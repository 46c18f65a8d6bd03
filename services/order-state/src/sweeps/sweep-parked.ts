import type { OrderMessage } from '@delivery/contracts';
import { classifyDatabaseError, inTransaction, type Pool, retryConflicts } from '@delivery/postgres';
import type { ApplyMessages } from '../orders/apply-messages.js';
import { findLockedMessages } from '../orders/find-locked-work.js';
import type { LockCaution } from '../orders/lock-caution.js';
import { insertUndecidedCommands } from '../orders/sql/insert-commands.js';
import { firstParked, type ParkedCursor, readReadyParked, takeExpiredParked } from '../orders/sql/read-parked.js';

/** How long a command waits for its order. */
const parkedMaxMs = 10 * 60_000;
const expireMax = 500;
/** Commands looked at in one sweep, and applied in one transaction. */
const walkLimits = { stepMax: 2_000, readyMax: 200 };

export type SweepParkedDeps = { pool: Pool; apply: ApplyMessages; caution: Pick<LockCaution, 'raise'> };

/**
 * Applies parked commands whose order is there after all: a command parked while another replica was committing the
 * order is seen by neither transaction. Each sweep goes on where the one before it stopped.
 * @returns 0 when nothing is parked
 */
export const createSweepParked = (deps: SweepParkedDeps): (() => Promise<number>) => {
  let cursor: ParkedCursor = firstParked;
  return async () => {
    const { ready, looked, last } = await readReadyParked(deps.pool, cursor, walkLimits);
    const applied = ready.length > 0 ? await applyFree(deps, ready) : 0;
    const isOver = last === null || looked < walkLimits.stepMax;
    const left = looked + Number(cursor !== firstParked);
    // With more to apply than one transaction takes, the same step again.
    const hasMore = ready.length === walkLimits.readyMax && applied > 0;
    if (!hasMore) cursor = isOver ? firstParked : last;
    return left;
  };
};

/**
 * Those whose rows nobody holds. Where a row is held that no look at the orders shows, as a window, each is applied alone.
 * @returns how many
 */
const applyFree = async (deps: SweepParkedDeps, ready: readonly OrderMessage[]): Promise<number> => {
  const locked = await findLockedMessages(deps.pool, ready);
  const free = ready.filter((message) => !locked.has(message));
  if (free.length === 0 || (await isApplied(deps, free))) return free.length;
  let applied = 0;
  for (const message of free) if (await isApplied(deps, [message])) applied += 1;
  return applied;
};

/** Not where somebody holds a row: the sweep comes to it again. */
const isApplied = async ({ apply, caution }: SweepParkedDeps, messages: readonly OrderMessage[]): Promise<boolean> => {
  try {
    await apply(messages);
    return true;
  } catch (error) {
    if (classifyDatabaseError(error) !== 'locked') throw error;
    caution.raise();
    return false;
  }
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
