import { queues } from '@delivery/contracts';
import type { Connection } from '@delivery/messaging';
import { type Pool, waitUntilHealthy } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import type { Tracer } from '@delivery/tracing';
import type { Engine } from '../create-engine.js';
import type { Metrics } from '../metrics.js';
import { createApplyInTraces } from './apply-in-traces.js';
import { consumeAttempts } from './consume-attempts.js';
import { consumeDeadLetters } from './consume-dead-letters.js';
import { consumeOrders } from './consume-orders.js';

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
