import type { History, OperatorStatus } from '@delivery/contracts';
import type { HistoryStep } from './history-step.js';
import { failedWindowSeconds, growthWindowSeconds, thresholds } from './thresholds.js';

const watchedQueues = ['order-state.orders', 'webhook-dispatcher.deliveries', 'order-state.attempts'] as const;
export type WatchedQueue = (typeof watchedQueues)[number];

/** Something that a person should look at (`warn`) or do something about now (`bad`). */
export type Concern =
  | { kind: 'unbalanced'; tone: 'bad' }
  | { kind: 'overdue'; tone: 'bad'; seconds: number }
  | { kind: 'queue'; tone: 'warn'; queue: WatchedQueue; messages: number }
  | { kind: 'deadLetters'; tone: 'warn'; count: number }
  | { kind: 'breakers'; tone: 'bad'; count: number }
  | { kind: 'failing'; tone: 'warn'; share: number }
  | { kind: 'partitionDays'; tone: 'warn'; count: number }
  | { kind: 'erasureLate' | 'purgeLate'; tone: 'warn'; seconds: number };

/** The concerns that the alerts would report, the worst first. */
export const findConcerns = (status: OperatorStatus, history: History | undefined): Concern[] => {
  const found: (Concern | undefined)[] = [
    status.audit.balanced ? undefined : { kind: 'unbalanced', tone: 'bad' },
    findOverdue(status),
    findBreakers(status),
    ...watchedQueues.map((queue) => history && findGrowing(history, queue)),
    history && findFailing(history),
    findDeadLetters(status),
    findDaysRunningOut(status),
    ...findRetentionLate(status),
  ];
  return found.filter((concern) => concern !== undefined);
};

const findOverdue = ({ audit }: OperatorStatus): Concern | undefined => {
  const seconds = audit.oldest_overdue_seconds;
  return seconds > thresholds.overdueSeconds ? { kind: 'overdue', tone: 'bad', seconds } : undefined;
};

const findBreakers = ({ windows }: OperatorStatus): Concern | undefined => {
  const { open, narrowed, probing } = windows;
  const isStorm = probing >= thresholds.probingMin && probing / (open + narrowed + probing) > thresholds.probingShare;
  return isStorm ? { kind: 'breakers', tone: 'bad', count: probing } : undefined;
};

const findDeadLetters = ({ backlog }: OperatorStatus): Concern | undefined =>
  backlog.dead_letters > thresholds.deadLetters
    ? { kind: 'deadLetters', tone: 'warn', count: backlog.dead_letters }
    : undefined;

const findDaysRunningOut = ({ partition_days_ahead: count }: OperatorStatus): Concern | undefined =>
  count < thresholds.daysAhead ? { kind: 'partitionDays', tone: 'warn', count } : undefined;

const findRetentionLate = ({ retention_overdue_seconds: overdue }: OperatorStatus): (Concern | undefined)[] => [
  findLate('erasureLate', overdue.customer_data),
  findLate('purgeLate', overdue.orders),
];

const findLate = (kind: 'erasureLate' | 'purgeLate', seconds: number): Concern | undefined =>
  seconds > thresholds.retentionOverdueSeconds ? { kind, tone: 'warn', seconds } : undefined;

const findGrowing = (history: History, queue: WatchedQueue): Concern | undefined => {
  const [first, last] = endsOf(lastSeconds(history, growthWindowSeconds));
  const messages = last?.queues[queue] ?? 0;
  const isGrowing = messages > thresholds.queueMessages && messages > (first?.queues[queue] ?? 0);
  return isGrowing ? { kind: 'queue', tone: 'warn', queue, messages } : undefined;
};

const endsOf = (points: readonly HistoryStep[]) => [points[0], points.at(-1)] as const;

const findFailing = (history: History): Concern | undefined => {
  const share = failedShareOf(history);
  return share !== undefined && share > thresholds.failedShare ? { kind: 'failing', tone: 'warn', share } : undefined;
};

/** Of the attempts of the last quarter of an hour; undefined: there were none. */
export const failedShareOf = (history: History): number | undefined => {
  const points = lastSeconds(history, failedWindowSeconds);
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
