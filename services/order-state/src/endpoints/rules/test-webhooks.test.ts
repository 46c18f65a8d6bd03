import { describe, expect, it } from '@jest/globals';
import { paceWithTest, type TestPace, testsPerMinute, testWait } from './test-webhooks.js';

const never: TestPace = { underWayUntilMs: null, usedUntilMs: null };
/** A test of another endpoint, or one whose result is here. */
const ended = (pace: TestPace): TestPace => ({ ...pace, underWayUntilMs: null });

describe('the pace of tests', () => {
  it('allows a second test of an endpoint when the first has its result, or 15 s later', () => {
    const pace = paceWithTest(never, 1_000);
    expect(testWait(never, 1_000)).toBeUndefined();
    expect(testWait(pace, 1_000)).toEqual({ reason: 'under_way', waitMs: 2_000 });
    expect(testWait(pace, 15_500)).toEqual({ reason: 'under_way', waitMs: 500 });
    expect(testWait(ended(pace), 1_000)).toBeUndefined();
    expect(testWait(pace, 16_000)).toBeUndefined();
  });

  it('allows ten tests at once, and then one in six seconds', () => {
    let pace = never;
    for (let count = 0; count < testsPerMinute; count += 1) {
      expect(testWait(pace, 1_000)).toBeUndefined();
      pace = ended(paceWithTest(pace, 1_000));
    }
    expect(testWait(pace, 1_000)).toEqual({ reason: 'too_many', waitMs: 6_000 });
    expect(testWait(pace, 7_000)).toBeUndefined();
    expect(testWait(ended(paceWithTest(pace, 7_000)), 7_000)?.waitMs).toBe(6_000);
  });

  it('forgets old tests', () => {
    const pace = paceWithTest(never, 1_000);
    expect(paceWithTest(pace, 3_600_000)).toEqual(paceWithTest(never, 3_600_000));
  });
});
