import { describe, expect, it } from '@jest/globals';
import {
  blockedByOf,
  type EndpointSpeed,
  estimateEndpoint,
  estimateSeconds,
  perSecondOf,
  secondsAt,
  type SendEstimate,
} from './estimate-time.js';

const speed: EndpointSpeed = {
  id: 'e',
  type: 'push',
  url: 'https://shop.example/hook',
  status: 'active',
  isFailing: false,
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
  it('is told in whole seconds, of nothing in none', () => {
    const paced = { ...speed, maxPerSecond: 10 };
    expect([0, 1, 10, 11].map((count) => secondsAt(estimateEndpoint(paced, count)))).toEqual([0, 1, 1, 2]);
  });

  it('is that of the slowest endpoint, and of queueing all of them', () => {
    const [fast, slow] = [estimateEndpoint(speed, 400), estimateEndpoint({ ...speed, maxPerSecond: 1 }, 10)];
    expect(estimateSeconds(estimate([fast, slow]))).toBe(10);
    expect(estimateSeconds(estimate([fast, slow], 10))).toBe(41);
    expect(estimateSeconds(estimate([]))).toBe(0);
  });

  it('is not told where one of them cannot be reckoned', () => {
    const endpoints = [estimateEndpoint(speed, 4), estimateEndpoint({ ...speed, isFailing: true }, 1)];
    expect(estimateSeconds(estimate(endpoints))).toBeNull();
  });

  it.each([
    [{ status: 'disabled', isFailing: true }, 'disabled'],
    [{ type: 'pull' }, 'fetched'],
    [{ isFailing: true }, 'failing'],
    [{}, null],
  ] as const)('has the blockedBy that counts: %j', (given, blockedBy) =>
    expect(blockedByOf({ ...speed, ...given })).toBe(blockedBy),
  );
});
