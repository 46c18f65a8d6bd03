import { expect, test } from '@jest/globals';
import { maskEmail, nextTryMs } from './mail.js';

const createdAt = new Date('2026-06-01T12:00:00Z');
const minute = 60_000;

test('a mail is tried again after a minute, then later and later, and given up after a day', () => {
  let nowMs = createdAt.getTime();
  const delays: number[] = [];
  for (let tries = 1; ; tries += 1) {
    const atMs = nextTryMs({ tries, createdAt }, nowMs);
    if (atMs === null) break;
    delays.push((atMs - nowMs) / minute);
    nowMs = atMs;
  }
  expect(delays.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(nowMs - createdAt.getTime()).toBeGreaterThan(22 * 60 * minute);
  expect(nowMs - createdAt.getTime()).toBeLessThanOrEqual(24 * 60 * minute);
});

test('[P8] of an address a log shows the first letter and the domain', () => {
  expect(maskEmail('ana.luiza@shop.example')).toBe('a***@shop.example');
});
