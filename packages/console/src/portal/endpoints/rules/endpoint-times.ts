import type { DeliveryView, EndpointHistory, EndpointTest } from '@delivery/contracts';

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
