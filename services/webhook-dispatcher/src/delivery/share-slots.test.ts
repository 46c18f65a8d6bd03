import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createSlots, type PostedFor, type TakeSlot } from './share-slots.js';

const post = (ownerId: string, origin: string): PostedFor => ({ ownerId, origin, isTest: false });

/** Posts that are never answered, until no more of them gets a slot. */
const takeAll = (take: TakeSlot, posts: readonly PostedFor[]): number => {
  let count = 0;
  for (;;) {
    const taken = posts.filter((each) => take(each) !== undefined).length;
    if (taken === 0) return count;
    count += taken;
  }
};

const unbounded = { perOriginMax: 10_000 };

describe('the slots of a dispatcher', () => {
  it('[P6] leave one for a merchant that holds none, while any others post to any origins and are never answered', () => {
    const posts = fc.array(fc.record({ merchant: fc.nat(40), origin: fc.nat(40) }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(posts, (others) => {
        const take = createSlots({ placesMax: 1_000, ...unbounded });
        takeAll(
          take,
          others.map(({ merchant, origin }) => post(`m${merchant}`, `o${origin}`)),
        );
        expect(take(post('new', 'new'))).toBeDefined();
      }),
    );
  });

  it('come to a third for one merchant of one origin, and to less than half for any number of them', () => {
    expect(takeAll(createSlots({ placesMax: 1_000, ...unbounded }), [post('m', 'o')])).toBe(334);
    const merchants = Array.from({ length: 400 }, (_, n) => post(`m${n}`, 'o'));
    expect(takeAll(createSlots({ placesMax: 1_000, ...unbounded }), merchants)).toBeLessThanOrEqual(500);
  });

  it('[P6] leave some for another merchant of the same origin, however much a few others of it have under way', () => {
    for (const colluding of [1, 2, 5, 20]) {
      const take = createSlots({ placesMax: 1_000, perOriginMax: 512 });
      takeAll(
        take,
        Array.from({ length: colluding }, (_, n) => post(`m${n}`, 'o')),
      );
      expect(takeAll(take, [post('new', 'o')])).toBeGreaterThanOrEqual(5);
    }
  });

  it('are within the limit of an origin, of which one merchant takes half', () => {
    expect(takeAll(createSlots({ placesMax: 1_000, perOriginMax: 512 }), [post('m', 'o')])).toBe(256);
  });

  it('are at most five for test webhooks of one merchant, which limits neither other merchants nor its other webhooks', () => {
    const take = createSlots({ placesMax: 1_000, ...unbounded });
    expect(takeAll(take, [{ ...post('m', 'o'), isTest: true }])).toBe(5);
    expect(take({ ...post('other', 'o'), isTest: true })).toBeDefined();
    expect(take(post('m', 'o'))).toBeDefined();
  });

  it('are all there again when all are given back, and one is enough to go on', () => {
    const take = createSlots({ placesMax: 1, ...unbounded });
    for (let turn = 0; turn < 3; turn += 1) {
      const leave = take(post('m', 'o'));
      expect(take(post('other', 'other'))).toBeUndefined();
      leave!();
    }
  });
});
