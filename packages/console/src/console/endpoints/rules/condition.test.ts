import { expect, test } from '@jest/globals';
import { conditionOf } from './condition.js';

const window = { size: 16, in_flight: 0, probe_at: null, failing_since: null, wake_at: null };
const failingWindow = { ...window, failing_since: '2026-01-01T00:00:00.000Z' };

test('a server that answers and never succeeds is not called well', () => {
  expect(conditionOf({ health: 'ok', window })).toBe('ok');
  expect(conditionOf({ health: 'ok', window: failingWindow })).toBe('failing');
  expect(conditionOf({ health: 'breaker_open', window: failingWindow })).toBe('breaker_open');
});
