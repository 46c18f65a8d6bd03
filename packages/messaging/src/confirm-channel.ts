import { type ConfirmChannel, IllegalOperationError } from 'amqplib';
import { type NotConfirmedReason, PublishNotConfirmedError } from './errors.js';
import { closeChannel, failWithChannel, type Link } from './link.js';
import { type PublishOptions, toAmqpOptions, toReceivedMessage } from './message.js';
import { createDeferred, type Deferred } from './waiting.js';
import { type StallWatch, watchForStall } from './watch-for-stall.js';

/** A confirm channel of one link. It never outlives the link; the publisher gets another with the next one. */
export type ConfirmSession = {
  channel: ConfirmChannel;
  send: (entry: Outstanding, message: PublishOptions) => void;
  /** Sent or waiting to be sent, and not yet confirmed by the broker: also those whose caller has given up. */
  unconfirmedCount: () => number;
  close: () => Promise<void>;
};

export type ConfirmSessionOptions = {
  link: Link;
  outstanding: OutstandingSet;
  onReturned: () => void;
  /** Blocked, the broker confirms nothing, and says so. */
  isBlocked: () => boolean;
  /** So long without any confirm while some are due: the link is given up. */
  stalledAfterMs: number;
};

type Session = {
  link: Link;
  channel: ConfirmChannel;
  outstanding: OutstandingSet;
  stall: StallWatch;
  isWritable: boolean;
  isClosing: boolean;
  backlog: { entry: Outstanding; message: PublishOptions }[];
  unconfirmedCount: number;
};

export const openConfirmSession = async (options: ConfirmSessionOptions): Promise<ConfirmSession> => {
  const { link, outstanding, onReturned } = options;
  const channel = await link.model.createConfirmChannel();
  const session = createSession(options, channel);
  failWithChannel(link, channel, () => session.isClosing);
  void link.lost.then(session.stall.stop);
  channel.on('return', (raw) => {
    const { exchange, routingKey, properties } = toReceivedMessage(raw);
    outstanding.markReturned({ exchange, routingKey, messageId: properties.messageId ?? '' });
    onReturned();
  });
  channel.on('drain', () => flushBacklog(session));
  return {
    channel,
    send: (entry, message) => {
      session.unconfirmedCount += 1;
      session.stall.noteWaiting();
      if (session.isWritable) write(session, entry, message);
      else session.backlog.push({ entry, message });
    },
    unconfirmedCount: () => session.unconfirmedCount,
    close: async () => {
      session.isClosing = true;
      session.stall.stop();
      await closeChannel(link, channel);
    },
  };
};

const createSession = (
  { link, outstanding, isBlocked, stalledAfterMs }: ConfirmSessionOptions,
  channel: ConfirmChannel,
): Session => {
  const session: Session = {
    link,
    channel,
    outstanding,
    stall: watchForStall({
      limitMs: stalledAfterMs,
      isWaiting: () => session.unconfirmedCount > 0,
      isExcused: isBlocked,
      onStall: () => link.fail(new Error(`no publish was confirmed for ${stalledAfterMs} ms`)),
    }),
    isWritable: true,
    isClosing: false,
    backlog: [],
    unconfirmedCount: 0,
  };
  return session;
};

const write = (session: Session, entry: Outstanding, message: PublishOptions): void => {
  try {
    session.isWritable = session.channel.publish(
      message.exchange,
      message.routingKey,
      message.body,
      toAmqpOptions(message),
      (error: unknown) => onConfirm(session, entry, error),
    );
    session.link.corkTurn();
  } catch (error) {
    session.unconfirmedCount -= 1;
    // The error of a channel that is closing, else the message's own.
    const reason = error instanceof IllegalOperationError ? 'channel_lost' : 'unencodable';
    session.outstanding.reject(entry, reason, error);
  }
};

const onConfirm = (session: Session, entry: Outstanding, error: unknown): void => {
  session.unconfirmedCount -= 1;
  session.stall.noteProgress();
  if (error === null) return session.outstanding.confirm(entry);
  const isNack = error instanceof Error && error.message === 'message nacked';
  session.outstanding.reject(entry, isNack ? 'nacked' : 'channel_lost', error);
};

const flushBacklog = (session: Session): void => {
  session.isWritable = true;
  // The caller of a message that waited too long already has its answer: sending it now would only surprise.
  while (session.isWritable) {
    const next = session.backlog.shift();
    if (!next) return;
    if (session.outstanding.isAwaited(next.entry)) write(session, next.entry, next.message);
    else session.unconfirmedCount -= 1;
  }
};

/** A publish that its caller awaits. It settles once; a later answer of the broker is ignored. */
type Outstanding = {
  messageId: string;
  exchange: string;
  routingKey: string;
  deadlineMs: number;
  wasReturned: boolean;
  resolve: () => void;
  reject: (error: PublishNotConfirmedError) => void;
};

export type OutstandingSet = {
  add: (entry: Outstanding) => void;
  confirm: (entry: Outstanding) => void;
  reject: (entry: Outstanding, reason: NotConfirmedReason, cause?: unknown) => void;
  rejectAll: (reason: NotConfirmedReason, cause?: unknown) => void;
  /** The broker returns a message before it confirms it, without its delivery tag: the oldest match is meant. */
  markReturned: (returned: Pick<Outstanding, 'messageId' | 'exchange' | 'routingKey'>) => void;
  isAwaited: (entry: Outstanding) => boolean;
  whenEmpty: () => Promise<void>;
};

/** All entries share one time limit, so they expire in the order they came, and one timer watches the oldest. */
export const createOutstandingSet = (): OutstandingSet => {
  const entries = new Set<Outstanding>();
  let timer: NodeJS.Timeout | undefined;
  let empty: Deferred<void> | undefined;

  const take = (entry: Outstanding): boolean => {
    const wasThere = entries.delete(entry);
    if (entries.size === 0) {
      empty?.resolve();
      empty = undefined;
    }
    return wasThere;
  };
  const reject = (entry: Outstanding, reason: NotConfirmedReason, cause?: unknown) => {
    if (take(entry)) entry.reject(new PublishNotConfirmedError(reason, entry.messageId, { cause }));
  };
  const expire = () => {
    timer = undefined;
    for (const entry of entries) {
      if (entry.deadlineMs > Date.now()) return watch(entry);
      reject(entry, 'timeout');
    }
  };
  const watch = (oldest: Outstanding) => {
    // The socket keeps the process alive while a caller waits; the timer alone must not.
    timer ??= setTimeout(expire, Math.max(1, oldest.deadlineMs - Date.now())).unref();
  };

  return {
    add: (entry) => {
      entries.add(entry);
      watch(entry);
    },
    confirm: (entry) => {
      if (entry.wasReturned) reject(entry, 'returned');
      else if (take(entry)) entry.resolve();
    },
    reject,
    rejectAll: (reason, cause) => {
      for (const entry of entries) reject(entry, reason, cause);
    },
    markReturned: (returned) => {
      for (const entry of entries) {
        if (!entry.wasReturned && isSameMessage(entry, returned)) {
          entry.wasReturned = true;
          return;
        }
      }
    },
    isAwaited: (entry) => entries.has(entry),
    whenEmpty: () => {
      if (entries.size === 0) return Promise.resolve();
      return (empty ??= createDeferred()).promise;
    },
  };
};

const isSameMessage = (a: Pick<Outstanding, 'messageId' | 'exchange' | 'routingKey'>, b: typeof a): boolean =>
  a.messageId === b.messageId && a.exchange === b.exchange && a.routingKey === b.routingKey;
