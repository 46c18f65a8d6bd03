import type { Channel } from 'amqplib';
import type { Connection } from './connection.js';
import { failWithChannel, type Link } from './link.js';
import { type ReceivedMessage, toReceivedMessage } from './message.js';

export type BroadcastListenerOptions = {
  /** A fanout exchange of the topology. */
  exchange: string;
  onMessage: (message: ReceivedMessage) => void;
  /** Called each time that listening has begun, also after the connection was lost: messages before it were missed. */
  onListening: () => void;
};

export type BroadcastListener = {
  /** Binds the queue, unless it is bound. `onListening` tells when messages arrive. */
  listen: () => void;
  /** Unbinds it: the broker then routes what is published to no queue, and this process does no work for it. */
  pause: () => void;
};

/** Messages that may wait for a process that reads slowly; beyond, the oldest go. */
const waitingMax = 10_000;

/**
 * Hears what is published to every process, while it listens. Its queue is its own and ends with the connection; nothing is
 * acknowledged, because what is told so must be a hint that may be lost. It may share the connection of a publisher: a broker
 * that has an alarm reads nothing from that, but goes on sending.
 */
export const createBroadcastListener = (
  connection: Connection,
  options: BroadcastListenerOptions,
): BroadcastListener => {
  let isDraining = false;
  let isWanted = false;
  let own: { link: Link; channel: Channel; queue: string } | undefined;

  const setUp = async (link: Link): Promise<void> => {
    own = undefined;
    if (isDraining) return;
    const channel = await link.model.createChannel();
    failWithChannel(link, channel, () => isDraining);
    const { queue } = await channel.assertQueue('', {
      exclusive: true,
      durable: false,
      autoDelete: true,
      arguments: { 'x-max-length': waitingMax },
    });
    await channel.consume(
      queue,
      (raw) => {
        if (raw) options.onMessage(toReceivedMessage(raw));
        else link.fail(new Error('the broker canceled the broadcast consumer'));
      },
      { noAck: true },
    );
    own = { link, channel, queue };
    if (isWanted) await bind();
  };

  /** The channel answers in order: a later pause undoes this one. */
  const bind = async (): Promise<void> => {
    if (!own) return;
    await own.channel.bindQueue(own.queue, options.exchange, '');
    options.onListening();
  };

  connection.join({
    setUp,
    drain: async () => {
      isDraining = true;
      if (own && !own.link.isLost()) await own.channel.close();
    },
  });
  return {
    listen: () => {
      if (isWanted) return;
      isWanted = true;
      bind().catch((error: unknown) => own?.link.fail(error));
    },
    pause: () => {
      isWanted = false;
      own?.channel.unbindQueue(own.queue, options.exchange, '').catch((error: unknown) => own?.link.fail(error));
    },
  };
};
