import { describe, expect, it, jest } from '@jest/globals';
import { createDeadline } from './deadline.js';

const hourMs = 3_600_000;

describe('a deadline', () => {
  it('tells all that listen, once, also those that leave while they are told', () => {
    const { signal, cut } = createDeadline(hourMs);
    const told: string[] = [];
    const leaving = () => {
      told.push('leaving');
      signal.removeEventListener('abort', leaving);
    };
    signal.addEventListener('abort', leaving);
    signal.addEventListener('abort', () => told.push('other'));
    expect(signal.aborted).toBe(false);
    cut();
    cut();
    expect(signal.aborted).toBe(true);
    expect(told).toEqual(['leaving', 'other']);
  });

  it('tells nobody who has left', () => {
    const { signal, cut } = createDeadline(hourMs);
    const listener = jest.fn();
    signal.addEventListener('abort', listener);
    signal.removeEventListener('abort', listener);
    cut();
    expect(listener).not.toHaveBeenCalled();
  });

  it('comes by itself when the time is up, and not after it was cleared', async () => {
    const [cleared, due] = [createDeadline(1), createDeadline(2)];
    cleared.clear();
    await new Promise<void>((resolve) => due.signal.addEventListener('abort', resolve));
    expect([cleared.signal.aborted, due.signal.aborted]).toEqual([false, true]);
  });
});
