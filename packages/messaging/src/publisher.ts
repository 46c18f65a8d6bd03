import {
  type ConfirmSession,
  createOutstandingSet,
  openConfirmSession,
  type OutstandingSet,
} from './confirm-channel.js';
import type { Connection } from './connection.js';
import { type NotConfirmedReason, PublishNotConfirmedError } from './errors.js';
import type { Link } from './link.js';
import type { PublishOptions } from './message.js';
import { settlesWithin } from './waiting.js';

export type PublisherLimits = {
  /** Published and unconfirmed at once; beyond it a publish is refused as `overloaded`. */
  outstandingMax?: number;
  /** How long a publish waits for its confirm. */
  confirmTimeoutMs?: number;
  /** So long without any confirm while some are due, and the connection is dialled anew. Default 3 s. */
  stalledAfterMs?: number;
};

export type Publisher = {
  /**
   * Resolves when the broker has the message on disk in every queue it goes to. Rejects with PublishNotConfirmedError.
   */
  publish: (message: PublishOptions) => Promise<void>;
  isReady: () => boolean;
  /** Resolves when nothing is in flight any more, or `timeoutMs` later. */
  drain: (limits: { timeoutMs: number }) => Promise<void>;
};

export type PublisherCore = {
  connection: Connection;
  outstandingMax: number;
  confirmTimeoutMs: number;
  stalledAfterMs: number;
  outstanding: OutstandingSet;
  session: ConfirmSession | undefined;
  isDraining: boolean;
};

/** Publishes with publisher confirms, persistent and mandatory unless a message says otherwise. */
export const createPublisher = (connection: Connection, limits: PublisherLimits = {}): Publisher => {
  const core = createPublisherCore(connection, limits);
  const drain = (within: { timeoutMs: number }) => drainPublisher(core, within.timeoutMs);
  connection.join({ setUp: (link) => setUpPublisher(core, link), drain });
  return {
    publish: (message) => publishConfirmed(core, message),
    isReady: () => refusalOf(core) === undefined,
    drain,
  };
};

export const createPublisherCore = (connection: Connection, limits: PublisherLimits): PublisherCore => {
  const core: PublisherCore = {
    connection,
    outstandingMax: limits.outstandingMax ?? 2_000,
    confirmTimeoutMs: limits.confirmTimeoutMs ?? 10_000,
    stalledAfterMs: limits.stalledAfterMs ?? 3_000,
    outstanding: createOutstandingSet(),
    session: undefined,
    isDraining: false,
  };
  // The broker has stopped reading: waiting callers learn at once that the outcome is unknown.
  connection.onBlocked((reason) => core.outstanding.rejectAll('blocked', new Error(reason)));
  return core;
};

/** Opens this publisher's channel on a new link. `prepare` runs before anything is published on it. */
export const setUpPublisher = async (
  core: PublisherCore,
  link: Link,
  prepare?: (session: ConfirmSession) => Promise<void>,
): Promise<void> => {
  if (core.isDraining) return;
  const { connection, outstanding, stalledAfterMs } = core;
  const session = await openConfirmSession({
    link,
    outstanding,
    onReturned: connection.repairTopology,
    isBlocked: connection.isBlocked,
    stalledAfterMs,
  });
  await prepare?.(session);
  core.session = session;
  void link.lost.then((error) => {
    if (core.session === session) core.session = undefined;
    outstanding.rejectAll('channel_lost', error);
  });
};

export const publishConfirmed = (core: PublisherCore, message: PublishOptions): Promise<void> => {
  const { session } = core;
  const refusal = refusalOf(core);
  if (refusal || !session)
    return Promise.reject(new PublishNotConfirmedError(refusal ?? 'not_connected', message.messageId));
  return new Promise((resolve, reject) => {
    const entry = {
      messageId: message.messageId,
      exchange: message.exchange,
      routingKey: message.routingKey,
      deadlineMs: Date.now() + core.confirmTimeoutMs,
      wasReturned: false,
      resolve,
      reject,
    };
    core.outstanding.add(entry);
    session.send(entry, message);
  });
};

const refusalOf = (core: PublisherCore): NotConfirmedReason | undefined => {
  if (!core.session) return 'not_connected';
  if (core.connection.isBlocked()) return 'blocked';
  if (core.session.unconfirmedCount() >= core.outstandingMax) return 'overloaded';
  return undefined;
};

/** A channel's close travels behind its publishes, a connection's does not: so the channel is closed first. */
export const drainPublisher = async (core: PublisherCore, timeoutMs: number): Promise<void> => {
  core.isDraining = true;
  await settlesWithin(core.outstanding.whenEmpty(), timeoutMs);
  const { session } = core;
  core.session = undefined;
  core.outstanding.rejectAll('channel_lost');
  await session?.close();
};
