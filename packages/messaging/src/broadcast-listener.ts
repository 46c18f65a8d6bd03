import type { Connection } from './connection.js';
import { failWithChannel, type Link } from './link.js';
import { type ReceivedMessage, toReceivedMessage } from './message.js';

export type BroadcastListenerOptions = {
  /** A fanout exchange of the topology. */
  exchange: string;
  onMessage: (message: ReceivedMessage) => void;
  /** Called each time that listening has begun, also after the connection was lost: what was told in between is missed. */
  onListening: () => void;
};

/** Messages that may wait for a process that reads slowly; beyond, the oldest go. */
const waitingMax = 10_000;

/**
 * Hears what is published to every process. Its queue is its own and ends with the connection; nothing is acknowledged,
 * because what is told so must be a hint that may be lost. It may share the connection of a publisher: a broker that has an
 * alarm reads nothing from that, but goes on sending.
 */
export const listenToBroadcast = (connection: Connection, options: BroadcastListenerOptions): void => {
  let isDraining = false;
  let close: () => Promise<void> = () => Promise.resolve();

  const setUp = async (link: Link): Promise<void> => {
    if (isDraining) return;
    const channel = await link.model.createChannel();
    failWithChannel(link, channel, () => isDraining);
    const { queue } = await channel.assertQueue('', {
      exclusive: true,
      durable: false,
      autoDelete: true,
      arguments: { 'x-max-length': waitingMax },
    });
    await channel.bindQueue(queue, options.exchange, '');
    await channel.consume(
      queue,
      (raw) => {
        if (raw) options.onMessage(toReceivedMessage(raw));
        else link.fail(new Error('the broker canceled the broadcast consumer'));
      },
      { noAck: true },
    );
    close = async () => {
      if (!link.isLost()) await channel.close();
    };
    options.onListening();
  };

  connection.join({
    setUp,
    drain: () => {
      isDraining = true;
      return close();
    },
  });
};
