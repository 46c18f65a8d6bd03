import { describe, expect, it } from '@jest/globals';
import { feedPace } from './poll-feed.js';
import { createSharedLooks } from './share-looks.js';

const below = 'merchants' as const;

const start = () => {
  const begun: string[] = [];
  const pending: (() => void)[] = [];
  const clock = { nowMs: 0 };
  const readShared = createSharedLooks({
    read: async ({ rest }) => {
      begun.push(rest);
      await new Promise<void>((resolve) => pending.push(resolve));
    },
    pace: feedPace,
    now: () => clock.nowMs,
  });
  const look = (rest: string, callerId = 'm') => readShared({ callerId, below, method: 'GET', rest, headers: {} });
  const answerAll = () => pending.splice(0).forEach((answer) => answer());
  return { look, begun, answerAll, clock };
};
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('looks at the feed', () => {
  it('that ask the same are one; those that come while it is under way are one more', async () => {
    const { look, begun, answerAll } = start();
    const first = Array.from({ length: 50 }, () => look('/events?after=x'));
    await settled();
    expect(begun).toHaveLength(1);
    const second = Array.from({ length: 50 }, () => look('/events?after=x'));
    await settled();
    expect(begun).toHaveLength(1);
    answerAll();
    await Promise.all(first);
    await settled();
    expect(begun).toHaveLength(2);
    answerAll();
    await Promise.all(second);
  });

  it('[P6] begin at most ten times a second for one merchant, also for different requests, and without a wait for another', async () => {
    const { look, begun, answerAll, clock } = start();
    const many = Array.from({ length: 12 }, (_, index) => look(`/events?after=${index}`));
    await settled();
    expect(begun).toHaveLength(10);
    void look('/events?after=x', 'other');
    await settled();
    expect(begun).toHaveLength(11);
    clock.nowMs = 1_000;
    while (begun.length < 13) await settled();
    answerAll();
    await Promise.all(many);
  });

  it('that fail, fail for all that share them, and the next one is made', async () => {
    const failing = createSharedLooks({
      read: () => Promise.reject(new Error('away')),
      pace: feedPace,
      now: () => 0,
    });
    const call = { callerId: 'm', below, method: 'GET', rest: '/events', headers: {} };
    const results = await Promise.allSettled([failing(call), failing(call)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(failing(call)).rejects.toThrow('away');
  });
});
