import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { CallError, request } from '../api/request.js';
import { noteThrownOut } from '../api/session.js';

/** The headers with which an action is done as it was shown. */
export type Shown = { 'preview-token': string };

export type Preview<T> = {
  /** The preview of the action; undefined: it is being counted, or could not be. */
  value: ReadonlySignal<T | undefined>;
  error: ReadonlySignal<CallError | undefined>;
  refresh: () => void;
  /** Runs the action on what was shown. If that has changed, it is counted anew and the error is thrown to the caller. */
  act: (run: (shown: Shown) => Promise<unknown>) => Promise<void>;
};

type Question = { path: string; body: object };

/** No request is sent while the user is still typing. */
const typedMs = 250;
/** Another count of the same merchant is under way: it takes less than that most of the time. */
const busyMs = 1_000;

/**
 * What an action would touch, counted at the beginning and each time that the request changes. `body`: undefined while the
 * form is not valid.
 */
export const usePreview = <T extends { token: string }>(path: string, body: object | undefined): Preview<T> => {
  const preview = useMemo(() => createPreview<T>(), []);
  const question = body && JSON.stringify(body);
  useEffect(() => {
    preview.ask(body && { path, body });
    return preview.stop;
  }, [path, question]);
  return preview;
};

const createPreview = <T extends { token: string }>() => {
  const value = signal<T | undefined>(undefined);
  const error = signal<CallError | undefined>(undefined);
  let asked: Question | undefined;
  let under: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = (): void => {
    clearTimeout(timer);
    under?.abort();
  };
  const count = async (question: Question): Promise<void> => {
    const own = new AbortController();
    under = own;
    try {
      const { body } = await request<T>({ method: 'POST', ...question, signal: own.signal });
      if (!own.signal.aborted) batch(() => ((value.value = body), (error.value = undefined)));
    } catch (caught) {
      if (own.signal.aborted || !(caught instanceof CallError)) return;
      if (caught.status === 401) return noteThrownOut();
      if (caught.status === 429) timer = setTimeout(() => void count(question), busyMs);
      else error.value = caught;
    }
  };
  const begin = (afterMs: number): void => {
    stop();
    batch(() => ((value.value = undefined), (error.value = undefined)));
    const question = asked;
    if (question) timer = setTimeout(() => void count(question), afterMs);
  };
  return {
    value,
    error,
    stop,
    ask: (question: Question | undefined): void => {
      const isFirst = asked === undefined;
      asked = question;
      begin(isFirst ? 0 : typedMs);
    },
    refresh: () => begin(0),
    act: async (run: (shown: Shown) => Promise<unknown>): Promise<void> => {
      if (!value.value) return;
      try {
        await run({ 'preview-token': value.value.token });
      } catch (caught) {
        if (caught instanceof CallError && caught.problem?.code === 'preview_stale') begin(0);
        throw caught;
      }
    },
  };
};
