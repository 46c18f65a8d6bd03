import type { Connection } from './connection.js';
import type { Disposition } from './disposition.js';
import type { ReceivedMessage } from './message.js';
import type { Publisher } from './publisher.js';
import type { MessagingLogger } from './reconnect-loop.js';
import type { Backoff } from './waiting.js';

export type ConsumerOptions = {
  /** A connection that only consumes. */
  connection: Connection;
  /** For dead letters; on the other connection. */
  publisher: Publisher;
  queue: string;
  /**
   * Unacknowledged messages in hand at once; one more for a moment after a new consumer's first message, and up to
   * twice as many while messages wait for their requeue.
   */
  prefetch: number;
  logger: MessagingLogger;
  /** From this `x-delivery-count` on a message is handled alone, with nothing else in hand. Default 3. */
  isolateFromDeliveryCount?: number;
  /**
   * From this `x-delivery-count` on a message goes to `giveUp` instead of the handler. Default 15, at least
   * `isolateFromDeliveryCount`.
   */
  giveUpFromDeliveryCount?: number;
  /** Ends a message that is not handled any more. Default: a dead letter that says how often it was delivered. */
  giveUp?: (message: ReceivedMessage) => Promise<Disposition>;
  /** How long a message waits before it is requeued, growing with its delivery count. Default 1 s to 60 s. */
  requeueDelay?: Backoff;
  /** Between the tries of an outage, or of a dead letter's publish. Default 100 ms to 5 s. */
  outageBackoff?: Backoff;
};

export type MessageConsumerOptions = ConsumerOptions & {
  /** Called once per message, for up to `prefetch` messages at once. Errors as with the batch consumer. */
  handle: (message: ReceivedMessage) => Promise<Disposition>;
};

/** One disposition per message, in the order of the messages. */
export type BatchOutcome = readonly Disposition[];

export type BatchConsumerOptions = ConsumerOptions & {
  /** Messages in one batch. Default: the prefetch. */
  batchMax?: number;
  /**
   * In which order messages in hand are handled, and how many at once. Default: as they came, `batchMax` at once.
   * @param messageOf reads the message of an item
   */
  createWaiting?: <Item>(messageOf: (item: Item) => ReceivedMessage) => WaitingMessages<Item>;
  /**
   * Called with all that has arrived since the last call, one call at a time. Throw OutageError when something it
   * needs is away: the same messages come again when that is back. Any other error: each message comes again alone.
   */
  handleBatch: (messages: readonly ReceivedMessage[]) => Promise<BatchOutcome>;
};

/** Holds the messages that were delivered and not started, and decides which are started next. */
export type WaitingMessages<Item> = {
  add: (item: Item) => void;
  /** The messages for one call of the handler; empty only where none waits. */
  takeBatch: () => Item[];
  takeAll: () => Item[];
  /** Adds messages of an earlier batch, so that the next one holds some of them and, if others wait, some of those. */
  putBack: (items: readonly Item[]) => void;
  size: () => number;
};

export const asTheyCome = <Item>(takeMax: number): WaitingMessages<Item> => {
  const items: Item[] = [];
  return {
    add: (item) => void items.push(item),
    takeBatch: () => items.splice(0, takeMax),
    takeAll: () => items.splice(0),
    putBack: (earlier) => {
      const later = items.splice(0);
      earlier.forEach((item, place) => items.push(item, ...later.slice(place, place + 1)));
      items.push(...later.slice(earlier.length));
    },
    size: () => items.length,
  };
};

export type Consumer = {
  /** Messages delivered and not started, and calls of the handler under way. */
  load(): { waiting: number; running: number };
  isInOutage: () => boolean;
  /** For how long nothing could be handled, with the short looks in between; 0: no outage. */
  outageMs: () => number;
  /**
   * Takes no more work, requeues messages that are not started, waits for running handlers to finish and settle for at
   * most `timeoutMs`, then closes the channel: the broker requeues messages that are still unsettled.
   */
  drain: (limits: { timeoutMs: number }) => Promise<void>;
};
