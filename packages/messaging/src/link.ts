import { type Channel, type ChannelModel, connect } from 'amqplib';
import { toError } from './errors.js';
import { createTurnCork, socketOf, type TurnCork } from './turn-cork.js';
import { skipUnreadableHeaders } from './unreadable-headers.js';
import { createDeferred, settlesWithin } from './waiting.js';

/**
 * One live connection to the broker. It ends once, for one reason, and never comes back: the next one is another link.
 */
export type Link = {
  model: ChannelModel;
  /** Gives this link up: a publisher or consumer that sees a fault says so here, the reconnect loop does the rest. */
  fail: (error: unknown) => void;
  isLost: () => boolean;
  /** Resolves with the reason when the link has ended. */
  lost: Promise<Error>;
  /** To be called after a frame was sent that others may follow in the same turn: they leave together. */
  corkTurn: TurnCork;
  /** Says goodbye to the broker, and destroys the socket if the broker does not answer in time. */
  close: (timeoutMs: number) => Promise<void>;
};

export type LinkOptions = {
  url: string;
  name: string;
  heartbeatSeconds: number;
  connectTimeoutMs: number;
  onBlocked: (reason: string) => void;
  onUnblocked: () => void;
  /** Gives up connecting; afterwards `close` is the way. */
  signal: AbortSignal;
};

/**
 * Written and not yet taken by the system, before the channels' buffers fill. Node's 16 KiB would cut a turn's frames
 * up.
 */
const writeBufferMaxBytes = 256 * 1024;

export const openLink = async (options: LinkOptions): Promise<Link> => {
  // amqplib only ends a dead peer's socket, which then lingers for minutes: the signal is the way to destroy it.
  const socket = new AbortController();
  const socketOptions = {
    // Nagle's algorithm against delayed acks costs 20 ms per hop.
    noDelay: true,
    writableHighWaterMark: writeBufferMaxBytes,
    keepAlive: true,
    timeout: options.connectTimeoutMs,
    clientProperties: { connection_name: options.name },
    signal: socket.signal,
  };
  const giveUp = () => socket.abort();
  options.signal.addEventListener('abort', giveUp);
  const connecting = connect(withHeartbeat(options.url, options.heartbeatSeconds), socketOptions);
  const model = await connecting.finally(() => options.signal.removeEventListener('abort', giveUp));
  skipUnreadableHeaders(model.connection);
  const end = createDeferred<Error>();
  let isLost = false;
  const fail = (error: unknown) => {
    isLost = true;
    end.resolve(toError(error));
  };
  model.on('error', fail);
  model.on('close', (error) => fail(error ?? new Error('connection closed')));
  // Events of a link that was given up do not hold for the next one.
  model.on('blocked', (reason) => isLost || options.onBlocked(reason));
  model.on('unblocked', () => isLost || options.onUnblocked());
  const stream = socketOf(model.connection);
  return {
    model,
    fail,
    isLost: () => isLost,
    lost: end.promise,
    corkTurn: stream ? createTurnCork(stream) : () => undefined,
    close: (timeoutMs) => closeLink(model, socket, timeoutMs),
  };
};

const closeLink = async (model: ChannelModel, socket: AbortController, timeoutMs: number): Promise<void> => {
  try {
    await settlesWithin(model.close(), timeoutMs);
  } catch {
    // Already closed by the other side: that was the reason to come here.
  } finally {
    socket.abort();
  }
};

/** Any error of the channel, and any end of it that was not asked for, ends the link. */
export const failWithChannel = (link: Link, channel: Channel, isExpected: () => boolean): void => {
  channel.on('error', link.fail);
  channel.on('close', () => {
    if (!isExpected()) link.fail(new Error('channel closed'));
  });
};

/** Or until the link has ended: amqplib never settles the `close` of a channel whose connection ends first. */
export const closeChannel = async (link: Link, channel: Channel): Promise<void> => {
  if (!link.isLost()) await Promise.race([channel.close(), link.lost]);
};

const withHeartbeat = (url: string, heartbeatSeconds: number): string => {
  const parsed = new URL(url);
  parsed.searchParams.set('heartbeat', String(heartbeatSeconds));
  return parsed.toString();
};
