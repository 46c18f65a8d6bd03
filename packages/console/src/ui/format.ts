import type { EndpointView } from '@delivery/contracts';
import { locale, text } from '../text/index.js';
import { zoneOption } from './zone.js';

/** Formatters of one kind at most; those of numbers have the most: units, and digits behind the point. */
const keptMax = 100;

/**
 * To make a formatter of Intl takes a hundred times as long as to use it, and a list of a thousand rows uses thousands:
 * each is made once.
 */
const keepFormatters = <Options extends object, Formatter>(
  make: (locale: string, options: Options) => Formatter,
): ((locale: string, options: Options) => Formatter) => {
  const kept = new Map<string, Formatter>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= keptMax) kept.clear();
    const made = make(locale, options);
    kept.set(key, made);
    return made;
  };
};

/** At most this many of something are counted. */
const countMax = 10_000;

const numbers = keepFormatters((of, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(of, options));
const relatives = keepFormatters(
  (of, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(of, options),
);
const moments = keepFormatters((of, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(of, options));

export const formatCount = (count: number): string => numbers(locale(), {}).format(count);

/** Counts of waiting deliveries stop at 10,000. */
export const formatBounded = (count: number): string => `${formatCount(count)}${count >= countMax ? '+' : ''}`;

/** Three digits at most, so that a number that changes does not jump. */
export const formatRate = (perSecond: number): string =>
  numbers(locale(), {
    maximumFractionDigits: perSecond < 10 ? 1 : 0,
    minimumFractionDigits: perSecond > 0 && perSecond < 10 ? 1 : 0,
  }).format(perSecond);

export const formatShare = (share: number): string =>
  numbers(locale(), {
    style: 'percent',
    maximumFractionDigits: share > 0.99 && share < 1 ? 1 : 0,
  }).format(share);

/** Symbols that all three languages share. The number stays beside its unit. */
const unit = (value: number, symbol: string, digits = 0): string =>
  `${numbers(locale(), { maximumFractionDigits: digits }).format(value)}\u00a0${symbol}`;

/** `800 m`, `1.4 km`. */
export const formatDistance = (meters: number): string =>
  meters < 1_000 ? unit(meters, 'm') : unit(meters / 1_000, 'km', 1);

/**
 * The largest two units: `1 min 52 s`, `3 h 5 min`; below ten seconds with a digit behind the point, below one in ms.
 */
export const formatDuration = (ms: number): string => {
  if (ms < 1_000) return unit(Math.round(ms), 'ms');
  const seconds = Math.round(ms / 1_000);
  if (seconds < 10) return unit(ms / 1_000, 's', 1);
  if (seconds < 60) return unit(seconds, 's');
  if (seconds < 3_600) return pair(seconds, 60, 'min', 's');
  if (seconds < 86_400) return pair(Math.floor(seconds / 60), 60, 'h', 'min');
  return pair(Math.floor(seconds / 3_600), 24, 'd', 'h');
};

const secondSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 86_400];

/** Steps of an axis of durations, in ms. */
export const durationSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, ...secondSteps.map((step) => step * 1_000)];

/** Waits are counted to an hour. */
const waitMaxMs = 3_600_000;

/** As a duration; the longest that is counted stands for longer ones, too. */
export const formatWait = (ms: number): string => `${ms >= waitMaxMs ? '> ' : ''}${formatDuration(ms)}`;

/** `1:52`; from an hour on as durations are. */
export const formatCountdown = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds >= 3_600) return formatDuration(ms);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** For people, of something that is not exact: `5 s`, `4 min`, `2.5 h`. */
export const formatAbout = (seconds: number): string => {
  if (seconds < 90) return unit(Math.max(1, seconds), 's');
  if (seconds < 5_400) return unit(Math.round(seconds / 60), 'min');
  return unit(seconds / 3_600, 'h', 1);
};

const pair = (value: number, size: number, large: string, small: string): string => {
  const rest = value % size;
  return rest === 0
    ? unit(Math.floor(value / size), large)
    : `${unit(Math.floor(value / size), large)} ${unit(rest, small)}`;
};

/** In words as of `nowMs`: `12 sec. ago`, `in 2 min.`. */
export const formatRelative = (atMs: number, nowMs: number): string => {
  const seconds = Math.round((atMs - nowMs) / 1_000);
  const relative = relatives(locale(), { style: 'short', numeric: 'always' });
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(seconds, 'second');
  if (size < 3_600) return relative.format(Math.trunc(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.trunc(seconds / 3_600), 'hour');
  return relative.format(Math.trunc(seconds / 86_400), 'day');
};

/** In the chosen time zone, as all that follow but those of UTC. */
export const formatMoment = (atMs: number): string =>
  moments(locale(), { dateStyle: 'medium', timeStyle: 'medium', ...zoneOption() }).format(atMs);

/** @param day `yyyy-mm-dd`, of UTC */
export const formatDay = (day: string): string =>
  moments(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day));

/** @param month `yyyy-mm`, of UTC */
export const formatMonth = (month: string): string =>
  moments(locale(), { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(Date.parse(`${month}-01`));

export const formatClock = (atMs: number, withSeconds = true): string =>
  moments(locale(), { timeStyle: withSeconds ? 'medium' : 'short', ...zoneOption() }).format(atMs);

/** The time of day; with its date if that is another day. */
export const formatClockOf = (atMs: number, nowMs: number, to: 'minutes' | 'seconds' = 'minutes'): string => {
  const date = moments(locale(), { dateStyle: 'short', ...zoneOption() });
  if (date.format(atMs) === date.format(nowMs)) return formatClock(atMs, to === 'seconds');
  const options = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...zoneOption() } as const;
  return moments(locale(), to === 'seconds' ? { ...options, second: '2-digit' } : options).format(atMs);
};

/** The name of the browser's time zone, as its people say it: `GMT-3`. */
export const formatLocalZone = (): string => {
  const parts = moments(locale(), { timeZoneName: 'short' }).formatToParts(Date.now());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
};

/** @param cents of a currency that the order does not name */
export const formatAmount = (cents: number): string =>
  numbers(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);

/** As it stands in logs. */
export const formatUtc = (atMs: number): string => `${new Date(atMs).toISOString().replace('T', ' ').slice(0, 19)} UTC`;

export type NamedEndpoint = Pick<EndpointView, 'name' | 'url'>;

/** As its merchant calls it, else where it is. */
export const endpointName = ({ name, url }: NamedEndpoint): string => name ?? url ?? text().orders.pull;

const longFrom = 80;

/** For a link in a table: a text that would take more than three lines is cut off. */
export const longClass = (text: string): string | undefined => (text.length > longFrom ? 'long' : undefined);
