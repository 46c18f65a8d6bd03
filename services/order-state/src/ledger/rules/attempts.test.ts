import { describe, expect, it } from '@jest/globals';
import type { DeliveryAttempted } from '@delivery/contracts';
import { planAttempts, signalOf } from './attempts.js';
import type { LiveDelivery } from './deliveries.js';
import type { Window } from './window.js';

const releasedAtMs = 1_000_000;
const delivery: LiveDelivery = {
  id: 'd',
  orderId: 'o',
  endpointId: 'e',
  orderMerchantId: null,
  mode: 'live',
  replayId: null,
  sequence: 1,
  state: 'in_flight',
  generation: 1,
  attemptCount: 0,
  scheduleBase: 0,
  triedSinceMs: null,
  heldMs: 0,
  giveUpAfterMs: null,
  attemptsBefore: 0,
  notBeforeMs: releasedAtMs,
  releasedAtMs,
};
const attempt: DeliveryAttempted = {
  schema_version: 1,
  type: 'delivery.attempted',
  delivery_id: 'd',
  order_id: 'o',
  endpoint_id: 'e',
  owner_id: 'm',
  generation: 1,
  attempt: 1,
  revision: 1,
  occurred_at: '2026-01-01T00:00:00.000Z',
  outcome: 'delivered',
  status_code: 200,
  error_code: null,
  unreachable: false,
  duration_ms: 20,
  response_excerpt: null,
};
const waitedOf = (change: Partial<DeliveryAttempted>, settledAfterMs: number) =>
  signalOf({ ...attempt, ...change }, delivery, { nowMs: releasedAtMs + settledAfterMs, retryInMs: null });

describe('The signal of an attempt to its endpoint’s window', () => {
  it('is how long its delivery waited in our queues', () => {
    expect(waitedOf({}, 75)).toEqual({ kind: 'success', durationMs: 20, waitedMs: 55 });
    expect(waitedOf({ reported_after_ms: 50 }, 75)).toEqual({ kind: 'success', durationMs: 20, waitedMs: 5 });
  });

  it('is never negative, even if the clocks disagree', () => {
    expect(waitedOf({ reported_after_ms: 50 }, 30)).toMatchObject({ waitedMs: 0 });
  });
});

const window: Window = {
  endpointId: 'e',
  active: true,
  deleted: false,
  revision: 1,
  sharedBy: 1,
  size: 2,
  inFlight: 1,
  probeAtMs: null,
  failingSinceMs: null,
  catchUpAtMs: null,
};
const nowMs = releasedAtMs + 1_000;
const schedule = [10_000, 30_000];

/** How the delivery is after an attempt that failed, and how long it waits from now on. */
const afterFailure = (
  change: Partial<DeliveryAttempted>,
  of: { delivery?: Partial<LiveDelivery>; window?: Partial<Window> } = {},
) => {
  const plan = planAttempts(
    [{ ...attempt, outcome: 'failed', status_code: 500, ...change }],
    new Map([['d', { ...delivery, ...of.delivery }]]),
    new Map([['e', { ...window, ...of.window }]]),
    { nowMs, schedule, random: () => 0.5 },
  );
  return plan.updates.map(({ state, notBeforeMs }) => [state, notBeforeMs && notBeforeMs - nowMs])[0];
};

describe('A delivery whose attempt failed', () => {
  it('waits for the delay of its place in the schedule, and is exhausted after the last', () => {
    const places = [0, 1, 2].map((spent) =>
      afterFailure({}, { delivery: { attemptCount: 7 + spent, scheduleBase: 7 } }),
    );
    expect(places).toEqual([
      ['waiting', 10_000],
      ['waiting', 30_000],
      ['exhausted', null],
    ]);
  });

  it('waits from the answer on, by the distance that the dispatcher measured, whatever the time of its clock', () => {
    for (const occurred_at of ['1999-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'])
      expect(afterFailure({ occurred_at, reported_after_ms: 150 })).toEqual(['waiting', 9_850]);
  });

  it('waits as before where the attempt was early, or as long as its receiver asks for', () => {
    const early = { attemptCount: 2, notBeforeMs: nowMs + 3_600_000 };
    expect(afterFailure({}, { delivery: early })).toEqual(['waiting', 3_600_000]);
    const asked = { status_code: 503, retry_after_ms: 7_200_000 };
    expect(afterFailure(asked, { delivery: early })).toEqual(['waiting', 7_200_000]);
  });

  it('does not wait at first where it was taken: the visibility stands for the first delay', () => {
    const pulled = { window: { size: 0 } };
    expect(afterFailure({}, pulled)).toEqual(['waiting', 0]);
    expect(afterFailure({}, { ...pulled, delivery: { attemptCount: 1 } })).toEqual(['waiting', 30_000]);
  });
});

it('plans no retry of a webhook that was delivered', () => {
  const random = (): number => {
    throw new Error('a delivered webhook needs no delay');
  };
  const plan = planAttempts([attempt], new Map([['d', delivery]]), new Map([['e', window]]), {
    nowMs,
    schedule,
    random,
  });
  expect(plan.updates).toMatchObject([{ state: 'delivered' }]);
});

describe('A webhook that its receiver does not want', () => {
  const { updates, windows, givenUp } = planAttempts(
    [{ ...attempt, outcome: 'failed', status_code: 404, error_code: 'aborted_by_receiver' }],
    new Map([['d', { ...delivery, attemptCount: 0, scheduleBase: 0 }]]),
    new Map([['e', window]]),
    { nowMs, schedule, random: () => 0.5 },
  );

  it('is exhausted at its first attempt, and counts neither as given up nor against its endpoint', () => {
    expect(updates).toMatchObject([{ state: 'exhausted', lastErrorCode: 'aborted_by_receiver' }]);
    expect(givenUp).toEqual([]);
    expect(windows).toEqual([{ ...window, inFlight: 0 }]);
  });
});
