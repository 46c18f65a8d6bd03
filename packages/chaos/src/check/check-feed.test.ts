import { describe, expect, it } from '@jest/globals';
import { checkFeed } from './check-feed.js';

const events = new Map([
  ['a', [1, 2]],
  ['b', [1]],
]);
const sighting = (entry: string) => ({ orderId: entry.slice(0, 1), sequence: Number(entry.slice(1)) });
const check = (...seen: string[]) => checkFeed('shop 0', events, seen.map(sighting));

describe('the feed that a shop saw', () => {
  it('is well when each event came once, by sequence, with events of other orders in between', () =>
    expect(check('a1', 'b1', 'a2')).toEqual({ lost: [], disorder: [] }));

  it('is a loss when one never came', () => {
    expect(check('a1', 'b1').lost).toEqual(['a: 2 was never in the feed of shop 0']);
    expect(check('a1', 'a2').lost).toEqual(['b: 1 was never in the feed of shop 0']);
  });

  it.each([[['a2', 'a1', 'b1']], [['a1', 'a2', 'a1', 'b1']], [['a1', 'a1', 'a2', 'b1']]])(
    'is disorder when it came as %j',
    (seen) => expect(check(...seen).disorder).toEqual([expect.stringMatching(/^a: came in the feed of shop 0 as /)]),
  );
});
