import type { ApplyMessages } from '../commands/apply-messages.js';
import { findLockedMessages } from '../commands/find-locked-work.js';
import { readReadyParked, takeExpiredParked } from '../db/read-parked.js';
import { retryConflicts } from '../db/error-kind.js';
import { insertUndecidedCommands } from '../db/insert-commands.js';
import { inTransaction, type Pool } from '../db/pool.js';

/** How long a command waits for its order. */
export const parkedMaxMs = 10 * 60_000;
const parkedBatchMax = 200;

/**
 * Applies parked commands whose order is there after all: a command parked while another replica was committing the
 * order is seen by neither transaction.
 * @returns how many commands are still parked
 */
export const sweepParked = async (deps: { pool: Pool; apply: ApplyMessages }): Promise<number> => {
  const { ready, parked } = await readReadyParked(deps.pool, parkedBatchMax);
  const locked = ready.length > 0 ? await findLockedMessages(deps.pool, ready) : new Set();
  const free = ready.filter((message) => !locked.has(message));
  if (free.length > 0) await deps.apply(free);
  return parked - free.length;
};

/** Refuses, on record, the commands whose order never came. */
export const sweepExpiredParked = async (deps: { pool: Pool; now: () => number }): Promise<number> => {
  const now = new Date(deps.now());
  return retryConflicts(() =>
    inTransaction(deps.pool, async (client) => {
      const expired = await takeExpiredParked(client, new Date(now.getTime() - parkedMaxMs), parkedBatchMax);
      if (expired.length === 0) return 0;
      const records = expired.map((message) => ({
        message,
        outcome: 'refused' as const,
        code: 'parked_expired' as const,
        detail: 'its order never arrived',
        afterSequence: 0,
      }));
      return insertUndecidedCommands(client, records, now);
    }),
  );
};
