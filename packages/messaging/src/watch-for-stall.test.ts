import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type StallWatch, watchForStall } from './watch-for-stall.js';

const limitMs = 1_000;
const muchLaterMs = 10 * limitMs;
let isWaiting: boolean;
let isExcused: boolean;
let stalls: number;
let watch: StallWatch;

beforeEach(() => {
  jest.useFakeTimers();
  [isWaiting, isExcused, stalls] = [true, false, 0];
  watch = watchForStall({
    limitMs,
    isWaiting: () => isWaiting,
    isExcused: () => isExcused,
    onStall: () => (stalls += 1),
  });
});
afterEach(() => void jest.useRealTimers());

describe('A wait without an answer', () => {
  it('is a stall after the limit, once', () => {
    watch.noteWaiting();
    jest.advanceTimersByTime(limitMs);
    expect(stalls).toBe(0);
    jest.advanceTimersByTime(muchLaterMs);
    expect(stalls).toBe(1);
  });

  it('is none while answers come now and then', () => {
    watch.noteWaiting();
    for (let step = 0; step < 10; step += 1) {
      jest.advanceTimersByTime(limitMs);
      watch.noteProgress();
    }
    expect(stalls).toBe(0);
  });

  it('is none while the other side says that it cannot come, and one afterwards', () => {
    isExcused = true;
    watch.noteWaiting();
    jest.advanceTimersByTime(muchLaterMs);
    expect(stalls).toBe(0);
    isExcused = false;
    jest.advanceTimersByTime(muchLaterMs);
    expect(stalls).toBe(1);
  });

  it('is a stall, too, when nothing was waited for in between, while no timer ran', () => {
    watch.noteWaiting();
    isWaiting = false;
    jest.advanceTimersByTime(muchLaterMs);
    expect(jest.getTimerCount()).toBe(0);
    isWaiting = true;
    watch.noteWaiting();
    jest.advanceTimersByTime(muchLaterMs);
    expect(stalls).toBe(1);
  });

  it('is not reported once the watch has ended', () => {
    watch.noteWaiting();
    watch.stop();
    watch.noteWaiting();
    jest.advanceTimersByTime(muchLaterMs);
    expect({ stalls, timers: jest.getTimerCount() }).toEqual({ stalls: 0, timers: 0 });
  });
});
