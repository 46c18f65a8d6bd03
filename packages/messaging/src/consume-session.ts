import type { Channel, ConsumeMessage } from 'amqplib';
import { planAcks } from './ack-plan.js';
import type { Intake } from './consume-plan.js';
import { ConsumerCanceledError } from './errors.js';
import { failWithChannel, type Link } from './link.js';
import { type ReceivedMessage, toReceivedMessage } from './message.js';

/** A message in hand: it belongs to one channel of one link, and can be settled nowhere else. */
export type Delivered = { tag: number; message: ReceivedMessage };

export type ConsumeSession = {
  link: Link;
  intake: () => Intake;
  /** Cancels the consumer and, with a prefetch, starts it anew: RabbitMQ reads a prefetch only when a consumer starts. */
  changeIntake: (to: 'paused' | 'narrow' | 'wide') => Promise<void>;
  ack: (delivered: readonly Delivered[]) => void;
  requeue: (delivered: readonly Delivered[]) => void;
  isOver: () => boolean;
  /** Delivered and not settled. */
  inHandCount: () => number;
  /** How many of these take up places of the prefetch: those that an earlier consumer took do not. */
  countOfPresentConsumer: (delivered: readonly Delivered[]) => number;
  /** Closes the channel: the broker requeues what is not settled. Acks sent before arrive before. */
  close: () => Promise<void>;
};

export type ConsumeSessionOptions = {
  link: Link;
  queue: string;
  prefetch: number;
  onDelivered: (delivered: Delivered) => void;
};

type Session = ConsumeSessionOptions & {
  channel: Channel;
  outstanding: Map<number, ConsumeMessage>;
  /** Handled, and acknowledged at the end of the turn. */
  settled: Set<number>;
  intake: Intake;
  consumerTag: string | undefined;
  isClosing: boolean;
};

export const openConsumeSession = async (options: ConsumeSessionOptions): Promise<ConsumeSession> => {
  const channel = await options.link.model.createChannel();
  const session: Session = {
    ...options,
    channel,
    outstanding: new Map(),
    settled: new Set(),
    intake: 'paused',
    consumerTag: undefined,
    isClosing: false,
  };
  failWithChannel(options.link, channel, () => session.isClosing);
  const isOver = () => session.isClosing || options.link.isLost();
  return {
    link: options.link,
    intake: () => session.intake,
    changeIntake: (to) => changeIntake(session, to),
    ack: (delivered) => (isOver() ? undefined : ackThisTurn(session, delivered)),
    requeue: (delivered) => (isOver() ? undefined : requeueEach(session, delivered)),
    isOver,
    inHandCount: () => session.outstanding.size,
    countOfPresentConsumer: (delivered) =>
      delivered.filter(({ tag }) => session.outstanding.get(tag)?.fields.consumerTag === session.consumerTag).length,
    close: async () => {
      if (isOver()) return;
      ackSettled(session);
      session.isClosing = true;
      await channel.close();
    },
  };
};

const changeIntake = async (session: Session, to: 'paused' | 'narrow' | 'wide'): Promise<void> => {
  session.intake = 'changing';
  const { channel, consumerTag } = session;
  session.consumerTag = undefined;
  if (consumerTag !== undefined) await channel.cancel(consumerTag);
  if (to !== 'paused') {
    await channel.prefetch(to === 'narrow' ? 1 : session.prefetch);
    const consumer = await channel.consume(session.queue, (raw) => onDelivery(session, raw));
    session.consumerTag = consumer.consumerTag;
  }
  session.intake = to;
};

const onDelivery = (session: Session, raw: ConsumeMessage | null): void => {
  if (session.isClosing) return;
  if (!raw) return session.link.fail(new ConsumerCanceledError(session.queue));
  session.outstanding.set(raw.fields.deliveryTag, raw);
  session.onDelivered({ tag: raw.fields.deliveryTag, message: toReceivedMessage(raw) });
};

/** Messages that are done in one turn are acknowledged together: each frame is a command in a quorum queue's log. */
const ackThisTurn = (session: Session, delivered: readonly Delivered[]): void => {
  if (session.settled.size === 0) process.nextTick(ackSettled, session);
  for (const { tag } of delivered) session.settled.add(tag);
};

const ackSettled = (session: Session): void => {
  const { settled, outstanding, channel, link } = session;
  if (settled.size === 0 || session.isClosing || link.isLost()) return;
  for (const { tag, multiple } of planAcks(outstanding.keys(), settled)) {
    const raw = outstanding.get(tag);
    if (raw) channel.ack(raw, multiple);
  }
  link.corkTurn();
  for (const tag of settled) outstanding.delete(tag);
  settled.clear();
};

/** By `basic.reject`: from RabbitMQ 4.3 on a `basic.nack` raises no delivery count, which backoff, isolation and limit go by. */
const requeueEach = (session: Session, delivered: readonly Delivered[]): void => {
  for (const { tag } of delivered) {
    const raw = session.outstanding.get(tag);
    session.outstanding.delete(tag);
    if (raw) session.channel.reject(raw, true);
  }
  session.link.corkTurn();
};
