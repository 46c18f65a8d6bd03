import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../files/error-code.js';
import { withRabbitmqConnection } from './with-connection.js';

const pollMs = 50;
const loginLimitMs = 3_000;

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
    await delay(pollMs, undefined, { signal: until }).catch(() => undefined);
  }
};

const tryLogin = async (url: string): Promise<string | undefined> => {
  try {
    await withRabbitmqConnection(url, loginLimitMs, () => Promise.resolve());
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
};
