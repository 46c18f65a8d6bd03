import { expect, test } from '@jest/globals';
import { createRecentCreates } from './recent-creates.js';

test('counts the creates of the last minute by their answer, and leaves out those that were wrong', () => {
  let nowMs = 0;
  const creates = createRecentCreates(() => nowMs);
  for (const status of [201, 202, 400, 409, 429, 503, 500]) creates.note(status);
  nowMs = 40_000;
  creates.note(503);
  expect(creates.read()).toEqual({ accepted: 2, limited: 1, unavailable: 3 });
  nowMs = 70_000;
  expect(creates.read()).toEqual({ accepted: 0, limited: 0, unavailable: 1 });
  nowMs = 110_000;
  creates.note(201);
  expect(creates.read()).toEqual({ accepted: 1, limited: 0, unavailable: 0 });
});
