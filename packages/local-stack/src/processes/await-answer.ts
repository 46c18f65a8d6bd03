import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../files/error-code.js';

const pollMs = 50;
const requestTimeoutMs = 2_000;

/**
 * Asks a server until it answers or the signal aborts.
 * @param ask rejects while there is no answer
 * @throws Error with the last failure when there is none within the limit
 */
export const awaitAnswer = async (
  server: string,
  ask: () => Promise<unknown>,
  { limitMs = Infinity, signal = new AbortController().signal }: { limitMs?: number; signal?: AbortSignal | undefined },
): Promise<void> => {
  const deadlineMs = performance.now() + limitMs;
  while (!signal.aborted) {
    try {
      await ask();
      return;
    } catch (error) {
      if (performance.now() > deadlineMs)
        throw new Error(`${server} does not answer: ${messageOf(error)}`, { cause: error });
    }
    await delay(pollMs, undefined, { signal }).catch(() => undefined);
  }
};

/** Resolves when a GET of the URL answers 2xx, or when the signal aborts; the caller decides how long that may take. */
export const awaitUrl = (url: string, signal: AbortSignal): Promise<void> =>
  awaitAnswer(
    url,
    async () => {
      const response = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`it answers ${response.status}`);
    },
    { signal },
  );
