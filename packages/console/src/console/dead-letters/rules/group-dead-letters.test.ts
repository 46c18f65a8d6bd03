import { expect, test } from '@jest/globals';
import type { DeadLetterView } from '@delivery/contracts';
import { groupDeadLetters, replayable } from './group-dead-letters.js';

const letter = (given: Partial<DeadLetterView>): DeadLetterView => ({
  id: 'one',
  queue: 'order-state.orders',
  message_id: 'message',
  type: null,
  reason: 'schema',
  detail: null,
  count: 1,
  first_at: '2026-01-01T00:00:00.000Z',
  last_at: '2026-01-01T00:00:00.000Z',
  erased_at: null,
  ...given,
});

test('those of one reason and queue stand together, the group with the newest first', () => {
  const groups = groupDeadLetters([
    letter({ id: 'one' }),
    letter({ id: 'two', reason: 'delivery limit', last_at: '2026-01-03T00:00:00.000Z' }),
    letter({ id: 'three', last_at: '2026-01-02T00:00:00.000Z' }),
    letter({ id: 'four', queue: 'order-state.attempts' }),
  ]);
  expect(groups.map(({ letters }) => letters.map(({ id }) => id))).toEqual([['two'], ['one', 'three'], ['four']]);
});

test('an erased message cannot be replayed', () => {
  const erased = letter({ id: 'two', erased_at: '2026-01-02T00:00:00.000Z' });
  expect(replayable([letter({}), erased]).map(({ id }) => id)).toEqual(['one']);
});
