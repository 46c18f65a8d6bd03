import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  adjustWindow,
  type AttemptSignal,
  type EndpointSpeed,
  estimateEndpoint,
  estimateSeconds,
  maxConcurrencyAt,
  merchantShareMax,
  merchantShareMin,
  minConcurrencyAt,
  perSecondOf,
  secondsAt,
  type SendEstimate,
  type Window,
} from './window.js';

const nowMs = 1_000_000;
const window = (changes: Partial<Window> = {}): Window => ({
  endpointId: 'e',
  active: true,
  deleted: false,
  revision: 1,
  sharedBy: 1,
  size: 16,
  inFlight: 4,
  probeAtMs: null,
  failingSinceMs: null,
  catchUpAtMs: null,
  ...changes,
});

/** Deliveries that wait so long in our queues show that these are full. */
const inFullQueues = 1_000_000;
const success = (durationMs: number, waitedMs = inFullQueues): AttemptSignal => ({
  kind: 'success',
  durationMs,
  waitedMs,
});
const answered = (durationMs: number): AttemptSignal => ({ kind: 'answered', durationMs, waitedMs: 0 });
const unreachable = (retryInMs: number): AttemptSignal => ({ kind: 'unreachable', retryInMs });
const afterMany = (start: Window, signal: AttemptSignal): Window =>
  Array.from({ length: 600 }, () => signal).reduce((current, next) => adjustWindow(current, next, nowMs), start);

describe('window', () => {
  it('goes one step towards its goal with a success, and closes the breaker', () => {
    const open = window({ size: 1, inFlight: 1, probeAtMs: nowMs - 1, failingSinceMs: 5 });
    expect(adjustWindow(open, success(1), nowMs)).toMatchObject({
      size: 2,
      inFlight: 0,
      probeAtMs: null,
      failingSinceMs: null,
    });
  });

  it('halves when the endpoint does not answer, but not when it answers with a failure', () => {
    expect(adjustWindow(window(), unreachable(10_000), nowMs)).toMatchObject({
      size: 8,
      inFlight: 3,
      probeAtMs: null,
    });
    expect(adjustWindow(window(), answered(1_000), nowMs)).toMatchObject({
      size: 16,
      inFlight: 3,
      failingSinceMs: nowMs,
    });
  });

  it('opens the breaker at the bottom', () => {
    const open = adjustWindow(window({ size: 2, inFlight: 1 }), unreachable(10_000), nowMs);
    expect(open).toMatchObject({ size: 1, inFlight: 0, probeAtMs: nowMs + 10_000 });
  });

  it('never probes later than the delivery that failed is due, and at the latest after half a minute', () => {
    expect(adjustWindow(window({ size: 1 }), unreachable(500), nowMs).probeAtMs).toBe(nowMs + 500);
    expect(adjustWindow(window({ size: 1 }), unreachable(8 * 3_600_000), nowMs).probeAtMs).toBe(nowMs + 30_000);
  });

  it('lets 240 a second through while our queues are full, and fewer where each place is held for long', () => {
    const settledAt = (durationMs: number) => afterMany(window(), success(durationMs)).size;
    expect([0, 100, 1_000, 2_000, 5_000, 9_000].map(settledAt)).toEqual([16, 40, 256, 128, 51, 28]);
  });

  it('widens to the whole share while our queues are short, and keeps just so many in flight that they stay so', () => {
    expect(afterMany(window(), success(5, 10)).size).toBe(merchantShareMax);
    // A pipeline that takes two deliveries each millisecond: more in flight than that waits.
    const inPipeline = ({ size }: Window): AttemptSignal => success(5, Math.max(5, size / 2 - 5));
    const steady = Array.from({ length: 2_000 }).reduce<Window>(
      (current) => adjustWindow(current, inPipeline(current), nowMs),
      window({ size: merchantShareMax }),
    );
    expect(steady.size).toBeGreaterThanOrEqual(78);
    expect(steady.size).toBeLessThanOrEqual(82);
  });

  it('has a share between its bounds at any speed', () => {
    fc.assert(
      fc.property(fc.float({ min: 0, max: 20_000, noNaN: true }), (durationMs) => {
        expect(minConcurrencyAt(durationMs)).toBeGreaterThanOrEqual(merchantShareMin);
        expect(maxConcurrencyAt(durationMs)).toBeGreaterThanOrEqual(minConcurrencyAt(durationMs));
        expect(maxConcurrencyAt(durationMs)).toBeLessThanOrEqual(merchantShareMax);
      }),
    );
  });

  it('narrows an endpoint that becomes slow, also one that answers with failures, which never widen', () => {
    const wide = window({ size: merchantShareMax, inFlight: merchantShareMax });
    expect(afterMany(wide, success(9_000)).size).toBe(28);
    expect(afterMany(wide, answered(9_000)).size).toBe(28);
    expect(afterMany(window(), answered(1_000)).size).toBe(16);
  });

  it('shares what a merchant may have in flight among its endpoints, also when they become more', () => {
    for (const durationMs of [0, 100, 1_000, 9_000]) {
      const each = afterMany(window({ size: merchantShareMax, sharedBy: 5 }), success(durationMs)).size;
      expect(each).toBeGreaterThanOrEqual(1);
      expect(5 * each).toBeLessThanOrEqual(minConcurrencyAt(durationMs));
    }
  });

  it('that was deferred halves, waits at the bottom, and does not count towards disabling the endpoint', () => {
    const deferred: AttemptSignal = { kind: 'deferred', retryInMs: 5_000 };
    expect(adjustWindow(window(), deferred, nowMs)).toMatchObject({ size: 8, probeAtMs: null, failingSinceMs: null });
    expect(afterMany(window(), deferred)).toMatchObject({ size: 1, probeAtMs: nowMs + 5_000, failingSinceMs: null });
  });

  it('stays within its bounds and never counts below zero, after any signals', () => {
    const signal = fc.oneof(
      fc.record({
        kind: fc.constantFrom('success', 'answered'),
        durationMs: fc.nat(10_000),
        waitedMs: fc.nat(1_000),
      }),
      fc.record({ kind: fc.constantFrom('unreachable', 'deferred'), retryInMs: fc.constant(1_000) }),
      fc.constant({ kind: 'expired' as const }),
    );
    fc.assert(
      fc.property(fc.array(signal, { maxLength: 600 }), (signals) => {
        let current = window();
        for (const next of signals) current = adjustWindow(current, next, nowMs);
        expect(current.size).toBeGreaterThanOrEqual(1);
        expect(current.size).toBeLessThanOrEqual(merchantShareMax);
        expect(current.inFlight).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

const speed: EndpointSpeed = {
  id: 'e',
  type: 'push',
  url: 'https://shop.example/hook',
  status: 'active',
  blockedBy: null,
  answerMs: 100,
  sharedBy: 1,
  maxPerSecond: null,
};

describe('How many webhooks a second an endpoint gets', () => {
  it('is 240 at least for answers of up to a second, as is documented', () => {
    for (const answerMs of [0, 5, 100, 500, 1_000, null]) {
      expect(perSecondOf({ ...speed, answerMs })).toBeGreaterThan(240);
    }
  });

  it('is bounded by its slots where answers take long', () => {
    expect(Math.round(perSecondOf({ ...speed, answerMs: 9_000 }))).toBe(3);
  });

  it('is shared with the merchant’s other endpoints, and never nothing', () => {
    const alone = perSecondOf(speed);
    expect(perSecondOf({ ...speed, sharedBy: 4 })).toBeCloseTo(alone / 4);
    expect(perSecondOf({ ...speed, answerMs: 9_000, sharedBy: 100 })).toBeGreaterThan(0);
  });

  it('is its own number where that is less, and less than that where answers take longer than a second', () => {
    expect(perSecondOf({ ...speed, maxPerSecond: 10 })).toBe(10);
    expect(perSecondOf({ ...speed, maxPerSecond: 10, answerMs: 2_000 })).toBeCloseTo(10 / 2.035);
    expect(perSecondOf({ ...speed, maxPerSecond: 1_000 })).toBe(perSecondOf(speed));
  });
});

const estimate = (endpoints: SendEstimate['endpoints'], queuedPerSecond = Infinity): SendEstimate => ({
  deliveries: endpoints.reduce((sum, { deliveries }) => sum + deliveries, 0),
  orders: 1,
  leftOut: 0,
  truncated: false,
  runningReplayId: null,
  endpoints,
  queuedPerSecond,
});

describe('How long it takes', () => {
  it('is given in whole seconds, and is 0 for nothing', () => {
    const paced = { ...speed, maxPerSecond: 10 };
    expect([0, 1, 10, 11].map((count) => secondsAt(estimateEndpoint(paced, count)))).toEqual([0, 1, 1, 2]);
  });

  it('is the time of the slowest endpoint, and of queueing all of them', () => {
    const [fast, slow] = [estimateEndpoint(speed, 400), estimateEndpoint({ ...speed, maxPerSecond: 1 }, 10)];
    expect(estimateSeconds(estimate([fast, slow]))).toBe(10);
    expect(estimateSeconds(estimate([fast, slow], 10))).toBe(41);
    expect(estimateSeconds(estimate([]))).toBe(0);
  });

  it('is null if one of them cannot be estimated', () => {
    const endpoints = [estimateEndpoint(speed, 4), estimateEndpoint({ ...speed, blockedBy: 'failing' }, 1)];
    expect(estimateSeconds(estimate(endpoints))).toBeNull();
  });
});
