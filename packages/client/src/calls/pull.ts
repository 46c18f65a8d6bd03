import { pathBelow, type Send } from '../transport.js';
import type { Acked, PulledMessage } from '../types.js';
import { callJson } from './read-answer.js';

export type MessageOptions = {
  /** How many at most, 1 to 100. Default 100. */
  limit?: number;
  /** Seconds to wait where there is none, 0 to 30. Default 0; of `pull` 20. */
  wait?: number;
  /** Seconds for which no other call gets these messages, 5 to 600. Default 30. */
  visibility?: number;
  signal?: AbortSignal;
};

const pathOf = (endpointId: string): string => pathBelow('/v1/webhook-endpoints', endpointId);
const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

export const readMessages = async (
  send: Send,
  endpointId: string,
  { signal, ...query }: MessageOptions = {},
): Promise<PulledMessage[]> => {
  const path = `${pathOf(endpointId)}/messages`;
  // A lost answer costs time: its messages come again when their visibility ends.
  const request = { method: 'GET', path, query, waitMs: (query.wait ?? 0) * 1_000, repeat: 'always' } as const;
  return (await callJson<{ data: PulledMessage[] }>(send, request, withSignal(signal))).data;
};

export const ackMessages = async (
  send: Send,
  endpointId: string,
  ids: readonly string[],
  { signal }: Pick<MessageOptions, 'signal'> = {},
): Promise<Acked> => {
  const request = { method: 'POST', path: `${pathOf(endpointId)}/ack`, json: { ids }, repeat: 'always' } as const;
  return callJson<Acked>(send, request, withSignal(signal));
};

/** Handled ones are acked with the rest of their page, but no later than after this share of their visibility. */
const ackAfterShare = 1 / 3;
const defaultVisibilitySeconds = 30;
const defaultWaitSeconds = 20;

/**
 * Message by message, for ever. One is handled when the next one is asked for; one that the loop leaves by `break` or an error
 * is not, and comes again.
 */
export async function* pullMessages(
  send: Send,
  endpointId: string,
  options: MessageOptions = {},
): AsyncGenerator<PulledMessage, void, undefined> {
  const visibilityMs = (options.visibility ?? defaultVisibilitySeconds) * 1_000;
  let handled: string[] = [];
  const ack = async (): Promise<void> => {
    const ids = handled;
    handled = [];
    if (ids.length > 0) await ackMessages(send, endpointId, ids, options);
  };
  for (;;) {
    const page = await readMessages(send, endpointId, { wait: defaultWaitSeconds, ...options });
    const receivedMs = Date.now();
    try {
      for (const message of page) {
        const ageMs = Date.now() - receivedMs;
        // Its visibility is over: another process may have it by now.
        if (ageMs >= visibilityMs) break;
        if (ageMs >= visibilityMs * ackAfterShare) await ack();
        yield message;
        handled.push(message.id);
      }
    } finally {
      await ack();
    }
  }
}
