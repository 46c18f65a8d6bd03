import type { RequestInit } from 'node-fetch';

type Signal = NonNullable<RequestInit['signal']>;
type Listener = Parameters<Signal['addEventListener']>[1];

/** Ends what listens to its signal, once: when the time is up, or before. */
export type Deadline = { signal: Signal; cut: () => void; clear: () => void };

/**
 * All that node-fetch asks of an AbortSignal, for a fraction of what Node's own costs with every POST.
 *
 * Buys: 15 µs a POST, together with what is logged of it (docs/performance-history.md, 15).
 * Relies on: node-fetch knowing a signal by its tag, and asking for `aborted` and the two listener methods alone.
 * Tells: test/post-to-endpoint.int.test.ts › "end a receiver that never answers as response_timeout".
 * Off: `AbortSignal.timeout(timeoutMs)`, and an AbortController for `cut`.
 */
export const createDeadline = (timeoutMs: number): Deadline => {
  const listeners = new Set<Listener>();
  const signal = {
    [Symbol.toStringTag]: 'AbortSignal',
    aborted: false,
    addEventListener: (_type: 'abort', listener: Listener) => void listeners.add(listener),
    removeEventListener: (_type: 'abort', listener: Listener) => void listeners.delete(listener),
  };
  const cut = () => {
    clearTimeout(timer);
    if (signal.aborted) return;
    signal.aborted = true;
    for (const listener of [...listeners]) listener.call(signal);
  };
  const timer = setTimeout(cut, timeoutMs);
  return { signal, cut, clear: () => clearTimeout(timer) };
};
