import { type ConfirmChannel, IllegalOperationError } from 'amqplib';
import { closeChannel, failWithChannel, type Link } from './link.js';
import { toReceivedMessage } from './message.js';
import type { Outstanding, OutstandingSet } from './outstanding.js';
import { type PublishOptions, toAmqpOptions } from './publish-options.js';
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
    // Of a channel that is closing; the message's own otherwise.
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
