import { expect, test } from '@jest/globals';
import { conditionOf } from './endpoint-health.js';

const type = 'push' as const;
const window = { size: 16, in_flight: 0, probe_at: null, failing_since: null, wake_at: null };
const failingWindow = { ...window, failing_since: '2026-01-01T00:00:00.000Z' };

test('a server that answers and never succeeds is not called well, nor one that was never tried', () => {
  expect(conditionOf({ type, health: 'ok', window, untried: false })).toBe('ok');
  expect(conditionOf({ type, health: 'ok', window: failingWindow, untried: false })).toBe('failing');
  expect(conditionOf({ type, health: 'ok', window, untried: true })).toBe('untried');
  expect(conditionOf({ type, health: 'breaker_open', window: failingWindow, untried: false })).toBe('breaker_open');
  expect(conditionOf({ type: 'pull', health: 'ok', window: failingWindow, untried: true })).toBe('ready');
});
