import { expect, test } from '@jest/globals';
import { matchingRange, toFilter } from './delivery-filter.js';

const none = {
  state: undefined,
  event: undefined,
  endpoint_id: undefined,
  span: undefined,
  since: undefined,
  until: undefined,
};
const nowMs = Date.parse('2026-03-01T20:00:00Z');

test('a span counts back from now, a range is taken as it is typed, and a time that is none does not filter', () => {
  expect(toFilter({ ...none, span: 'hour' }, nowMs).since).toBe('2026-03-01T19:00:00.000Z');
  const range = toFilter({ ...none, since: '2026-03-01T19:40Z', until: 'tomorrow' }, nowMs);
  expect([range.since, range.until]).toEqual(['2026-03-01T19:40:00.000Z', undefined]);
});

test('all that match are sent again only where they are settled, and without what comes later', () => {
  const chosen = { ...none, event: 'status_changed' as const, endpoint_id: 'e', since: '2026-03-01T19:40Z' };
  expect(matchingRange(toFilter({ ...chosen, state: 'waiting' }, nowMs), nowMs)).toBeUndefined();
  expect(matchingRange(toFilter({ ...chosen, state: 'exhausted' }, nowMs), nowMs)).toEqual({
    since: '2026-03-01T19:40:00.000Z',
    until: '2026-03-01T20:00:00.000Z',
    states: ['exhausted'],
    endpoint_id: 'e',
    events: ['status_changed'],
  });
});
