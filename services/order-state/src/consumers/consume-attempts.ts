import { attemptReportSchema, queues, type AttemptReport, type DeliveryAttempted } from '@delivery/contracts';
import {
  createBatchConsumer,
  type Connection,
  type Consumer,
  type MessagingLogger,
  type Publisher,
} from '@delivery/messaging';
import { classifyDatabaseError } from '../db/error-kind.js';
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
      handle: createBatchHandler<AttemptReport>({
        schema: attemptReportSchema,
        waitUntilHealthy: deps.waitUntilHealthy,
        apply: (reports) => settleReports(settleObserved(deps), reports),
      }),
    }),
  });

type Settle = (attempts: readonly DeliveryAttempted[]) => Promise<void>;

const settleObserved =
  ({ settle, onSettled }: Pick<Parameters<typeof consumeAttempts>[0], 'settle' | 'onSettled'>): Settle =>
  async (attempts) => {
    const startedAt = performance.now();
    onSettled(await settle(attempts), performance.now() - startedAt);
  };

/** Of a report that the database refuses, only the attempts at fault stay unsettled: it comes alone, and each of them too. */
const settleReports = async (settle: Settle, reports: readonly AttemptReport[]): Promise<void> => {
  const attempts = reports.flatMap((report) => (report.type === 'attempts.reported' ? report.attempts : [report]));
  try {
    await settle(attempts);
  } catch (error) {
    if (reports.length > 1 || attempts.length === 1 || classifyDatabaseError(error) !== 'data') throw error;
    let isAnyRefused = false;
    for (const attempt of attempts) {
      try {
        await settle([attempt]);
      } catch (alone) {
        // Anything but a refusal is an outage or a lost race: the report comes again, and what is settled is settled.
        if (classifyDatabaseError(alone) !== 'data') throw alone;
        isAnyRefused = true;
      }
    }
    if (isAnyRefused) throw error;
  }
};
