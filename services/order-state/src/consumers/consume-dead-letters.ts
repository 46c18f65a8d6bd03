import { createHash } from 'node:crypto';
import { deadQueueOf } from '@delivery/contracts';
import {
  ack,
  type Connection,
  type Consumer,
  createBatchConsumer,
  type MessagingLogger,
  OutageError,
  type Publisher,
  type ReceivedMessage,
  userIdHeader,
} from '@delivery/messaging';
import type { Queryable } from '@delivery/postgres';
import { insertDeadLetters, type NewDeadLetter } from '../dead-letters/queries.js';

const deadPrefetch = 100;

/** Moves the messages that a queue's consumers refused into the table `dead_letters`, where they are listed and replayed. */
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
  const { type, correlationId, userId, headers } = message.properties;
  return {
    queue,
    messageId: messageIdOf(message),
    type: type ?? null,
    reason: reasonOf(headers),
    detail: originOf(headers),
    body: message.body,
    properties: {
      correlation_id: correlationId ?? null,
      traceparent: headers['traceparent'] ?? null,
      // Its own, where the broker has given it up.
      user_id: userId ?? headers[userIdHeader] ?? null,
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

/** The id by which a message is found. A message without one is known by its content, which is the same when it comes again. */
const messageIdOf = ({ properties, body }: ReceivedMessage): string =>
  properties.messageId || createHash('sha256').update(body).digest('hex');
