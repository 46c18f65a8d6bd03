import type { Disposition } from './disposition.js';
import type { ReceivedMessage } from './message.js';

/**
 * Why a publish has no confirm. `nacked`, `returned` (no queue is bound), `not_connected`, `overloaded` and
 * `unencodable` (a property or a header that AMQP cannot carry, for good): the message is in no queue. `channel_lost`,
 * `blocked` and `timeout`: unknown, it may have arrived.
 */
export type NotConfirmedReason =
  | 'nacked'
  | 'returned'
  | 'channel_lost'
  | 'not_connected'
  | 'blocked'
  | 'timeout'
  | 'overloaded'
  | 'unencodable';

/** A publish that the broker did not confirm. Publish the same message (same `messageId`) again to be sure. */
export class PublishNotConfirmedError extends Error {
  override readonly name = 'PublishNotConfirmedError';
  readonly reason: NotConfirmedReason;
  readonly messageId: string;

  constructor(reason: NotConfirmedReason, messageId: string, options?: { cause?: unknown }) {
    super(`message ${messageId} was not confirmed: ${reason}`, options);
    this.reason = reason;
    this.messageId = messageId;
  }
}

/** A request whose reply can no longer come: its channel is gone, or its publish failed. */
export class ReplyLostError extends Error {
  override readonly name = 'ReplyLostError';
  readonly reason: 'channel_lost' | 'not_published';

  constructor(reason: ReplyLostError['reason'], options?: { cause?: unknown }) {
    super(`no reply can arrive: ${reason}`, options);
    this.reason = reason;
  }
}

/** The broker ended a consumer by itself: its queue was deleted. */
export class ConsumerCanceledError extends Error {
  override readonly name = 'ConsumerCanceledError';

  constructor(queue: string) {
    super(`the broker canceled the consumer of ${queue}`);
  }
}

/**
 * Thrown by a handler when something it needs is away (a database, a peer), so that no message is at fault.
 * The consumer keeps the messages, takes no more work, awaits `waitUntilHealthy` and handles the same messages again.
 */
export class OutageError extends Error {
  override readonly name = 'OutageError';
  /** Resolves when work makes sense again; rejects or resolves early when the signal aborts. */
  readonly waitUntilHealthy: OutageOptions['waitUntilHealthy'];
  readonly isHalfDone: boolean;
  readonly done: OutageOptions['done'];

  constructor(message: string, options: OutageOptions) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.waitUntilHealthy = options.waitUntilHealthy;
    this.done = options.done;
    this.isHalfDone = options.isHalfDone ?? false;
  }
}

type OutageOptions = {
  cause?: unknown;
  waitUntilHealthy: (signal: AbortSignal) => Promise<void>;
  /**
   * Something was done that another replica would do once more: a consumer that drains waits for the end of the outage
   * too.
   */
  isHalfDone?: true;
  /**
   * The messages of a batch that are done all the same. The others come again together with messages that have arrived
   * meanwhile: what becomes of those tells whether something is away, or a message is at fault.
   */
  done?: ReadonlyMap<ReceivedMessage, Disposition>;
};

/** Any value can be thrown; only an Error is stored and logged. */
export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
