import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Call } from '@delivery/test-support';

export type Insistence = {
  /** Statuses that end it. */
  final: readonly number[];
  /** Statuses that mean "the same again, later". */
  again: readonly number[];
  signal: AbortSignal;
  /** Called after each try that ended without an outcome. */
  onRetry: () => void;
  /** The longest pause before the same again; default: always the shortest. Many callers must not keep an outage alive. */
  pauseMaxMs?: number;
};

/** A client's patience with one call. Shorter than a stopped process is stopped: the next replica gets it then. */
export const callTimeoutMs = 3_000;
const pauseMs = 150;

export class WrongAnswerError extends Error {
  override readonly name = 'WrongAnswerError';
}

/**
 * Sends the same call again until it is answered, as the merchants' guide says: no answer and 503 mean "outcome unknown".
 * @throws WrongAnswerError for any other status
 * @throws Error when the signal aborts before
 */
export const insist = async (
  what: string,
  send: (call: Call) => Promise<Answer>,
  { final, again, signal, onRetry, pauseMaxMs = pauseMs }: Insistence,
): Promise<Answer> => {
  let last = 'no answer yet';
  let nextMs = pauseMs;
  for (;;) {
    if (signal.aborted) throw new Error(`${what}: ${last}`);
    const answer = await attempt(send).catch((error: unknown) => {
      last = `no answer (${error instanceof Error ? error.message : String(error)})`;
      return undefined;
    });
    if (answer) {
      if (final.includes(answer.status)) return answer;
      last = `${answer.status} ${answer.text}`;
      if (!again.includes(answer.status)) throw new WrongAnswerError(`${what} was answered ${last}`);
    }
    onRetry();
    await delay(nextMs);
    nextMs = Math.min(2 * nextMs, pauseMaxMs);
  }
};

/** Async, so that a call that fails before it is sent, as when no replica is up, fails like any other. */
const attempt = async (send: (call: Call) => Promise<Answer>): Promise<Answer> => send({ timeoutMs: callTimeoutMs });
