import { describe, expect, test } from '@jest/globals';
import { fromWallClock, lastMonths, listSteps, toWallClock, yesterdayOf } from './dates.js';

const hourMs = 3_600_000;
const saoPaulo = 'America/Sao_Paulo';
const lisbon = 'Europe/Lisbon';

test.each([
  ['Asia/Kolkata', '2026-06-01T12:00:30Z', '2026-06-01T17:30:30Z'],
  [saoPaulo, '2026-06-01T02:30:00Z', '2026-05-31T23:30:00Z'],
  [lisbon, '2026-06-30T23:30:00Z', '2026-07-01T00:30:00Z'],
  ['UTC', '2026-06-01T12:00:00Z', '2026-06-01T12:00:00Z'],
])('a clock in %s shows at %s what one in UTC shows at %s, and back', (timeZone, at, shown) => {
  expect(toWallClock(Date.parse(at), timeZone)).toBe(Date.parse(shown));
  expect(fromWallClock(Date.parse(shown), timeZone)).toBe(Date.parse(at));
});

describe('as clocks change', () => {
  test('a time that comes twice is the first one, and one that is left out is an hour later', () => {
    // Put back at 02:00 summer time, and forward at 01:00.
    expect(fromWallClock(Date.parse('2026-10-25T01:30:00Z'), lisbon)).toBe(Date.parse('2026-10-25T00:30:00Z'));
    expect(fromWallClock(Date.parse('2026-03-29T01:30:00Z'), lisbon)).toBe(Date.parse('2026-03-29T01:30:00Z'));
    expect(toWallClock(Date.parse('2026-03-29T01:30:00Z'), lisbon)).toBe(Date.parse('2026-03-29T02:30:00Z'));
  });

  test.each([
    [lisbon, '2026-03-30T10:00:00Z', '2026-03-29T00:00:00Z', 23],
    [lisbon, '2026-10-26T10:00:00Z', '2026-10-24T23:00:00Z', 25],
    // The day began at 01:00: at midnight clocks were put forward.
    [saoPaulo, '2018-11-05T12:00:00Z', '2018-11-04T03:00:00Z', 23],
    [saoPaulo, '2018-02-18T12:00:00Z', '2018-02-17T02:00:00Z', 25],
    [saoPaulo, '2026-06-02T02:59:59Z', '2026-05-31T03:00:00Z', 24],
    [saoPaulo, '2026-06-02T03:00:00Z', '2026-06-01T03:00:00Z', 24],
  ])('yesterday in %s, at %s, began at %s and had %i hours', (timeZone, now, since, hours) => {
    const { sinceMs, untilMs } = yesterdayOf(Date.parse(now), timeZone);
    expect(new Date(sinceMs)).toEqual(new Date(since));
    expect((untilMs - sinceMs) / hourMs).toBe(hours);
  });
});

test('goes back over a year’s end, also from the last day of a long month', () => {
  expect(lastMonths(Date.UTC(2026, 0, 31, 23, 59), 3)).toEqual(['2026-01', '2025-12', '2025-11']);
});

test('names each day and each month of a range, also over the end of a year', () => {
  expect(listSteps('day', '2025-12-30', '2026-01-02')).toEqual([
    '2025-12-30',
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
  ]);
  expect(listSteps('month', '2025-11-30', '2026-01-01')).toEqual(['2025-11', '2025-12', '2026-01']);
});
