import type { Channel } from 'amqplib';
import type { Connection } from './connection.js';
import { closeChannel, failWithChannel, type Link } from './link.js';
import { type PublishOptions, toAmqpOptions } from './message.js';

export type UnconfirmedPublisher = {
  /**
   * Sends and forgets: not persistent, not mandatory, no confirm. `false` when it was dropped because the connection
   * is away, blocked or full, or AMQP cannot carry its properties. Never throws, never waits, never grows.
   */
  publishUnconfirmed: (message: PublishOptions) => boolean;
  drain: () => Promise<void>;
};

type Sender = {
  connection: Connection;
  session: { link: Link; channel: Channel; isWritable: boolean } | undefined;
  isDraining: boolean;
};

/** For answers that only matter while a requester waits for them. On a channel of its own, without confirms. */
export const createUnconfirmedPublisher = (connection: Connection): UnconfirmedPublisher => {
  const sender: Sender = { connection, session: undefined, isDraining: false };
  const drain = () => drainSender(sender);
  connection.join({ setUp: (link) => setUpSender(sender, link), drain });
  return { publishUnconfirmed: (message) => send(sender, message), drain };
};

const setUpSender = async (sender: Sender, link: Link): Promise<void> => {
  if (sender.isDraining) return;
  const channel = await link.model.createChannel();
  const session = { link, channel, isWritable: true };
  failWithChannel(link, channel, () => sender.isDraining);
  channel.on('drain', () => {
    session.isWritable = true;
  });
  sender.session = session;
};

const send = (sender: Sender, message: PublishOptions): boolean => {
  const { session, connection } = sender;
  if (!session?.isWritable || session.link.isLost() || connection.isBlocked()) return false;
  const { exchange, routingKey, body } = message;
  const options = toAmqpOptions(message);
  options.persistent = false;
  options.mandatory = false;
  try {
    // The message that fills the buffer is still sent; the next ones are dropped until the socket has caught up.
    session.isWritable = session.channel.publish(exchange, routingKey, body, options);
  } catch {
    return false;
  }
  session.link.corkTurn();
  return true;
};

const drainSender = async (sender: Sender): Promise<void> => {
  sender.isDraining = true;
  const { session } = sender;
  sender.session = undefined;
  if (session) await closeChannel(session.link, session.channel);
};
