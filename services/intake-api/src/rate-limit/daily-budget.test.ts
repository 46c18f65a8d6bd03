import { describe, expect, it } from '@jest/globals';
import { createDailyBudget } from './daily-budget.js';

const hourMs = 60 * 60 * 1_000;

describe('the budget of a day', () => {
  it('bounds the bytes of the creates of one merchant, names the limit, and says when there is some again', () => {
    let nowMs = 0;
    const spend = createDailyBudget({ createsPerDay: 1_000, bytesPerDay: 24_000 }, () => nowMs);
    spend('a', 24_000);
    expect(() => spend('a', 2_000)).toThrow(
      expect.objectContaining({
        limit: 'create_bytes_per_day',
        extras: { headers: expect.objectContaining({ 'retry-after': '7200' }) },
      }),
    );
    spend('b', 2_000);
    nowMs = 2 * hourMs;
    spend('a', 2_000);
  });

  it('bounds their number', () => {
    const spend = createDailyBudget({ createsPerDay: 3, bytesPerDay: 1_000_000 }, () => 0);
    for (let count = 0; count < 3; count += 1) spend('a', 1);
    expect(() => spend('a', 1)).toThrow(expect.objectContaining({ limit: 'creates_per_day' }));
  });
});
