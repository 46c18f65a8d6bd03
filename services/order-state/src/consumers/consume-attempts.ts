import { attemptReportSchema, queues, type AttemptReport, type DeliveryAttempted } from '@delivery/contracts';
import {
  createBatchConsumer,
  type Connection,
  type Consumer,
  type MessagingLogger,
  type Publisher,
} from '@delivery/messaging';
import type { Queryable } from '../db/pool.js';
import type { AttemptPlan } from '../ledger/plan-attempts.js';
import { guardLoneTries, loneFromDeliveryCount } from './guard-lone-tries.js';
import { createBatchHandler } from './handle-batch.js';

/** Reports handled in one transaction at most. Under load each holds some ten attempts. */
export const attemptsPrefetch = 50;

export const consumeAttempts = (deps: {
  connection: Connection;
  publisher: Publisher;
  pool: Queryable;
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
    isolateFromDeliveryCount: loneFromDeliveryCount,
    handleBatch: guardLoneTries({
      ...deps,
      queue: queues.attempts,
      handle: createBatchHandler<DeliveryAttempted, AttemptReport>({
        schema: attemptReportSchema,
        itemsOf: (report) => (report.type === 'attempts.reported' ? report.attempts : [report]),
        waitUntilHealthy: deps.waitUntilHealthy,
        apply: async (attempts) => {
          const startedAt = performance.now();
          deps.onSettled(await deps.settle(attempts), performance.now() - startedAt);
        },
      }),
    }),
  });
