import { type AttemptsReported, attemptsReportedSchema, type DeliveryAttempted, queues } from '@delivery/contracts';
import {
  type Connection,
  type Consumer,
  createBatchConsumer,
  type MessagingLogger,
  type Publisher,
} from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import type { AttemptPlan } from '../ledger/rules/plan-attempts.js';
import { merchantShareMax } from '../ledger/rules/window.js';
import { findLockedAttempts } from '../orders/find-locked-work.js';
import type { LockCaution } from '../orders/lock-caution.js';
import { guardLoneTries, loneFromDeliveryCount } from './guard-lone-tries.js';
import { createBatchHandler } from './handle-batch.js';

/** Reports handled in one transaction at most. Under load each holds some ten attempts. */
const attemptsBatchMax = 50;
const attemptsPrefetch = 6 * attemptsBatchMax;
/** With those that wait for a window that somebody holds: as many as may be in flight to a dozen such merchants. */
const attemptsInHandMax = 12 * merchantShareMax;

export const consumeAttempts = (deps: {
  connection: Connection;
  publisher: Publisher;
  pool: Pool;
  caution: LockCaution;
  settle: (attempts: readonly DeliveryAttempted[]) => Promise<AttemptPlan>;
  waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
  onSettled: (plan: AttemptPlan, durationMs: number) => void;
  logger: MessagingLogger;
}): Consumer =>
  createBatchConsumer({
    connection: deps.connection,
    publisher: deps.publisher,
    logger: deps.logger,
    queue: queues.attempts,
    prefetch: attemptsPrefetch,
    inHandMax: attemptsInHandMax,
    batchMax: attemptsBatchMax,
    isolateFromDeliveryCount: loneFromDeliveryCount,
    handleBatch: guardLoneTries({
      ...deps,
      queue: queues.attempts,
      handle: createBatchHandler<DeliveryAttempted, AttemptsReported>({
        schema: attemptsReportedSchema,
        itemsOf: ({ attempts }) => attempts,
        subjectOf: ({ delivery_id: deliveryId }) => deliveryId,
        findLocked: (items) => findLockedAttempts(deps.pool, items),
        caution: deps.caution,
        waitUntilHealthy: deps.waitUntilHealthy,
        apply: async (attempts) => {
          const startedAt = performance.now();
          deps.onSettled(await deps.settle(attempts), performance.now() - startedAt);
        },
      }),
    }),
  });
