import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 100;
const requestTimeoutMs = 2_000;

/** Resolves when a GET of the URL answers 2xx, or when the signal aborts; the caller decides how long that may take. */
export const awaitUrl = async (url: string, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && !(await answersOk(url))) {
    await delay(pollMs, undefined, { signal }).catch(() => undefined);
  }
};

/** Every failure to answer (refused, reset, too slow) means not yet. */
const answersOk = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(requestTimeoutMs) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
};
