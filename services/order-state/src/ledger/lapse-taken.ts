import type { DeliveryAttempted } from '@delivery/contracts';
import type { Pool } from '@delivery/postgres';
import type { RetrySchedule } from '@delivery/webhooks';
import { readLapsed } from './queries/pulled.js';
import { lapsedAttempt } from './rules/pulled-attempts.js';

/** Settles attempts, but for those of rows that somebody holds: these are the result. */
export type SettleFree = (attempts: readonly DeliveryAttempted[]) => Promise<ReadonlySet<DeliveryAttempted>>;

/** Of one transaction. */
const lapseMax = 500;

/**
 * Ends attempts whose visibility is over: they failed, and the schedule goes on. An attempt that another replica ends at the
 * same time is stale, and changes nothing twice.
 */
export const createLapseTaken =
  (deps: { pool: Pool; now: () => number; random: () => number; schedule: RetrySchedule; settle: SettleFree }) =>
  async (): Promise<void> => {
    for (;;) {
      const nowMs = deps.now();
      const lapsed = await readLapsed(deps.pool, new Date(nowMs), lapseMax);
      if (lapsed.length === 0) return;
      const held = await deps.settle(
        lapsed.map((delivery) => lapsedAttempt(delivery, deps.schedule, { nowMs, random: deps.random() })),
      );
      // What is held would be found first again: it comes with the next look.
      if (lapsed.length < lapseMax || held.size > 0) return;
    }
  };
