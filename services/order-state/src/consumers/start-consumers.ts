import { type AttemptsReported, attemptsReportedSchema, type DeliveryAttempted, queues } from '@delivery/contracts';
import {
  type Connection,
  type Consumer,
  createBatchConsumer,
  type MessagingLogger,
  type Publisher,
} from '@delivery/messaging';
import { type Pool, waitUntilHealthy } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import type { Tracer } from '@delivery/tracing';
import type { Engine } from '../create-engine.js';
import type { Metrics } from '../metrics.js';
import { findLockedAttempts } from '../orders/apply-apart.js';
import { consumeDeadLetters } from './consume-dead-letters.js';
import { consumeOrders, createApplyInTraces } from './consume-orders.js';
import { createBatchHandler, findHeldEntries } from './handle-batch.js';

/** Begins to consume. Everything stops and drains with the connection. */
export const startConsumers = (deps: {
  consuming: Connection;
  engine: Engine;
  pool: Pool;
  now: () => number;
  metrics: Metrics;
  logger: Logger;
  tracer: Tracer | undefined;
}): void => {
  const { engine, metrics, logger, pool } = deps;
  const common = {
    connection: deps.consuming,
    publisher: engine.publisher,
    pool,
    logger,
    now: deps.now,
    waitUntilHealthy: (signal: AbortSignal) => waitUntilHealthy(pool, signal),
  };
  consumeOrders({
    ...common,
    apply: createApplyInTraces(engine.apply, deps.tracer),
    sandboxMerchants: engine.sandboxMerchants,
    sendVerdict: engine.verdicts.publishUnconfirmed,
    onApplied: (batch, messages, durationMs) => {
      metrics.onApplied(batch, messages, durationMs);
      logRefusals(logger, batch.plan.commands);
    },
  });
  consumeAttempts({ ...common, settleReported: engine.settleReported, park: engine.parkAttempts });
  for (const queue of Object.values(queues)) consumeDeadLetters({ ...common, queue });
};

/** Successes are counted, refusals are told: one line each. */
const logRefusals = (logger: Logger, commands: readonly RefusalFields[]): void => {
  for (const { message, outcome, code } of commands) {
    if (outcome !== 'refused') continue;
    logger.info({ messageId: message.id, orderId: message.order_id, type: message.type, code }, 'command.refused');
  }
};

type RefusalFields = { message: { id: string; order_id: string; type: string }; outcome: string; code: string | null };

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
