import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { createMerchantSemaphore } from './merchant-semaphore.js';

const busy = 'Lists are under way.';

/** Work that says when it begins, and goes on until it is told. */
const createWork = () => {
  const begun: string[] = [];
  const told = new EventTarget();
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
      told.dispatchEvent(new Event(name));
    });
  const untilBegun = async (name: string) => {
    if (!begun.includes(name)) await once(told, name);
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

  it.each([0, 5])('are refused to who has waited for %i ms, and he takes none later', async (waitMaxMs) => {
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
