import type { Backoff } from './backoff.js';
import type { Connection } from './connection.js';
import type { ConsumeSession, Delivered } from './consume-session.js';
import type { Deferred } from './deferred.js';
import type { Disposition } from './disposition.js';
import type { MessagingLogger } from './logger.js';
import type { ReceivedMessage } from './message.js';
import type { OutagePause } from './outage-pause.js';
import type { Publisher } from './publisher.js';

export type ConsumerOptions = {
  /** A connection that only consumes. */
  connection: Connection;
  /** For dead letters; on the other connection. */
  publisher: Publisher;
  queue: string;
  /**
   * Unacknowledged messages in hand at once, beside those that are kept; one more for a moment after a new consumer's first
   * message.
   */
  prefetch: number;
  /** Unacknowledged messages in hand at once, with those that are kept. Nothing more is taken then. Default: ten times the prefetch. */
  inHandMax?: number;
  logger: MessagingLogger;
  /** From this `x-delivery-count` on a message is handled alone, with nothing else in hand. Default 3. */
  isolateFromDeliveryCount?: number;
  /** How long a message waits before it is requeued, growing with its delivery count. Default 1 s to 60 s. */
  requeueDelay?: Backoff;
  /** How long a message that is kept waits at most before it comes again. Default 500 ms. */
  keptDelayMs?: number;
  /** Between the tries of an outage, or of a dead letter's publish. Default 100 ms to 5 s. */
  outageBackoff?: Backoff;
};

export type Consumer = {
  /** Messages delivered and not started, and calls of the handler under way. */
  load(): { waiting: number; running: number };
  isInOutage: () => boolean;
  /**
   * Takes no more work, gives back what is not started, lets running handlers finish and settle for at most
   * `timeoutMs`, then closes the channel: what is unsettled then is requeued by the broker.
   */
  drain: (limits: { timeoutMs: number }) => Promise<void>;
};

export type ConsumerStateOptions = ConsumerOptions & {
  runningMax: number;
  takeMax: number;
  handle: (messages: readonly ReceivedMessage[]) => Promise<readonly Disposition[]>;
};

export type ConsumerState = {
  options: Required<ConsumerStateOptions>;
  session: ConsumeSession | undefined;
  ordinary: Delivered[];
  suspects: Delivered[];
  /**
   * At most one that was kept and whose turn has come. Not among the others, of which all but one are given back: that
   * counts as a delivery.
   */
  suspectsAgain: Delivered[];
  /** Handled, and to be handled again. In the order in which they came. */
  kept: Delivered[];
  keptTimer: NodeJS.Timeout | undefined;
  runningCount: number;
  /** Calls of the handler begun since the event loop last turned. */
  startedInTurn: number;
  isPumpScheduled: boolean;
  intakeChange: Promise<void>;
  stopping: AbortController;
  outage: OutagePause;
  /** `session` says "changing" from here on, so the next step is planned with that in view. */
  changeIntake: (session: ConsumeSession, to: 'paused' | 'narrow' | 'wide') => void;
  idle: Deferred<void> | undefined;
};
