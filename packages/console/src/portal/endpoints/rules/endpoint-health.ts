import type { DeliveryView, EndpointHistory, EndpointTest, EndpointView, MerchantSummary } from '@delivery/contracts';
import { type Condition, toCondition } from '../../../webhooks/rules/condition.js';

/** Only the summary has an endpoint's condition, and it may be a moment behind a change just made. Pure. */
export const conditionOf = (
  { id, status, paced, not_fetching: isNotFetching }: Pick<EndpointView, 'id' | 'status' | 'paced' | 'not_fetching'>,
  summary: MerchantSummary | undefined,
): Condition => {
  if (status === 'disabled') return 'disabled';
  if (isNotFetching) return 'not_fetching';
  const told = summary?.endpoints.find((each) => each.id === id);
  if (!told || told.health === 'disabled') return paced ? 'paced' : 'ok';
  return toCondition(told);
};

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

type Hour = EndpointHistory['day']['hours'][number];

const hourMs = 3_600_000;

/** This hour and the 23 before it, also those without attempts, which the answer leaves out. Pure. */
export const fillHours = (hours: readonly Hour[], nowMs: number): Hour[] => {
  const known = new Map(hours.map((hour) => [hour.at, hour]));
  const firstMs = nowMs - (nowMs % hourMs) - 23 * hourMs;
  return Array.from({ length: 24 }, (_none, place) => {
    const at = new Date(firstMs + place * hourMs).toISOString();
    return known.get(at) ?? { at, succeeded: 0, failed: 0, answer_ms: null };
  });
};
