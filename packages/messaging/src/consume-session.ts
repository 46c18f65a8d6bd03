import type { Channel, ConsumeMessage } from 'amqplib';
import { planAcks } from './ack-plan.js';
import type { Intake } from './consume-plan.js';
import { failWithChannel, type Link } from './link.js';
import { toReceivedMessage, type ReceivedMessage } from './message.js';

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
    ack: (delivered) => (isOver() ? undefined : ackTogether(session, delivered)),
    requeue: (delivered) => (isOver() ? undefined : requeueEach(session, delivered)),
    isOver,
    close: async () => {
      if (isOver()) return;
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
  // The broker ends a consumer by itself when the queue is deleted or its leader is lost: start over, declare again.
  if (!raw) return session.link.fail(new Error(`the broker canceled the consumer of ${session.queue}`));
  session.outstanding.set(raw.fields.deliveryTag, raw);
  session.onDelivered({ tag: raw.fields.deliveryTag, message: toReceivedMessage(raw) });
};

const ackTogether = (session: Session, delivered: readonly Delivered[]): void => {
  const [first] = delivered;
  if (first && delivered.length === 1) return ackOne(session, first.tag);
  const settled = new Set(delivered.map(({ tag }) => tag));
  for (const { tag, multiple } of planAcks(session.outstanding.keys(), settled)) {
    const raw = session.outstanding.get(tag);
    if (raw) session.channel.ack(raw, multiple);
  }
  for (const tag of settled) session.outstanding.delete(tag);
};

const ackOne = (session: Session, tag: number): void => {
  const raw = session.outstanding.get(tag);
  session.outstanding.delete(tag);
  if (raw) session.channel.ack(raw);
};

const requeueEach = (session: Session, delivered: readonly Delivered[]): void => {
  for (const { tag } of delivered) {
    const raw = session.outstanding.get(tag);
    session.outstanding.delete(tag);
    if (raw) session.channel.nack(raw, false, true);
  }
};
