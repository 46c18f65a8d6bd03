import { describe, expect, it } from '@jest/globals';
import { createOncePerRelease } from './handle-delivery.js';

describe('createOncePerRelease', () => {
  it('runs a task once for a release, whether it is still running or done', async () => {
    const once = createOncePerRelease<number>(10);
    let runs = 0;
    const task = () => Promise.resolve((runs += 1));
    expect(await Promise.all([once('d.1', task), once('d.1', task)])).toEqual([1, 1]);
    expect(await once('d.1', task)).toBe(1);
    expect(await once('d.2', task)).toBe(2);
  });

  it('runs a failed attempt again', async () => {
    const once = createOncePerRelease<string>(10);
    await expect(once('d.1', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await once('d.1', () => Promise.resolve('yes'))).toBe('yes');
  });

  it('forgets the oldest beyond its limit', async () => {
    const once = createOncePerRelease<number>(2);
    let runs = 0;
    const task = () => Promise.resolve((runs += 1));
    for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await once(key, task);
    expect(runs).toBe(4);
  });
});
