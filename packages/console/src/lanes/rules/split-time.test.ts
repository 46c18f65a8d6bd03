import { expect, test } from '@jest/globals';
import { slowestOf, splitTime } from './split-time.js';

const at = (ms: number): string => new Date(1_800_000_000_000 + ms).toISOString();
const delivery = {
  received_at: at(0),
  applied_at: at(7),
  created_at: at(7),
  released_at: at(20),
  settled_at: at(150),
  replay_id: null,
  state: 'delivered',
  attempts: [
    {
      attempt: 1,
      at: at(18),
      duration_ms: 100,
      status_code: 200,
      error_code: null,
      error_detail: null,
      response_excerpt: null,
    },
  ],
} as const;

test('the parts add up to the total, though one clock is behind another, and the slowest is named', () => {
  const split = splitTime({ ...delivery, attempts: [...delivery.attempts] }, 0);
  expect(split.slices.map(({ stage, ms }) => [stage, ms])).toEqual([
    ['applied', 7],
    ['released', 13],
    ['posted', 0],
    ['answered', 98],
    ['settled', 32],
  ]);
  expect(split.totalMs).toBe(150);
  expect(slowestOf(split)?.stage).toBe('answered');
});

test('of one that is not settled the last part ends now', () => {
  const split = splitTime({ ...delivery, settled_at: null, state: 'in_flight', attempts: [] }, Date.parse(at(500)));
  expect(split.slices.at(-1)).toEqual({ stage: 'waited', ms: 480 });
  expect(split.totalMs).toBe(500);
});
