import { setTimeout as delay } from 'node:timers/promises';
import type { PulledMessage } from '../../types.js';
import type { Forward, Forwarded } from './forward.js';

const tryAgainAfterMs = 1_000;
/** A message that is forwarded at the very end of its visibility could be handed to another process too. */
const marginMs = 12_000;

export type ForwardedMessage = { message: PulledMessage; forwarded: Forwarded };

type ForwardDeps = {
  forward: Forward;
  /** The receiver is away, once for each time. */
  onAway: () => void;
  onForwarded: (one: ForwardedMessage) => void;
  signal: AbortSignal;
};

/**
 * Forwards all messages at once, as they are of different orders. Waits for a receiver that is away until shortly before
 * the messages' visibility ends, so that its restart costs no attempt.
 * @returns the ids of the messages that the receiver took
 */
export const forwardMessages = async (messages: readonly PulledMessage[], deps: ForwardDeps): Promise<string[]> => {
  const forwardedAll = await Promise.all(messages.map((message) => forwardOne(message, deps)));
  return forwardedAll.filter(({ forwarded }) => isTaken(forwarded)).map(({ message }) => message.id);
};

const forwardOne = async (message: PulledMessage, deps: ForwardDeps): Promise<ForwardedMessage> => {
  const untilMs = Date.parse(message.visible_until) - marginMs;
  for (;;) {
    const forwarded = await deps.forward(message);
    const isAway = forwarded.kind === 'none' && forwarded.isRefused;
    if (!isAway || deps.signal.aborted || Date.now() > untilMs) {
      const one = { message, forwarded };
      deps.onForwarded(one);
      return one;
    }
    deps.onAway();
    // Ctrl-C ends the wait; messages that were not taken come again.
    await delay(tryAgainAfterMs, undefined, { signal: deps.signal }).catch(() => undefined);
  }
};

export const isTaken = (forwarded: Forwarded): boolean =>
  forwarded.kind === 'answered' && forwarded.status >= 200 && forwarded.status < 300;
