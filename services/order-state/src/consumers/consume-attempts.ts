import { type AttemptsReported, attemptsReportedSchema, type DeliveryAttempted, queues } from '@delivery/contracts';
import {
  type Connection,
  type Consumer,
  createBatchConsumer,
  type MessagingLogger,
  type Publisher,
} from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import { findLockedAttempts } from '../orders/find-locked-work.js';
import { createBatchHandler, findHeldEntries } from './handle-batch.js';

/** Reports handled in one transaction at most. Under load each holds some ten attempts. */
const attemptsBatchMax = 50;
const attemptsPrefetch = 6 * attemptsBatchMax;

export const consumeAttempts = (deps: {
  connection: Connection;
  publisher: Publisher;
  pool: Pool;
  settleReported: (attempts: readonly DeliveryAttempted[]) => Promise<void>;
  park: (attempts: readonly DeliveryAttempted[]) => Promise<void>;
  waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
  logger: MessagingLogger;
}): Consumer =>
  createBatchConsumer({
    connection: deps.connection,
    publisher: deps.publisher,
    logger: deps.logger,
    queue: queues.attempts,
    prefetch: attemptsPrefetch,
    batchMax: attemptsBatchMax,
    handleBatch: createBatchHandler<DeliveryAttempted, AttemptsReported>({
      schema: attemptsReportedSchema,
      itemsOf: ({ attempts }) => attempts,
      apply: (entries) => deps.settleReported(entries.map(({ item }) => item)),
      findHeld: (entries) => findHeldEntries(entries, (items) => findLockedAttempts(deps.pool, items)),
      park: (entries) => deps.park(entries.map(({ item }) => item)),
      waitUntilHealthy: deps.waitUntilHealthy,
    }),
  });
