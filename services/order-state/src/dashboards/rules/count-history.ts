import type { DeliveryAttempted, MerchantMode } from '@delivery/contracts';
import type { AttemptPlan } from '../../ledger/rules/attempts.js';
import { millisecondsOf } from '../../ledger/rules/deliveries.js';
import type { BatchPlan } from '../../orders/rules/decide-batch.js';

/** Counts of the merchants in one mode. */
export type HistoryCounts = {
  orders: number;
  events: number;
  delivered: number;
  attempts: number;
  failedAttempts: number;
  /** By class of `waitBoundsMs`. */
  waits: number[];
};

export type HistoryByMode = Record<MerchantMode, HistoryCounts>;

/** The counts of this process since the last call. */
export type HistoryCounter = {
  onApplied: (plan: {
    created: readonly Pick<BatchPlan['created'][number], 'mode'>[];
    events: readonly Pick<BatchPlan['events'][number], 'mode'>[];
  }) => void;
  onSettled: (plan: Pick<AttemptPlan, 'updates' | 'logged' | 'inSandbox'>) => void;
  /** Hands the counts over, and begins anew. */
  take: () => HistoryByMode;
  /** Counts that were taken and could not be written are added the next time. */
  giveBack: (counts: HistoryByMode) => void;
};

export const createHistoryCounter = (): HistoryCounter => {
  let counts = noCounts();
  return {
    onApplied: ({ created, events }) => {
      for (const { mode } of created) counts[mode].orders += 1;
      for (const { mode } of events) counts[mode].events += 1;
    },
    onSettled: ({ updates, logged, inSandbox }) => {
      const countsOf = (deliveryId: string): HistoryCounts => counts[inSandbox.has(deliveryId) ? 'sandbox' : 'live'];
      for (const { delivery_id: id, outcome } of logged) {
        countsOf(id).attempts += 1;
        if (outcome !== 'delivered') countsOf(id).failedAttempts += 1;
      }
      for (const { id, state, settledAtMs } of updates) {
        if (state !== 'delivered' || settledAtMs === null) continue;
        const { waits } = countsOf(id);
        countsOf(id).delivered += 1;
        const index = waitClassOf(settledAtMs - millisecondsOf(id));
        waits[index] = (waits[index] ?? 0) + 1;
      }
    },
    take: () => {
      const taken = counts;
      counts = noCounts();
      return taken;
    },
    giveBack: (taken) => {
      counts = { live: add(counts.live, taken.live), sandbox: add(counts.sandbox, taken.sandbox) };
    },
  };
};

const add = (one: HistoryCounts, other: HistoryCounts): HistoryCounts => ({
  orders: one.orders + other.orders,
  events: one.events + other.events,
  delivered: one.delivered + other.delivered,
  attempts: one.attempts + other.attempts,
  failedAttempts: one.failedAttempts + other.failedAttempts,
  waits: addCounts(one.waits, other.waits),
});

const noCounts = (): HistoryByMode => ({ live: nothing(), sandbox: nothing() });

const nothing = (): HistoryCounts => ({
  orders: 0,
  events: 0,
  delivered: 0,
  attempts: 0,
  failedAttempts: 0,
  waits: Array.from({ length: waitClassCount }, () => 0),
});

type AnswerClass = '2xx' | '3xx' | '4xx' | '5xx' | 'none';

type FailedAttempt = { atMs: number; deliveryId: string; statusCode: number | null; errorCode: string | null };

/** The outcomes of an endpoint's attempts in one minute. */
export type MinuteCounts = {
  /** When the minute began. */
  atMs: number;
  endpointId: string;
  answers: Record<AnswerClass, number>;
  /** Answered ones by class of how long that took, up to the longest that came. */
  answerTimes: number[];
  lastError: FailedAttempt | null;
};

export const minuteMs = 60_000;

type Counted = Pick<
  DeliveryAttempted,
  | 'endpoint_id'
  | 'delivery_id'
  | 'occurred_at'
  | 'outcome'
  | 'status_code'
  | 'error_code'
  | 'unreachable'
  | 'duration_ms'
>;

/** The class in which an attempt is counted. An acknowledged message has no status, and counts as a 2xx. */
export const answerClassOf = ({ outcome, status_code, unreachable }: Counted): AnswerClass => {
  if (outcome === 'delivered') return '2xx';
  // A status without the rest of its answer counts as no answer.
  if (status_code === null || unreachable) return 'none';
  if (status_code < 300) return '2xx';
  if (status_code < 400) return '3xx';
  return status_code < 500 ? '4xx' : '5xx';
};

/** The minute with the attempt in it. */
export const countAttempt = (minute: MinuteCounts, attempt: Counted): MinuteCounts => {
  const answer = answerClassOf(attempt);
  const isFailed = attempt.outcome !== 'delivered';
  const counted = { ...minute.answers, [answer]: minute.answers[answer] + 1 };
  return {
    ...minute,
    answers: counted,
    answerTimes: answer === 'none' ? minute.answerTimes : addOne(minute.answerTimes, waitClassOf(attempt.duration_ms)),
    lastError: isFailed ? newerOf(minute.lastError, failedOf(attempt)) : minute.lastError,
  };
};

const addOne = (counts: readonly number[], place: number): number[] => {
  const added = Array.from({ length: Math.max(counts.length, place + 1) }, (_none, at) => counts[at] ?? 0);
  added[place] = (added[place] ?? 0) + 1;
  return added;
};

/** Counts by class, which may end at different classes. */
export const addCounts = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_none, place) => (one[place] ?? 0) + (other[place] ?? 0));

/** Both of one minute and endpoint. */
export const addMinutes = (one: MinuteCounts, other: MinuteCounts): MinuteCounts => ({
  ...one,
  answers: {
    '2xx': one.answers['2xx'] + other.answers['2xx'],
    '3xx': one.answers['3xx'] + other.answers['3xx'],
    '4xx': one.answers['4xx'] + other.answers['4xx'],
    '5xx': one.answers['5xx'] + other.answers['5xx'],
    none: one.answers.none + other.answers.none,
  },
  answerTimes: addCounts(one.answerTimes, other.answerTimes),
  lastError: newerOf(one.lastError, other.lastError),
});

export const emptyMinute = (atMs: number, endpointId: string): MinuteCounts => ({
  atMs,
  endpointId,
  answers: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0 },
  answerTimes: [],
  lastError: null,
});

const failedOf = (attempt: Counted): FailedAttempt => ({
  atMs: Date.parse(attempt.occurred_at),
  deliveryId: attempt.delivery_id,
  statusCode: attempt.status_code,
  errorCode: attempt.error_code,
});

const newerOf = (one: FailedAttempt | null, other: FailedAttempt | null): FailedAttempt | null => {
  if (one === null || other === null) return one ?? other;
  return other.atMs >= one.atMs ? other : one;
};

/**
 * Upper bounds of how long a merchant waited for a webhook, or a webhook for its answer, in ms; beyond the last one
 * there is one class more.
 */
export const waitBoundsMs = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000,
  120_000, 180_000, 300_000, 600_000, 900_000, 1_200_000, 1_800_000, 2_700_000, 3_600_000,
] as const;

export const waitClassCount = waitBoundsMs.length + 1;

export const waitClassOf = (waitedMs: number): number => {
  const index = waitBoundsMs.findIndex((boundMs) => waitedMs <= boundMs);
  return index === -1 ? waitBoundsMs.length : index;
};

export const halfAndMostMs = (counts: readonly number[]): { p50: number; p95: number } | null => {
  const [p50, p95] = [quantileMs(counts, 0.5), quantileMs(counts, 0.95)];
  return p50 === null || p95 === null ? null : { p50, p95 };
};

/**
 * The time within which `share` of all were answered, taken to be spread evenly within each class. A wait longer than
 * the last bound counts as the last bound. `null` where there were none.
 */
export const quantileMs = (counts: readonly number[], share: number): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let below = 0;
  for (const [index, count] of counts.entries()) {
    const from = index === 0 ? 0 : (waitBoundsMs[index - 1] ?? 0);
    const to = waitBoundsMs[index] ?? from;
    if (count > 0 && below + count >= wanted) return from + ((to - from) * (wanted - below)) / count;
    below += count;
  }
  return waitBoundsMs.at(-1) ?? null;
};
