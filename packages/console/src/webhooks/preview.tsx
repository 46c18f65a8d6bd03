import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { PreviewedEndpoint, WebhookPreview } from '@delivery/contracts';
import { CallError, request } from '../api/request.js';
import { noteThrownOut } from '../api/session.js';
import { text } from '../text/index.js';
import { formatAbout, formatCount, formatDuration, formatRate } from '../ui/format.js';
import { describeFailure } from '../ui/states.js';

/** The headers with which an action is done as it was shown. */
export type Shown = { 'preview-token': string };

export type Counted<T> = {
  /** The preview of the action; undefined: it is being counted, or could not be. */
  value: ReadonlySignal<T | undefined>;
  error: ReadonlySignal<CallError | undefined>;
  refresh: () => void;
};

type Preview<T> = Counted<T> & {
  /**
   * Runs the action on what was shown. If that has changed, it is counted anew and the error is thrown to the caller.
   */
  act: (run: (shown: Shown) => Promise<unknown>) => Promise<void>;
};

/** Without a body, it is a read. */
type Question = { path: string; body?: object };

/** No request is sent while the user is still typing. */
const typedMs = 250;
/** Another count of the same merchant is under way: it takes less than that most of the time. */
const busyMs = 1_000;

/**
 * The extent of an action, counted at the beginning and each time that the request changes. `question`: undefined while
 * the form is not valid.
 */
export const useCounted = <T,>(question: Question | undefined): Counted<T> => {
  const counted = useMemo(() => createCounted<T>(), []);
  useEffect(() => {
    counted.ask(question);
    return counted.stop;
  }, [JSON.stringify(question)]);
  return counted;
};

/** With the token that has the action done as it was shown. */
export const usePreview = <T extends { token: string }>(path: string, body: object | undefined): Preview<T> => {
  const counted = useCounted<T>(body && { path, body });
  return {
    ...counted,
    act: async (run) => {
      const shown = counted.value.value;
      if (!shown) return;
      try {
        await run({ 'preview-token': shown.token });
      } catch (caught) {
        if (caught instanceof CallError && caught.problem?.code === 'preview_stale') counted.refresh();
        throw caught;
      }
    },
  };
};

const createCounted = <T,>() => {
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
      const { body } = await request<T>({ method: question.body ? 'POST' : 'GET', ...question, signal: own.signal });
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
  };
};

/** The effect of an action, in words; announced again when it changes. */
export const PreviewBox = <T,>({
  preview,
  children,
}: {
  preview: Counted<T>;
  children: (value: T) => ComponentChildren;
}) => {
  const t = text();
  const value = preview.value.value;
  const error = preview.error.value;
  return (
    <div class="preview" role="status">
      {value !== undefined && children(value)}
      {value === undefined && error === undefined && <p class="quiet">{t.preview.counting}</p>}
      {error && (
        <div class="title-row">
          <p>{describeFailure(error)}</p>
          <button type="button" onClick={preview.refresh}>
            {t.retry}
          </button>
        </div>
      )}
    </div>
  );
};

type WordsProps = { value: WebhookPreview; verb: 'sendsAgain' | 'sends'; nothing: string };

export const WebhookPreviewWords = ({ value, verb, nothing }: WordsProps) => {
  const t = text().preview;
  if (value.deliveries === 0) {
    return (
      <>
        <p class="preview-sum">{nothing}</p>
        <LeftOut count={value.left_out} />
      </>
    );
  }
  const bound = (words: string): string => (value.truncated ? t.moreThan(words) : words);
  const webhooks = bound(t.webhooks(value.deliveries, formatCount(value.deliveries)));
  const orders = bound(t.orders(value.orders, formatCount(value.orders)));
  const seconds = value.estimated_seconds;
  return (
    <>
      <p class="preview-sum">
        {t[verb](webhooks, orders)}
        {seconds === null ? t.noTime : t.about(bound(formatAbout(seconds)))}
      </p>
      {value.running_replay_id !== null && <p>{t.running}</p>}
      <Obstacles endpoints={value.endpoints} />
      <LeftOut count={value.left_out} />
      {seconds !== null && <Basis endpoints={value.endpoints} />}
    </>
  );
};

const LeftOut = ({ count }: { count: number }) =>
  count === 0 ? null : <p class="quiet">{text().preview.leftOut(count, formatCount(count))}</p>;

/** For each server without an estimate, the reason why there is none. */
const Obstacles = ({ endpoints }: { endpoints: readonly PreviewedEndpoint[] }) => {
  const t = text().preview;
  return (
    <>
      {endpoints.flatMap(({ id, url, blocked_by, deliveries }) =>
        blocked_by === null
          ? []
          : [
              <p key={id} class="address">
                {t.blocked_by[blocked_by](t.webhooks(deliveries, formatCount(deliveries)), url ?? '')}
              </p>,
            ],
      )}
    </>
  );
};

/** The slowest one says how it was reckoned. */
const Basis = ({ endpoints }: { endpoints: readonly PreviewedEndpoint[] }) => {
  const t = text().preview;
  const slowest = endpoints.reduce<PreviewedEndpoint | undefined>(
    (most, one) => ((one.estimated_seconds ?? 0) > (most?.estimated_seconds ?? -1) ? one : most),
    undefined,
  );
  if (!slowest || slowest.per_second === null) return null;
  const rate = formatRate(slowest.per_second);
  return (
    <p class="quiet">
      {slowest.answer_ms === null ? t.basisUnmeasured(rate) : t.basis(formatDuration(slowest.answer_ms), rate)}
    </p>
  );
};
