import type { DeliveryAttempted } from '@delivery/contracts';
import { hasWaitedInVain, type Pool } from '@delivery/postgres';
import type { SettleFree } from '../ledger/lapse-taken.js';
import type { AttemptPlan } from '../ledger/rules/plan-attempts.js';
import type { SettleAttempts } from '../ledger/settle-attempts.js';
import { findLockedAttempts } from './find-locked-work.js';
import type { LockCaution } from './lock-caution.js';

/**
 * Settles attempts that come from no queue: acks, and what lapsed. As for those of the queue, a row that somebody holds is
 * waited for once; from then on such rows are looked for first, and hold up nothing else.
 */
export const createSettleFree =
  (deps: {
    pool: Pool;
    settle: SettleAttempts;
    caution: LockCaution;
    onSettled: (plan: AttemptPlan) => void;
  }): SettleFree =>
  async (attempts) => {
    if (!deps.caution.isOn()) {
      try {
        deps.onSettled(await deps.settle(attempts));
        return new Set();
      } catch (error) {
        if (!hasWaitedInVain(error)) throw error;
        deps.caution.raise();
      }
    }
    const held = await findLockedAttempts(deps.pool, attempts);
    if (held.size > 0) deps.caution.raise();
    const free = attempts.filter((attempt: DeliveryAttempted) => !held.has(attempt));
    if (free.length > 0) deps.onSettled(await deps.settle(free));
    return held;
  };
