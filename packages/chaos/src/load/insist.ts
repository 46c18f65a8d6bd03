import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Call } from '@delivery/test-support';

export type Insistence = {
  /** Statuses that end the call. */
  final: readonly number[];
  /** Statuses after which the call is repeated. */
  again: readonly number[];
  signal: AbortSignal;
  /** Called after each try that ended without an outcome. */
  onRetry: () => void;
  /** The longest pause between repeats; default: always the shortest. Many callers must not prolong an outage. */
  pauseMaxMs?: number;
};

/** The timeout of one call: shorter than a frozen process stays frozen, so that another replica gets the repeat. */
export const callTimeoutMs = 3_000;
const pauseMs = 150;

export class WrongAnswerError extends Error {
  override readonly name = 'WrongAnswerError';
}

/**
 * Repeats a call until it is answered, as the merchants' guide says: no answer and 503 mean "outcome unknown".
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

/** Async, so that a call that fails before it is sent, for example without a replica, rejects like any other. */
const attempt = async (send: (call: Call) => Promise<Answer>): Promise<Answer> => send({ timeoutMs: callTimeoutMs });
