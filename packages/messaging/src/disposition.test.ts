import { describe, expect, it } from '@jest/globals';
import { ack, deadLetter, keep, requeue, sortByDisposition } from './disposition.js';

describe('sortByDisposition', () => {
  it('sorts each message by its own disposition and keeps their order', () => {
    expect(sortByDisposition(['a', 'b', 'c', 'd', 'e'], [ack, deadLetter('bad'), requeue, ack, keep])).toEqual({
      acked: ['a', 'd'],
      dead: [{ item: 'b', reason: 'bad' }],
      requeued: ['c'],
      kept: ['e'],
    });
  });

  it.each([
    [['a', 'b'], [ack]],
    [['a'], [ack, ack]],
    [['a'], []],
  ])('settles nothing when the answer does not fit the question: %j', (items, dispositions) => {
    expect(() => sortByDisposition(items, dispositions)).toThrow('dispositions');
  });
});
