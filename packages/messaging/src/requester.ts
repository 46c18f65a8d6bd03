import { randomUUID } from 'node:crypto';
import type { ConsumeMessage } from 'amqplib';
import type { Connection } from './connection.js';
import { type NotConfirmedReason, PublishNotConfirmedError, ReplyLostError } from './errors.js';
import type { Link } from './link.js';
import { type PublishOptions, type ReceivedMessage, toReceivedMessage } from './message.js';
import {
  createPublisherCore,
  drainPublisher,
  publishConfirmed,
  type PublisherCore,
  type PublisherLimits,
  setUpPublisher,
} from './publisher.js';
import { createDeferred, type Deferred } from './waiting.js';

export type Request = {
  /** Like `Publisher.publish`. */
  confirmed: Promise<void>;
  /** Rejects with ReplyLostError when no reply can come any more. There is no time limit here: the caller cancels. */
  reply: Promise<ReceivedMessage>;
  /** Stops waiting: `reply` never settles, and a reply that comes later goes to `onLateReply`. */
  cancel: () => void;
};

export type RequestOptions = Omit<PublishOptions, 'correlationId' | 'replyTo'>;

export type Requester = {
  request: (message: RequestOptions) => Request;
  /** For a message whose reply is not awaited: it asks for none. Otherwise like `Publisher.publish`. */
  publish: (message: RequestOptions) => Promise<void>;
  isReady: () => boolean;
  drain: (limits: { timeoutMs: number }) => Promise<void>;
};

export type RequesterOptions = PublisherLimits & {
  /** Requests that wait for a reply at once; beyond it a request is refused as `overloaded`. */
  waitingMax?: number;
  onLateReply?: (message: ReceivedMessage) => void;
};

type RequesterCore = {
  publisher: PublisherCore;
  waiting: Map<string, Deferred<ReceivedMessage>>;
  waitingMax: number;
  onLateReply: (message: ReceivedMessage) => void;
};

const replyQueue = 'amq.rabbitmq.reply-to';

/** Request and reply over RabbitMQ's direct reply-to: no reply queue, and a reply ends with the channel that waits. */
export const createRequester = (connection: Connection, options: RequesterOptions = {}): Requester => {
  const publisher = createPublisherCore(connection, options);
  const core: RequesterCore = {
    publisher,
    waiting: new Map(),
    waitingMax: options.waitingMax ?? 10_000,
    onLateReply: options.onLateReply ?? (() => undefined),
  };
  const drain = async (limits: { timeoutMs: number }) => {
    await drainPublisher(publisher, limits.timeoutMs);
    loseAll(core, new Error('closed by this process'));
  };
  connection.join({ setUp: (link) => setUpRequester(core, link), drain });
  return {
    request: (message) => sendRequest(core, message),
    publish: (message) => publishConfirmed(publisher, message),
    isReady: () => publisher.session !== undefined && !connection.isBlocked(),
    drain,
  };
};

/** The broker sends replies only to the channel that published the request: so it consumes where it publishes. */
const setUpRequester = async (core: RequesterCore, link: Link): Promise<void> => {
  await setUpPublisher(core.publisher, link, async ({ channel }) => {
    const onMessage = (raw: ConsumeMessage | null) => {
      if (raw) acceptReply(core, toReceivedMessage(raw));
      else link.fail(new Error('the broker canceled the reply consumer'));
    };
    await channel.consume(replyQueue, onMessage, { noAck: true });
  });
  void link.lost.then((error) => loseAll(core, error));
};

const sendRequest = (core: RequesterCore, message: RequestOptions): Request => {
  const correlationId = randomUUID();
  const waiter = createDeferred<ReceivedMessage>();
  // A caller may await the confirm alone: a lost reply must not be an unhandled rejection then, nor the other way
  // round.
  waiter.promise.catch(() => undefined);
  const giveUp = (reason: ReplyLostError['reason'], cause?: unknown) => {
    if (core.waiting.delete(correlationId)) waiter.reject(new ReplyLostError(reason, { cause }));
  };
  const isFull = core.waiting.size >= core.waitingMax;
  core.waiting.set(correlationId, waiter);
  // The spread comes last: each property that is added to a copy costs ten times the copy.
  const confirmed = isFull
    ? Promise.reject(new PublishNotConfirmedError('overloaded', message.messageId))
    : publishConfirmed(core.publisher, { correlationId, replyTo: replyQueue, ...message });
  confirmed.catch((error: unknown) => {
    if (error instanceof PublishNotConfirmedError && !mayHaveArrived(error.reason)) giveUp('not_published', error);
  });
  // A cancelled reply is not rejected: making an error for each request cost more than its publish.
  return { confirmed, reply: waiter.promise, cancel: () => void core.waiting.delete(correlationId) };
};

/** The reply may come although the confirm did not. */
const mayHaveArrived = (reason: NotConfirmedReason): boolean => reason === 'timeout' || reason === 'blocked';

const acceptReply = (core: RequesterCore, message: ReceivedMessage): void => {
  const correlationId = message.properties.correlationId ?? '';
  const waiter = core.waiting.get(correlationId);
  if (!waiter) return core.onLateReply(message);
  core.waiting.delete(correlationId);
  waiter.resolve(message);
};

const loseAll = (core: RequesterCore, error: Error): void => {
  for (const waiter of core.waiting.values()) waiter.reject(new ReplyLostError('channel_lost', { cause: error }));
  core.waiting.clear();
};
