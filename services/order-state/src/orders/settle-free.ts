import type { DeliveryAttempted } from '@delivery/contracts';
import type { Pool } from '@delivery/postgres';
import type { SettleFree } from '../ledger/take-messages.js';
import type { applyApart } from './apply-apart.js';
import { findLockedAttempts } from './find-locked-work.js';

/** Settles attempts that come from no queue: acks, and expired leases. Those whose rows another session holds are the result. */
export const createSettleFree =
  (deps: {
    pool: Pool;
    settle: (attempts: readonly DeliveryAttempted[]) => Promise<void>;
    /** Whether a held row is waited for once, or looked for first. */
    applyItems: typeof applyApart;
  }): SettleFree =>
  async (attempts) => {
    const held = new Set<DeliveryAttempted>();
    await deps.applyItems(attempts, {
      apply: deps.settle,
      findHeld: (some) => findLockedAttempts(deps.pool, some),
      setAside: (some) => some.forEach((attempt) => held.add(attempt)),
      refuse: (_attempt, error) => {
        throw error;
      },
    });
    return held;
  };
