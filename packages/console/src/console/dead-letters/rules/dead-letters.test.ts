import { expect, test } from '@jest/globals';
import type { DeadLetterView } from '@delivery/contracts';
import { reasonsPt } from '../../text/records-pt.js';
import { groupDeadLetters, nameReason, readOrigin, replayable } from './dead-letters.js';

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

test('dead letters of one reason and queue stand together, the group with the newest first', () => {
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

test.each([
  ['the body is not JSON', 'notJson', []],
  ['schema_version 9 is newer than 1, the newest known here', 'newer', ['9', '1']],
  ['does not match its schema: payload.status: expected x; body: y', 'shape', ['payload.status: expected x; body: y']],
  ['refused by the database: SQLSTATE 23514, orders_check', 'database', ['SQLSTATE 23514, orders_check']],
  ['delivered 15 times without an answer: each time …', 'unanswered', ['15']],
])('the reason “%s” is known, and said with all that it names', (reason, name, parts) => {
  const named = nameReason(reason);
  expect(named).toEqual({ name, parts });
  const words = named && reasonsPt[named.name](...named.parts);
  for (const part of parts) expect(words).toContain(part);
});

test('a reason that is not known has no name', () => expect(nameReason('something else')).toBeUndefined());

test.each([
  ['from exchange orders, routing key order.submitted, redelivered 2 times', { exchange: 'orders', times: 2 }],
  ['from the default exchange, routing key order.submitted, redelivered 0 times', { exchange: undefined, times: 0 }],
])('the origin “%s” is read', (detail, origin) =>
  expect(readOrigin(detail)).toEqual({ ...origin, key: 'order.submitted' }),
);
