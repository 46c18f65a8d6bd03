import { createHash } from 'node:crypto';
import {
  type AttemptsReported,
  attemptsReportedSchema,
  deadQueueOf,
  type DeliveryAttempted,
  exchanges,
  type Heartbeat,
  heartbeatSchema,
  queues,
} from '@delivery/contracts';
import {
  ack,
  type Connection,
  type Consumer,
  createBatchConsumer,
  createBroadcastListener,
  type MessagingLogger,
  OutageError,
  type Publisher,
  type ReceivedMessage,
} from '@delivery/messaging';
import { type Pool, type Queryable, waitUntilHealthy } from '@delivery/postgres';
import type { BoundedLog, Logger } from '@delivery/service-kit';
import { readTraceparent, type Tracer } from '@delivery/tracing';
import type { Engine } from '../create-engine.js';
import { insertDeadLetters, type NewDeadLetter } from '../dead-letters/queries.js';
import type { ParkedAttempt } from '../ledger/queries/sweep.js';
import type { Metrics } from '../metrics.js';
import { findLockedAttempts } from '../orders/find-locked.js';
import { consumeOrders, createApplyInTraces } from './consume-orders.js';
import { createBatchHandler } from './handle-batch.js';

/** The consumers by their queues. */
export type Consumers = ReadonlyMap<string, Consumer>;

/** All that is consumed here. */
export const consumedQueues: readonly string[] = [
  queues.orders,
  queues.attempts,
  ...Object.values(queues).map(deadQueueOf),
];

/** Begins to consume. Everything stops and drains with the connection. */
export const startConsumers = (deps: {
  consuming: Connection;
  engine: Engine;
  pool: Pool;
  now: () => number;
  metrics: Metrics;
  logger: Logger;
  tracer: Tracer | undefined;
}): Consumers => {
  const { engine, metrics, logger, pool } = deps;
  const common = {
    connection: deps.consuming,
    publisher: engine.publisher,
    pool,
    logger,
    now: deps.now,
    waitUntilHealthy: (signal: AbortSignal) => waitUntilHealthy(pool, signal),
  };
  const orders = consumeOrders({
    ...common,
    apply: createApplyInTraces(engine.apply, deps.tracer),
    onSetAside: engine.onSetAside,
    sandboxMerchants: engine.sandboxMerchants,
    sendVerdict: engine.verdicts.publishUnconfirmed,
    onApplied: (batch, messages, durationMs) => {
      metrics.onApplied(batch, messages, durationMs);
      logRefusals(logger, batch.plan.commands);
    },
  });
  const attempts = consumeAttempts({ ...common, settleReported: engine.settleReported, park: engine.parkAttempts });
  return new Map([
    [queues.orders, orders],
    [queues.attempts, attempts],
    ...Object.values(queues).map((queue) => [deadQueueOf(queue), consumeDeadLetters({ ...common, queue })] as const),
  ]);
};

/** Counts successes and logs each refusal. */
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
  settleReported: (attempts: readonly DeliveryAttempted[], statementMs?: number) => Promise<void>;
  park: (attempts: readonly ParkedAttempt[]) => Promise<void>;
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
      apply: (entries, statementMs) =>
        deps.settleReported(
          entries.map(({ item }) => item),
          statementMs,
        ),
      laneOf: ({ item }) => item.endpoint_id,
      findOwners: (entries) => Promise.resolve(new Map(entries.map((entry) => [entry, entry.item.owner_id]))),
      setSlowAside: (slow, behind) =>
        deps.park([
          ...slow.map(({ item, reason }) => ({ attempt: item.item, slowReason: reason })),
          ...behind.map(({ item }) => ({ attempt: item, slowReason: null })),
        ]),
      findHeld: (entries) => findLockedAttempts(deps.pool, entries, ({ item }) => item),
      park: (entries) => deps.park(entries.map(({ item }) => ({ attempt: item, slowReason: null }))),
      waitUntilHealthy: deps.waitUntilHealthy,
    }),
  });

const deadPrefetch = 100;

/**
 * Moves the messages that a queue's consumers refused into the table `dead_letters`, where they are listed and
 * replayed.
 */
export const consumeDeadLetters = (deps: {
  connection: Connection;
  publisher: Publisher;
  pool: Queryable;
  queue: string;
  now: () => number;
  waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
  logger: MessagingLogger;
}): Consumer =>
  createBatchConsumer({
    connection: deps.connection,
    publisher: deps.publisher,
    logger: deps.logger,
    queue: deadQueueOf(deps.queue),
    prefetch: deadPrefetch,
    handleBatch: async (messages) => {
      const letters = messages.map((message) => toDeadLetter(deps.queue, message, deps.now()));
      try {
        await insertDeadLetters(deps.pool, letters);
      } catch (error) {
        throw new OutageError('dead letters cannot be stored', {
          cause: error,
          waitUntilHealthy: deps.waitUntilHealthy,
        });
      }
      for (const { messageId, reason } of letters) {
        deps.logger.warn({ queue: deps.queue, messageId, reason }, 'dead_letter.stored');
      }
      return messages.map(() => ack);
    },
  });

const toDeadLetter = (queue: string, message: ReceivedMessage, nowMs: number): NewDeadLetter => {
  const { type, correlationId, headers } = message.properties;
  return {
    queue,
    messageId: messageIdOf(message),
    type: type ?? null,
    // They may quote what a publisher wrote; Postgres holds no U+0000.
    reason: reasonOf(headers).replaceAll('\0', '\ufffd'),
    detail: originOf(headers)?.replaceAll('\0', '\ufffd') ?? null,
    body: message.body,
    properties: {
      correlation_id: correlationId ?? null,
      traceparent: readTraceparent(headers['traceparent']) ?? null,
    },
    atMs: nowMs,
  };
};

/** Either the consumer said why, or the broker gave up redelivering. */
const reasonOf = (headers: Readonly<Record<string, unknown>>): string => {
  const given = headers['x-dead-reason'];
  if (typeof given === 'string') return given;
  const brokers = headers['x-first-death-reason'];
  return brokers === 'delivery_limit'
    ? 'delivery limit reached: every delivery ended without an ack or nack'
    : 'unknown';
};

/** Where it was published, as its refusing consumer wrote it into the headers. Names of the topology, never content. */
const originOf = (headers: Readonly<Record<string, unknown>>): string | null => {
  const [exchange, routingKey, count] = ['exchange', 'routing-key', 'delivery-count'].map(
    (name) => headers[`x-dead-${name}`],
  );
  if (typeof exchange !== 'string' || typeof routingKey !== 'string') return null;
  const from = exchange === '' ? 'the default exchange' : `exchange ${exchange}`;
  return `from ${from}, routing key ${routingKey}, redelivered ${typeof count === 'number' ? count : 0} times`;
};

/**
 * The id by which a message is found. A message without one is known by its content, which is the same when it comes
 * again.
 */
const messageIdOf = ({ properties, body }: ReceivedMessage): string =>
  properties.messageId || createHash('sha256').update(body).digest('hex');

/** Notes heartbeats of dispatchers as they come. While one of a replica is being noted, the next ones are left out. */
export const hearHeartbeats = (deps: {
  connection: Connection;
  note: (heartbeat: Heartbeat) => Promise<void>;
  log: BoundedLog;
}): void => {
  const underWay = new Set<string>();
  const listener = createBroadcastListener(deps.connection, {
    exchange: exchanges.heartbeats,
    onMessage: (value) => {
      const { data, error } = heartbeatSchema.safeParse(value);
      // Perhaps of another release.
      if (!data) return deps.log('warn', { err: error }, 'heartbeat.parse_failed');
      const key = `${data.type} ${data.service} ${data.name}`;
      if (underWay.has(key)) return;
      underWay.add(key);
      deps
        .note(data)
        .catch((cause: unknown) => deps.log('warn', { err: cause }, 'heartbeat.not_noted'))
        .finally(() => underWay.delete(key));
    },
  });
  listener.listen();
};
