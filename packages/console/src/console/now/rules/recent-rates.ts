import type { History } from '@delivery/contracts';

export type HistoryStep = History['data'][number];

/** Of the attempts of the last quarter of an hour; undefined: there were none. */
export const failedShareOf = (history: History): number | undefined => {
  const points = lastSeconds(history, 900);
  const attempts = sum(points, ({ attempts }) => attempts);
  return attempts === 0 ? undefined : sum(points, ({ failed_attempts }) => failed_attempts) / attempts;
};

/** A second's average over the last minute: a single step is too restless to be read. */
export const rateOf = (history: History, count: (point: HistoryStep) => number): number => {
  const points = lastSeconds(history, 60);
  return points.length === 0 ? 0 : sum(points, count) / (points.length * history.step_seconds);
};

/** The steps of that time before the newest one's beginning. One in which no order-state ran is missing. */
const lastSeconds = ({ data }: History, seconds: number): readonly HistoryStep[] => {
  const untilMs = Date.parse(data.at(-1)?.at ?? '');
  return data.filter(({ at }) => Date.parse(at) > untilMs - seconds * 1_000);
};

const sum = (points: readonly HistoryStep[], count: (point: HistoryStep) => number): number =>
  points.reduce((total, point) => total + count(point), 0);
