import { connect } from 'amqplib';
import { messageOf } from '../files/error-code.js';
import { pause } from '../processes/pause.js';

const pollMs = 50;
const connectTimeoutMs = 3_000;

/**
 * Logs in over AMQP until that works or the signal aborts.
 * @throws Error with the last answer when it does not within the limit
 */
export const awaitRabbitmq = async (url: string, limitMs: number, signal?: AbortSignal): Promise<void> => {
  const deadline = performance.now() + limitMs;
  const until = signal ?? new AbortController().signal;
  while (!until.aborted) {
    const fault = await tryLogin(url);
    if (fault === undefined) return;
    if (performance.now() > deadline) throw new Error(`RabbitMQ does not answer: ${fault}`);
    await pause(pollMs, until);
  }
};

const tryLogin = async (url: string): Promise<string | undefined> => {
  try {
    const connection = await connect(url, { noDelay: true, timeout: connectTimeoutMs });
    // Without a listener a connection lost right now would end this process.
    connection.on('error', () => undefined);
    await connection.close();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
};
