import type { DeliveryView, EndpointHistory, EndpointHistoryStep, EndpointTest } from '@delivery/contracts';

/** When an endpoint succeeded last, and is tried next. */
export type EndpointTimes = {
  /** The newest success that is known; `null`: none in the day. */
  lastSuccessAt: string | null;
  nextAttemptAt: string | null;
};

type Known = {
  history: EndpointHistory;
  /** Its newest deliveries. */
  recent: readonly Pick<DeliveryView, 'state' | 'settled_at' | 'next_attempt_at'>[];
  lastTest: Pick<EndpointTest, 'at' | 'error_code'> | null;
};

/** Counts are of up to a minute ago, so the newest deliveries and the test are asked too. Pure. */
export const findTimes = ({ history, recent, lastTest }: Known): EndpointTimes => {
  const successes = [
    history.data.findLast(({ answers }) => answers['2xx'] > 0)?.at,
    lastTest?.error_code === null ? lastTest.at : undefined,
    ...recent.map(({ state, settled_at }) => (state === 'delivered' ? settled_at : undefined)),
  ];
  const tries = recent.map((each) => (each.state === 'waiting' ? each.next_attempt_at : null));
  return {
    lastSuccessAt: successes.reduce<string | null>(later, null),
    nextAttemptAt: tries.reduce<string | null>(
      (first, at) => (at && (first === null || at < first) ? at : first),
      null,
    ),
  };
};

/** ISO 8601 in UTC sorts as text. */
const later = (one: string | null, other: string | null | undefined): string | null =>
  other && (one === null || other > one) ? other : one;

/** The figures of an endpoint at this moment. */
export type CurrentState = Pick<EndpointHistoryStep, 'window' | 'waiting' | 'held'>;

const nothing: EndpointHistoryStep['answers'] = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0 };

/**
 * The steps of the whole span, also those that the answer leaves out because nothing happened in them: a window stays
 * as it was seen last, nothing is in it, and nothing waits. Before the first look, a window is not known. The last step
 * is as it is now.
 */
export const fillSteps = (
  { step_seconds: stepSeconds, data }: Pick<EndpointHistory, 'step_seconds' | 'data'>,
  { nowMs, spanMs, current }: { nowMs: number; spanMs: number; current: CurrentState },
): EndpointHistoryStep[] => {
  const stepMs = stepSeconds * 1_000;
  const known = new Map(data.map((step) => [Date.parse(step.at), step]));
  const lastMs = nowMs - (nowMs % stepMs);
  const times = Array.from(
    { length: Math.floor(spanMs / stepMs) },
    (_none, place) => lastMs - place * stepMs,
  ).reverse();
  let window: EndpointHistoryStep['window'] = null;
  return times.map((atMs): EndpointHistoryStep => {
    const step = known.get(atMs);
    const counted = {
      at: new Date(atMs).toISOString(),
      answers: step?.answers ?? nothing,
      answer_ms: step?.answer_ms ?? null,
    };
    if (atMs === lastMs) return { ...counted, ...current };
    window = step?.window ?? (window && { ...window, in_flight: 0 });
    const wasLookedAt = step !== undefined && step.window !== null;
    return {
      ...counted,
      window,
      waiting: wasLookedAt ? step.waiting : 0,
      held: wasLookedAt ? step.held : 0,
    };
  });
};
