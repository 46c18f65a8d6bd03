import { startConsumer } from './consumer.js';
import type { Consumer, ConsumerOptions, Disposition, WaitingMessages } from './consumer-options.js';
import type { ReceivedMessage } from './message.js';

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

/** Natural batches: alone a message waits for nothing, under load the batches grow by themselves. */
export const createBatchConsumer = ({ handleBatch, batchMax, ...options }: BatchConsumerOptions): Consumer =>
  startConsumer({ ...options, runningMax: 1, takeMax: batchMax ?? options.prefetch, handle: handleBatch });
