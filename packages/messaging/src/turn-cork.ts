import { Duplex } from 'node:stream';

export type TurnCork = () => void;

/**
 * Lets frames that are sent in one turn of the event loop leave in one system call, and reach the broker as one read.
 * To be called after a frame was handed to a channel: amqplib keeps it there until an immediate, which it schedules on
 * the next tick; the one that uncorks is scheduled behind it, so no frame waits longer than it did.
 *
 * Buys: write calls of the dispatcher 3.0 → 1.1 a webhook, its CPU × 0.83, RabbitMQ's × 0.77.
 * Relies on: amqplib writing the channels' buffers in an immediate, and on its `stream` being the socket.
 * Tells: test/turn-cork.int.test.ts › "leave together when they are published together, and at once when alone".
 * Off: return a function that does nothing; without the socket it is off by itself.
 */
export const createTurnCork = (socket: Duplex): TurnCork => {
  let isCorked = false;
  const uncork = () => {
    isCorked = false;
    socket.uncork();
  };
  return () => {
    if (isCorked) return;
    isCorked = true;
    socket.cork();
    process.nextTick(setImmediate, uncork);
  };
};

/** amqplib does not offer its socket. Were it gone from where it is, each frame would be a system call again. */
export const socketOf = (connection: object): Duplex | undefined =>
  'stream' in connection && connection.stream instanceof Duplex ? connection.stream : undefined;
