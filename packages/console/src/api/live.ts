import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { CallError, type Get, isAway, request } from './request.js';
import { delayAfter } from './rules/refresh.js';
import { noteThrownOut } from './session.js';

/** The service's last answer, kept while it is away. */
export type Live<T> = {
  data: ReadonlySignal<T | undefined>;
  /** When `data` was last known to be current, by this clock. */
  asOfMs: ReadonlySignal<number | undefined>;
  /** Why there is no newer one; undefined as soon as there is. */
  error: ReadonlySignal<CallError | undefined>;
  /** Asks now, for example after a change. */
  refresh: () => void;
};

const defaultEveryMs = 2_000;
type Polling<T> = Live<T> & { isDue: (everyMs: number) => boolean; stop: () => void };

/** `paces`: how often each of its readers asks. */
type Shared = { polling: unknown; paces: number[] };

/** By path: all parts of a page that read the same share one polling, and its answers. */
const shared = new Map<string, Shared>();

/**
 * Asks again and again while the page is visible, as often as its most frequent reader asks. An unchanged answer (304)
 * changes no signal, so nothing is drawn anew.
 */
const startPolling = <T>({ path }: Get<T>, paces: readonly number[]): Polling<T> => {
  const data = signal<T | undefined>(undefined);
  const asOfMs = signal<number | undefined>(undefined);
  const error = signal<CallError | undefined>(undefined);
  const ended = new AbortController();
  let etag: string | undefined;
  let failures = 0;
  let isAsking = false;
  let isAskedAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async (): Promise<void> => {
    try {
      const reply = await request<T>({ path, signal: ended.signal, ...(etag !== undefined && { etag }) });
      failures = 0;
      batch(() => {
        error.value = undefined;
        asOfMs.value = Date.now();
        if (reply.status !== 304) data.value = reply.body;
      });
      etag = reply.etag;
    } catch (caught) {
      if (ended.signal.aborted || !(caught instanceof CallError)) return;
      failures += 1;
      error.value = caught;
      if (caught.status === 401) noteThrownOut();
    }
  };
  const run = async (): Promise<void> => {
    if (isAsking) {
      isAskedAgain = true;
      return;
    }
    clearTimeout(timer);
    isAsking = true;
    await ask();
    isAsking = false;
    if (ended.signal.aborted) return;
    if (isAskedAgain) {
      isAskedAgain = false;
      return run();
    }
    if (!document.hidden) timer = setTimeout(() => void run(), delayAfter(Math.min(...paces), failures));
  };
  const look = (): void => {
    if (document.hidden) clearTimeout(timer);
    else void run();
  };
  document.addEventListener('visibilitychange', look);
  // The first reader that finds the service back wakes the others, which may be in the middle of a long wait.
  const stopWatching = effect(() => {
    if (!isAway.value && failures > 0) void run();
  });
  return {
    data,
    asOfMs,
    error,
    refresh: () => void run(),
    isDue: (everyMs) => !isAsking && Date.now() - (asOfMs.peek() ?? 0) >= everyMs,
    stop: () => {
      ended.abort();
      clearTimeout(timer);
      stopWatching();
      document.removeEventListener('visibilitychange', look);
    },
  };
};

/** One more reader of a path. `leave`: the polling ends with its last reader. */
const joinPolling = <T>(get: Get<T>, everyMs: number): { live: Live<T>; leave: () => void } => {
  const { path } = get;
  const { polling, paces } = shared.get(path) ?? { polling: undefined, paces: [] };
  paces.push(everyMs);
  // Kept under the path, which determines its type.
  const live = (polling as Polling<T> | undefined) ?? startPolling(get, paces);
  shared.set(path, { polling: live, paces });
  if (live.isDue(everyMs)) live.refresh();
  const leave = (): void => {
    paces.splice(paces.indexOf(everyMs), 1);
    if (paces.length > 0) return;
    shared.delete(path);
    live.stop();
  };
  return { live, leave };
};

/** Polls from the time that the component is shown until it is gone. Another path begins anew, with nothing known. */
export const useLive = <T>(get: Get<T>, everyMs: number = defaultEveryMs): Live<T> => {
  const { live, leave } = useMemo(() => joinPolling(get, everyMs), [get.path, everyMs]);
  useEffect(() => leave, [leave]);
  return live;
};
