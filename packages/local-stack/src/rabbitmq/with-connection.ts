import { type ChannelModel, connect } from 'amqplib';
import { awaitAnswer } from '../processes/await-answer.js';

const loginLimitMs = 3_000;

/**
 * Logs in over AMQP until that works or the signal aborts.
 * @throws Error with the last answer when it does not within the limit
 */
export const awaitRabbitmq = (url: string, limitMs: number, signal?: AbortSignal): Promise<void> =>
  awaitAnswer('RabbitMQ', () => withRabbitmqConnection(url, loginLimitMs, () => Promise.resolve()), {
    limitMs,
    signal,
  });

/**
 * One connection for one piece of work. It is over when the work is, whether the broker says goodbye or dies of it:
 * amqplib waits for ever for the answer to a close whose connection is lost.
 * @param limitMs for all of it; calls under way then reject, because the socket is destroyed
 */
export const withRabbitmqConnection = async <T>(
  url: string,
  limitMs: number,
  work: (connection: ChannelModel) => Promise<T>,
): Promise<T> => {
  const overdue = new AbortController();
  const timer = setTimeout(() => overdue.abort(), limitMs);
  const socketOptions = { noDelay: true, signal: overdue.signal };
  try {
    const connection = await connect(url, socketOptions);
    const closed = new Promise<void>((resolve) => connection.once('close', () => resolve()));
    // Without a listener a connection lost right now would end this process.
    connection.on('error', () => undefined);
    try {
      return await work(connection);
    } finally {
      await Promise.race([closed, connection.close()]);
    }
  } catch (error) {
    if (overdue.signal.aborted) throw new Error(`RabbitMQ gave no answer within ${limitMs} ms`, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
};
