import type { Channel, ConsumeMessage } from 'amqplib';
import { ConsumerCanceledError } from './errors.js';
import { closeChannel, failWithChannel, type Link } from './link.js';
import { type ReceivedMessage, toReceivedMessage } from './message.js';

/** A message in hand: it belongs to one channel of one link, and can be settled nowhere else. */
export type Delivered = { tag: number; message: ReceivedMessage };

/** One channel of one link, and the messages that were delivered on it. */
export type ConsumeSession = {
  readonly link: Link;
  readonly queue: string;
  readonly channel: Channel;
  readonly onDelivered: (delivered: Delivered) => void;
  /** Delivered and not settled, by delivery tag. */
  readonly outstanding: Map<number, ConsumeMessage>;
  /** Handled, and acknowledged at the end of the turn. */
  readonly settled: Set<number>;
  /** 0: nothing is taken. */
  prefetch: number | 'changing';
  consumerTag: string | undefined;
  isClosing: boolean;
};

export const openSession = async (
  options: Pick<ConsumeSession, 'link' | 'queue' | 'onDelivered'>,
): Promise<ConsumeSession> => {
  const channel = await options.link.model.createChannel();
  const session: ConsumeSession = {
    ...options,
    channel,
    outstanding: new Map(),
    settled: new Set(),
    prefetch: 0,
    consumerTag: undefined,
    isClosing: false,
  };
  failWithChannel(options.link, channel, () => session.isClosing);
  return session;
};

export const isOver = (session: ConsumeSession): boolean => session.isClosing || session.link.isLost();

/** Closes the channel: the broker requeues unsettled messages. Acks that were sent before arrive before. */
export const closeSession = async (session: ConsumeSession): Promise<void> => {
  if (isOver(session)) return;
  ackSettled(session);
  session.isClosing = true;
  await closeChannel(session.link, session.channel);
};

/** Cancels the consumer and, above 0, starts it anew: RabbitMQ reads a prefetch only when a consumer starts. */
export const setPrefetch = async (session: ConsumeSession, prefetch: number): Promise<void> => {
  session.prefetch = 'changing';
  const { channel, consumerTag } = session;
  session.consumerTag = undefined;
  if (consumerTag !== undefined) await channel.cancel(consumerTag);
  if (prefetch > 0) {
    await channel.prefetch(prefetch);
    const consumer = await channel.consume(session.queue, (raw) => onDelivery(session, raw));
    session.consumerTag = consumer.consumerTag;
  }
  session.prefetch = prefetch;
};

const onDelivery = (session: ConsumeSession, raw: ConsumeMessage | null): void => {
  if (session.isClosing) return;
  if (!raw) return session.link.fail(new ConsumerCanceledError(session.queue));
  session.outstanding.set(raw.fields.deliveryTag, raw);
  session.onDelivered({ tag: raw.fields.deliveryTag, message: toReceivedMessage(raw) });
};

/** Messages that are done in one turn are acknowledged together: each frame is a command in a quorum queue's log. */
export const ackThisTurn = (session: ConsumeSession, { tag }: Delivered): void => {
  if (session.settled.size === 0) process.nextTick(ackSettled, session);
  session.settled.add(tag);
};

const ackSettled = (session: ConsumeSession): void => {
  const { settled, outstanding, channel, link } = session;
  if (settled.size === 0 || isOver(session)) return;
  for (const { tag, multiple } of planAcks(outstanding.keys(), settled)) {
    const raw = outstanding.get(tag);
    if (raw) channel.ack(raw, multiple);
  }
  link.corkTurn();
  for (const tag of settled) outstanding.delete(tag);
  settled.clear();
};

/**
 * By `basic.reject`: from RabbitMQ 4.3 on a `basic.nack` raises no delivery count, which backoff, isolation and limit
 * go by.
 */
export const requeueNow = (session: ConsumeSession, delivered: readonly Delivered[]): void => {
  if (isOver(session)) return;
  for (const { tag } of delivered) {
    const raw = session.outstanding.get(tag);
    session.outstanding.delete(tag);
    if (raw) session.channel.reject(raw, true);
  }
  session.link.corkTurn();
};

export type AckFrame = { tag: number; multiple: boolean };

/**
 * The fewest frames that acknowledge `settled`. `outstanding` holds all unacknowledged delivery tags of the channel, in
 * ascending order: a `multiple` ack covers everything up to its tag, so it may reach only as far as nothing else is
 * outstanding in between.
 */
export const planAcks = (outstanding: Iterable<number>, settled: ReadonlySet<number>): AckFrame[] => {
  let prefixLength = 0;
  let lastOfPrefix: number | undefined;
  for (const tag of outstanding) {
    if (!settled.has(tag)) break;
    lastOfPrefix = tag;
    prefixLength += 1;
  }
  if (lastOfPrefix === undefined) return [...settled].map((tag) => ({ tag, multiple: false }));
  const covered = lastOfPrefix;
  const prefix: AckFrame = { tag: covered, multiple: prefixLength > 1 };
  const rest = [...settled].filter((tag) => tag > covered);
  return [prefix, ...rest.map((tag) => ({ tag, multiple: false }))];
};
