import type { Pool } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { createOpenSecrets, type RetrySchedule } from '@delivery/webhooks';
import type { SettleAttempts } from './ledger/settle-attempts.js';
import {
  type AckMessages,
  createAckMessages,
  createExpireTaken,
  createTakeMessages,
  type TakeMessages,
} from './ledger/take-messages.js';
import type { Metrics } from './metrics.js';
import { applyApart, applyFree } from './orders/apply-apart.js';
import { createSettleFree } from './orders/settle-free.js';

/** Dependencies of pull endpoints beside the common ones. */
export type Pulling = {
  takeMessages: TakeMessages;
  ackMessages: AckMessages;
  /** See `createExpireTaken`. */
  expireTaken: () => Promise<void>;
};

export const createPulling = (deps: {
  pool: Pool;
  now: () => number;
  settle: SettleAttempts;
  sealer: Pick<Sealer, 'open'>;
  retrySchedule: RetrySchedule;
  metrics: Pick<Metrics, 'onTaken' | 'onAcked' | 'onExpired'>;
  /** Says when the relay has to look at last. */
  dueAt: (ms: number) => void;
  logger: Logger;
}): Pulling => {
  const { pool, now, metrics } = deps;
  return {
    takeMessages: createTakeMessages({
      ...deps,
      openSecrets: createOpenSecrets(deps.sealer),
      onTaken: (count, expiresAtMs) => {
        metrics.onTaken(count);
        deps.dueAt(expiresAtMs);
      },
    }),
    ackMessages: createAckMessages({
      pool,
      now,
      settle: createSettleFree({
        pool,
        settle: async (attempts) => metrics.onAcked(await deps.settle(attempts)),
        applyItems: applyApart,
      }),
    }),
    expireTaken: createExpireTaken({
      pool,
      now,
      random: Math.random,
      schedule: deps.retrySchedule,
      settle: createSettleFree({
        pool,
        settle: async (attempts) => metrics.onExpired(await deps.settle(attempts)),
        // A held delivery expires again with each look: the relay must not wait for it each time.
        applyItems: applyFree,
      }),
    }),
  };
};
