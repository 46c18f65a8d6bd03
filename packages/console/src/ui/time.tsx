import { computed, signal } from '@preact/signals';
import { skewMs } from '../api/request.js';
import { text } from '../text/index.js';
import { formatAbout, formatClockOf, formatMoment, formatRelative, formatUtc } from './format.js';
import { Badge } from './icons.js';

const tickMs = 1_000;

const clock = signal(Date.now());
setInterval(() => {
  if (!document.hidden) clock.value = Date.now();
}, tickMs);

/** The time by this browser. Components that read it are drawn anew each second. */
export const nowMs = (): number => Math.max(clock.value, Date.now());

/** The time by the service, by which all ages are shown. */
export const serverNowMs = (): number => nowMs() + skewMs.value;

/** From this age on, ages are shown in minutes or more. */
const coarseFromMs = 60_000;
const coarseMs = 10_000;
const coarseClock = computed(() => Math.floor(clock.value / coarseMs));

/**
 * The time for an age: one in seconds is drawn anew each second, others every ten. A list may have thousands of ages.
 */
const nowForAge = (atMs: number): number => {
  const isCoarse = Math.abs(atMs - Date.now() - skewMs.value) > coarseFromMs + coarseMs;
  const tickedMs = isCoarse ? coarseClock.value * coarseMs : clock.value;
  return Math.max(tickedMs, Date.now()) + skewMs.value;
};

/** How long ago, or in how long. */
export const Age = ({ at }: { at: string }) => {
  const atMs = Date.parse(at);
  return <time dateTime={at}>{formatRelative(atMs, nowForAge(atMs))}</time>;
};

/** The time of day and how long ago that is, or in how long; the moment, here and in UTC, when pointed at. */
export const Ago = ({ at }: { at: string }) => {
  const atMs = Date.parse(at);
  const nowMs = nowForAge(atMs);
  return (
    <time dateTime={at} title={`${formatMoment(atMs)} · ${formatUtc(atMs)}`}>
      <span>{formatClockOf(atMs, nowMs)}</span> <span class="age">{formatRelative(atMs, nowMs)}</span>
    </time>
  );
};

/** The time of day, with the date where it is another day's; its age and the moment in UTC when pointed at. */
export const Clock = ({ at, isExact = false }: { at: string; isExact?: boolean }) => {
  const atMs = Date.parse(at);
  const now = nowForAge(atMs);
  return (
    <time dateTime={at} title={`${formatRelative(atMs, now)} · ${formatUtc(atMs)}`}>
      {formatClockOf(atMs, now, isExact ? 'seconds' : 'minutes')}
    </time>
  );
};

/** The moment, here; in UTC when pointed at. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatUtc(Date.parse(at))}>
    {formatMoment(Date.parse(at))}
  </time>
);

export const MaybeAgo = ({ at }: { at: string | null | undefined }) => (at ? <Ago at={at} /> : <Dash />);

/** Nothing to say. */
export const Dash = () => (
  <span class="dash" aria-hidden="true">
    –
  </span>
);

/** By how much an order is late; nothing where it is not. */
export const Late = ({ since }: { since: string | null }) => {
  if (since === null) return null;
  const seconds = Math.max(1, Math.round((serverNowMs() - Date.parse(since)) / 1_000));
  return <Badge tone="warn">{text().late(formatAbout(seconds))}</Badge>;
};
