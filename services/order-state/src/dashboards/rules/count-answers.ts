import type { DeliveryAttempted } from '@delivery/contracts';

type AnswerClass = '2xx' | '3xx' | '4xx' | '5xx' | 'none';

export type FailedAttempt = { atMs: number; deliveryId: string; statusCode: number | null; errorCode: string | null };

/** The outcomes of an endpoint's attempts in one minute. */
export type MinuteCounts = {
  /** When the minute began. */
  atMs: number;
  endpointId: string;
  answers: Record<AnswerClass, number>;
  lastError: FailedAttempt | null;
};

export const minuteMs = 60_000;

type Counted = Pick<
  DeliveryAttempted,
  'endpoint_id' | 'delivery_id' | 'occurred_at' | 'outcome' | 'status_code' | 'error_code' | 'unreachable'
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
    lastError: isFailed ? newerOf(minute.lastError, failedOf(attempt)) : minute.lastError,
  };
};

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
  lastError: newerOf(one.lastError, other.lastError),
});

export const emptyMinute = (atMs: number, endpointId: string): MinuteCounts => ({
  atMs,
  endpointId,
  answers: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0 },
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
