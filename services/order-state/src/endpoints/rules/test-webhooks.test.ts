import { describe, expect, it } from '@jest/globals';
import { paceWithTest, type TestPace, testsPerMinute, testWaitMs } from './test-webhooks.js';

const never: TestPace = { underWayUntilMs: null, usedUntilMs: null };
/** A test of another endpoint, or one whose result is here. */
const ended = (pace: TestPace): TestPace => ({ ...pace, underWayUntilMs: null });

describe('the pace of tests', () => {
  it('lets a second test of an endpoint begin when the first has its result, or 15 s later', () => {
    const pace = paceWithTest(never, 1_000);
    expect(testWaitMs(never, 1_000)).toBe(0);
    expect(testWaitMs(pace, 1_000)).toBe(15_000);
    expect(testWaitMs(ended(pace), 1_000)).toBe(0);
    expect(testWaitMs(pace, 16_000)).toBe(0);
  });

  it('lets a merchant test ten times at once, and then once in six seconds', () => {
    let pace = never;
    for (let count = 0; count < testsPerMinute; count += 1) {
      expect(testWaitMs(pace, 1_000)).toBe(0);
      pace = ended(paceWithTest(pace, 1_000));
    }
    expect(testWaitMs(pace, 1_000)).toBe(6_000);
    expect(testWaitMs(pace, 7_000)).toBe(0);
    expect(testWaitMs(ended(paceWithTest(pace, 7_000)), 7_000)).toBe(6_000);
  });

  it('forgets old tests', () => {
    const pace = paceWithTest(never, 1_000);
    expect(paceWithTest(pace, 3_600_000)).toEqual(paceWithTest(never, 3_600_000));
  });
});
