import type { Backoff } from './backoff.js';
import type { Connection } from './connection.js';
import type { MessagingLogger } from './logger.js';
import type { ReceivedMessage } from './message.js';
import type { Publisher } from './publisher.js';

/**
 * The disposition of one message, decided by its handler.
 * `ack`: done. `dead-letter`: this message is at fault and goes to `<queue>.dead` with the reason.
 * `requeue`: try again later, on this or another replica; each time raises its delivery count.
 */
export type Disposition = { kind: 'ack' } | { kind: 'dead-letter'; reason: string } | { kind: 'requeue' };

export const ack: Disposition = { kind: 'ack' };
export const requeue: Disposition = { kind: 'requeue' };
/** `reason` is short and free of customers' data: it is shown to operators. */
export const deadLetter = (reason: string): Disposition => ({ kind: 'dead-letter', reason });

export type ConsumerOptions = {
  /** A connection that only consumes. */
  connection: Connection;
  /** For dead letters; on the other connection. */
  publisher: Publisher;
  queue: string;
  /**
   * Unacknowledged messages in hand at once; one more for a moment after a new consumer's first message, and up to twice as
   * many while messages wait for their requeue.
   */
  prefetch: number;
  logger: MessagingLogger;
  /** From this `x-delivery-count` on a message is handled alone, with nothing else in hand. Default 3. */
  isolateFromDeliveryCount?: number;
  /** From this `x-delivery-count` on a message goes to `giveUp` instead of the handler. Default 15, at least `isolateFromDeliveryCount`. */
  giveUpFromDeliveryCount?: number;
  /** Ends a message that is not handled any more. Default: a dead letter that says how often it was delivered. */
  giveUp?: (message: ReceivedMessage) => Promise<Disposition>;
  /** How long a message waits before it is requeued, growing with its delivery count. Default 1 s to 60 s. */
  requeueDelay?: Backoff;
  /** Between the tries of an outage, or of a dead letter's publish. Default 100 ms to 5 s. */
  outageBackoff?: Backoff;
};

/** Holds the messages that were delivered and not started, and decides which are started next. */
export type WaitingMessages<Item> = {
  add: (item: Item) => void;
  /** The messages for one call of the handler; empty only where none waits. */
  takeBatch: () => Item[];
  takeAll: () => Item[];
  size: () => number;
};

export type Consumer = {
  /** Messages delivered and not started, and calls of the handler under way. */
  load(): { waiting: number; running: number };
  isInOutage: () => boolean;
  /**
   * Takes no more work, requeues messages that are not started, lets running handlers finish and settle for at most
   * `timeoutMs`, then closes the channel: the broker requeues messages that are still unsettled.
   */
  drain: (limits: { timeoutMs: number }) => Promise<void>;
};
