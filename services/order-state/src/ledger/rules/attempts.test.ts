import { describe, expect, it } from '@jest/globals';
import type { DeliveryAttempted } from '@delivery/contracts';
import { signalOf } from './attempts.js';
import type { LiveDelivery } from './deliveries.js';

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
  retry_in_ms: null,
  response_excerpt: null,
};
const waitedOf = (change: Partial<DeliveryAttempted>, settledAfterMs: number) =>
  signalOf({ ...attempt, ...change }, delivery, releasedAtMs + settledAfterMs);

describe('The signal of an attempt to its endpoint’s window', () => {
  it('is how long its delivery waited in our queues, without the time of the answer and the time that it lingered in its report', () => {
    expect(waitedOf({}, 75)).toEqual({ kind: 'success', durationMs: 20, waitedMs: 55 });
    expect(waitedOf({ reported_after_ms: 50 }, 75)).toEqual({ kind: 'success', durationMs: 20, waitedMs: 5 });
  });

  it('is never negative, even if the clocks disagree', () => {
    expect(waitedOf({ reported_after_ms: 50 }, 30)).toMatchObject({ waitedMs: 0 });
  });
});
