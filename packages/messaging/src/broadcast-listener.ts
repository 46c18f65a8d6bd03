import type { Channel } from 'amqplib';
import type { Connection } from './connection.js';
import { closeChannel, failWithChannel, type Link } from './link.js';

export type BroadcastListenerOptions = {
  /** A fanout exchange of the topology. */
  exchange: string;
  /** The value of a body's JSON; `undefined`: it is no JSON. */
  onMessage: (value: unknown) => void;
  /** Called each time that listening has begun, also after the connection was lost: messages before it were missed. */
  onListening?: () => void;
};

export type BroadcastListener = {
  /** Binds the queue, unless it is bound. `onListening` is called once messages arrive. */
  listen: () => void;
  /** Unbinds it: the broker then routes no messages here, and this process does no work for them. */
  pause: () => void;
};

/** Messages that may wait for a process that reads slowly; beyond, the oldest go. */
const waitingMax = 10_000;

/** The listener's queue, on one channel of one link. */
type Own = { link: Link; channel: Channel; queue: string };

/**
 * Receives messages that are published to every process, while it listens. Its queue is exclusive and ends with the
 * connection. It consumes without acks, so messages must be hints that may be lost. It may share the connection of a
 * publisher: a broker with an alarm stops reading from that, but goes on sending.
 */
export const createBroadcastListener = (
  connection: Connection,
  options: BroadcastListenerOptions,
): BroadcastListener => {
  let isDraining = false;
  let isWanted = false;
  let own: Own | undefined;

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
        if (raw) options.onMessage(parseJson(raw.content));
        else link.fail(new Error('the broker canceled the broadcast consumer'));
      },
      { noAck: true },
    );
    own = { link, channel, queue };
    if (isWanted) await bind(own);
  };

  const bind = async ({ channel, queue }: Own): Promise<void> => {
    await channel.bindQueue(queue, options.exchange, '');
    options.onListening?.();
  };
  const unbind = ({ channel, queue }: Own): Promise<unknown> => channel.unbindQueue(queue, options.exchange, '');
  /** The channel answers in order: a later change undoes an earlier one. A failed change fails its link. */
  const change = (how: (own: Own) => Promise<unknown>): void => {
    if (own) how(own).catch(own.link.fail);
  };

  connection.join({
    setUp,
    drain: async () => {
      isDraining = true;
      if (own) await closeChannel(own.link, own.channel);
    },
  });
  return {
    listen: () => {
      if (isWanted) return;
      isWanted = true;
      change(bind);
    },
    pause: () => {
      isWanted = false;
      change(unbind);
    },
  };
};

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};
