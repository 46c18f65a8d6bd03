import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createMerchantSemaphore } from './merchant-semaphore.js';

const busy = 'Lists are under way.';

/** Work that says when it begins, and continues until it is stopped. */
const createWork = () => {
  const begun: string[] = [];
  const reported = new EventTarget();
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
      reported.dispatchEvent(new Event(name));
    });
  const untilBegun = async (name: string) => {
    if (!begun.includes(name)) await once(reported, name);
  };
  return { begun, work, untilBegun, end: (name: string) => ends.get(name)?.() };
};

describe('Turns', () => {
  it('are taken by each merchant for itself, in the order in which they were asked for', async () => {
    const inTurn = createMerchantSemaphore({ busy, runningMax: 2, waitMaxMs: 60_000 });
    const { begun, work, end, untilBegun } = createWork();
    const asked = ['a', 'b', 'c', 'd'].map((name) => inTurn('mine', work(name)));
    const other = inTurn('other', work('other'));
    end('other');
    await other;
    expect(begun).toEqual(['a', 'b', 'other']);
    end('b');
    await untilBegun('c');
    expect(begun).toEqual(['a', 'b', 'other', 'c']);
    end('a');
    await untilBegun('d');
    for (const name of ['d', 'c']) end(name);
    expect(await Promise.all(asked)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are free again after work that failed', async () => {
    const inTurn = createMerchantSemaphore({ busy, runningMax: 1, waitMaxMs: 60_000 });
    const failing = inTurn('mine', () => Promise.reject(new Error('away')));
    const next = inTurn('mine', () => 'done');
    await expect(failing).rejects.toThrow('away');
    expect(await next).toBe('done');
    expect(await inTurn('mine', () => 'again')).toBe('again');
  });

  it.each([0, 5])('are refused to a call that has waited for %i ms, which takes none later', async (waitMaxMs) => {
    const inTurn = createMerchantSemaphore({ busy, runningMax: 1, waitMaxMs });
    const { begun, work, end } = createWork();
    const first = inTurn('mine', work('first'));
    await expect(inTurn('mine', work('second'))).rejects.toMatchObject({
      code: 'rate_limited',
      detail: `${busy} Try again in a second.`,
      extras: { headers: { 'retry-after': '1' } },
    });
    end('first');
    await first;
    const third = inTurn('mine', work('third'));
    end('third');
    await third;
    expect(begun).toEqual(['first', 'third']);
  });
});

/** Work that is under way until it is ended, of merchants that ask again and again. */
const createCourse = (bounds: Partial<Parameters<typeof createMerchantSemaphore>[0]>) => {
  const inTurn = createMerchantSemaphore({ busy, waitMaxMs: 60_000, ...bounds });
  const running: { merchantId: string; end: () => void }[] = [];
  const waiting = new Map<string, number>();
  let refused = 0;
  const count = (merchantId: string, by: number) => waiting.set(merchantId, (waiting.get(merchantId) ?? 0) + by);
  const ask = (merchantId: string): void => {
    count(merchantId, 1);
    const work = () => {
      count(merchantId, -1);
      return new Promise<void>((end) => running.push({ merchantId, end }));
    };
    inTurn(merchantId, work).catch(() => {
      count(merchantId, -1);
      refused += 1;
    });
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const end = (index: number): void => {
    const [ended] = running.splice(index % running.length, 1);
    ended?.end();
  };
  const runningOf = (merchantId: string) => running.filter((one) => one.merchantId === merchantId).length;
  const waitingOf = (merchantId: string) => waiting.get(merchantId) ?? 0;
  return { ask, end, settle, running, runningOf, waitingOf, refused: () => refused };
};

const merchantIds = ['a', 'b', 'c', 'd'];
const anySteps = fc.array(
  fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...merchantIds) }, { weight: 1, arbitrary: fc.nat(100) }),
  { maxLength: 100 },
);

describe('Connections that merchants share', () => {
  it('are never more than there are; while one is free to take, nothing waits for it', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, fc.integer({ min: 1, max: 6 }), async (steps, connectionMax) => {
        const course = createCourse({ connectionMax });
        for (const step of steps) {
          if (typeof step === 'string') course.ask(step);
          else if (course.running.length > 0) course.end(step);
          await course.settle();
          const free = connectionMax - course.running.length;
          expect(free).toBeGreaterThanOrEqual(0);
          for (const merchantId of merchantIds) {
            if (course.waitingOf(merchantId) === 0) continue;
            expect(free).toBeLessThanOrEqual(course.runningOf(merchantId) === 0 ? 0 : 1);
          }
        }
        while (course.running.length > 0) {
          course.end(0);
          await course.settle();
        }
        expect([...merchantIds.map(course.waitingOf), course.refused()]).toEqual([0, 0, 0, 0, 0]);
      }),
      { numRuns: 50 },
    );
  });

  it('[P6] are all but one of a merchant alone, and the next one of a merchant that has none', async () => {
    const course = createCourse({ connectionMax: 5 });
    for (let n = 0; n < 20; n += 1) course.ask('loud');
    await course.settle();
    expect(course.runningOf('loud')).toBe(4);
    for (const merchantId of ['b', 'c']) course.ask(merchantId);
    await course.settle();
    expect([course.runningOf('b'), course.waitingOf('c')]).toEqual([1, 1]);
    course.end(0);
    await course.settle();
    expect([course.runningOf('loud'), course.runningOf('c')]).toEqual([3, 1]);
  });

  it('[P12] are waited for by a bounded number, of which one merchant has half', async () => {
    const course = createCourse({ connectionMax: 2, waitingMax: 10 });
    for (let n = 0; n < 20; n += 1) course.ask('loud');
    await course.settle();
    expect([course.waitingOf('loud'), course.refused()]).toEqual([5, 14]);
    for (let n = 0; n < 4; n += 1) course.ask('quiet');
    await course.settle();
    expect([course.runningOf('quiet'), course.waitingOf('quiet'), course.refused()]).toEqual([1, 3, 14]);
  });
});
