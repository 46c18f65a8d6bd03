import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { FieldError, Problem } from '@delivery/contracts';
import type { Live } from '../api/live.js';
import { CallError, isAway } from '../api/request.js';
import { noteThrownOut } from '../api/session.js';
import { text } from '../text/index.js';
import { formatClock } from './format.js';
import { type Tone, ToneIcon } from './icons.js';

export const Loading = () => (
  <div class="loading" role="status">
    <span class="visually-hidden">{text().loading}</span>
    <div class="skeleton" />
    <div class="skeleton" />
    <div class="skeleton short" />
  </div>
);

export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children && <p>{children}</p>}
  </div>
);

/** The message for a failed call, in the reader's language where its code is known. */
export const describeFailure = ({ status, problem, message }: CallError): string => {
  if (status === 0) return text().unreachable;
  if (problem?.code === 'preview_stale') return text().preview.stale;
  if (status === 403) return text().failed.noPermission;
  if (!problem) return message;
  const [fault] = problem.errors ?? [];
  return fault ? describeFault(fault) : describeProblem(problem);
};

export const describeProblem = ({ code, detail }: Problem): string => text().problems[code] ?? detail;

export const describeFault = ({ code, message }: FieldError): string => text().faults[code] ?? message;

export const Failed = ({ error, retry }: { error: CallError; retry?: () => void }) => {
  const t = text();
  if (error.status === 404) return <Empty title={t.notFound.title}>{t.notFound.text}</Empty>;
  if (error.problem?.code === 'order_purged') return <Empty title={t.gone.title}>{t.gone.text}</Empty>;
  return (
    <div class="failed" role="alert">
      <ToneIcon tone="bad" />
      <div>
        <p class="empty-title">{t.failed.title}</p>
        <p>{describeFailure(error)}</p>
        {error.problem && (
          <p class="quiet">
            {t.failed.request} <code>{error.problem.request_id}</code>
          </p>
        )}
      </div>
      {retry && (
        <button type="button" onClick={retry}>
          {t.retry}
        </button>
      )}
    </div>
  );
};

/** The data, marked with its time where there is no newer one; else the reason why there is none. */
export const Loaded = <T,>({ live, children }: { live: Live<T>; children: (data: T) => ComponentChildren }) => {
  const data = live.data.value;
  const error = live.error.value;
  if (data !== undefined)
    return (
      <>
        {/* While the service is away the whole page is marked. */}
        {error && !isAway.value && <Stale asOfMs={live.asOfMs.value ?? 0} error={error} />}
        {children(data)}
      </>
    );
  return error ? <Failed error={error} retry={live.refresh} /> : <Loading />;
};

const Stale = ({ asOfMs, error }: { asOfMs: number; error: CallError }) => (
  <p class="state-line">
    <ToneIcon tone="warn" /> {text().asOf(formatClock(asOfMs))} {describeFailure(error)}
  </p>
);

const shownMs = 6_000;

const notice = signal<{ words: string; tone: Tone } | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says that something was done. A failure is shown where the action was asked for, and stays. */
export const say = (words: string, tone: Tone = 'good'): void => {
  notice.value = { words, tone };
  clearTimeout(timer);
  timer = setTimeout(dismiss, shownMs);
};

const dismiss = (): void => {
  notice.value = undefined;
};

export const Notice = () => (
  <div class="notice-place" role="status">
    {notice.value && (
      <p class="notice">
        <ToneIcon tone={notice.value.tone} />
        <span>{notice.value.words}</span>
        <button type="button" class="plain" aria-label={text().shortcuts.close} onClick={dismiss}>
          ×
        </button>
      </p>
    )}
  </div>
);

/** For a button that asks nothing before it acts: a failure is shown beside the page. */
export const doNow = (act: () => Promise<void>) => (): void => {
  act().catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) noteThrownOut();
    else say(describeFailure(error), 'bad');
  });
};
