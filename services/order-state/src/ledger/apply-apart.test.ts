import { afterEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { type Apart, applyApart } from './apply-apart.js';

afterEach(() => {
  jest.restoreAllMocks();
});

/** `owner/lane/name` */
type Item = string;

const timeout = (): Error => Object.assign(new pg.DatabaseError('canceled', 8, 'error'), { code: '57014' });

const findOwners: Apart<Item>['findOwners'] = (some) =>
  Promise.resolve(new Map(some.map((item) => [item, item.split('/', 1)[0] ?? ''])));

/** Applies items in order, except those that are slow: a statement of these takes as long as it may. */
const tryAll = async (
  items: readonly Item[],
  isSlow: (item: Item) => boolean,
  owners: 'known' | 'unknown' = 'known',
) => {
  let nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const applied: Item[] = [];
  const slow: Item[] = [];
  const parkedBehind: Item[] = [];
  const left = await applyApart(items, {
    apply: (some, statementMs = 8_000) => {
      if (!some.some(isSlow)) return Promise.resolve(void applied.push(...some));
      nowMs += statementMs;
      return Promise.reject(timeout());
    },
    findHeld: () => Promise.resolve(new Set()),
    setAside: () => undefined,
    refuse: () => undefined,
    laneOf: (item) => item.slice(0, item.lastIndexOf('/')),
    ...(owners === 'known' ? { findOwners } : {}),
    setSlowAside: (found, behind) => {
      slow.push(...found.map(({ item }) => item));
      parkedBehind.push(...behind);
    },
  });
  return { applied, slow, parkedBehind, left, tookMs: nowMs };
};

const itemsOf = (owner: string, count: number): Item[] =>
  Array.from({ length: count }, (_, index) => `${owner}/order-${index}/create`);
const is =
  (...slow: Item[]) =>
  (item: Item) =>
    slow.includes(item);

describe('Items that are applied together', () => {
  it('[P6] are applied without the slow one, which is found by statements of two seconds', async () => {
    const items = [...itemsOf('a', 125), ...itemsOf('b', 125)];
    const slow = items[77]!;
    const result = await tryAll(items, is(slow));
    expect(result).toMatchObject({ slow: [slow], parkedBehind: [], left: [] });
    expect(result.applied).toEqual(items.filter((item) => item !== slow));
    expect(result.tookMs).toBe(8_000 + 8 * 2_000);
  });

  it('[P9] are left where all belong to one merchant: nothing shows that Postgres is not slow for all', async () => {
    const items = itemsOf('a', 4);
    const result = await tryAll([...items, 'a/order-1/ready'], is(items[1]!));
    expect(result).toMatchObject({ slow: [], applied: [items[0], items[2], items[3]] });
    expect(result.left).toEqual([items[1], 'a/order-1/ready']);
  });

  it('are both set aside where two merchants have a slow one each, and others of theirs are applied', async () => {
    const items = [...itemsOf('a', 3), ...itemsOf('b', 3)];
    const slow = [items[0]!, items[5]!];
    const result = await tryAll(items, is(...slow));
    expect([...result.slow].sort()).toEqual(slow);
    expect(result.left).toEqual([]);
  });

  it('[P9] are all left where none is applied within 30 seconds, however many there are', async () => {
    const items = [...itemsOf('a', 500), ...itemsOf('b', 500)];
    const result = await tryAll(items, () => true);
    expect(result).toMatchObject({ slow: [], applied: [], tookMs: 8_000 + 16 * 2_000 });
    expect([...result.left].sort()).toEqual([...items].sort());
  });

  it('[P9] are all applied where Postgres recovers meanwhile', async () => {
    const items = [...itemsOf('a', 8), ...itemsOf('b', 8)];
    let tries = 0;
    const result = await tryAll(items, () => (tries += 1) <= 6);
    expect([...result.applied].sort()).toEqual([...items].sort());
    expect(result).toMatchObject({ slow: [], left: [] });
  });

  it('need no proof where setting aside outlives no call', async () => {
    const items = itemsOf('a', 3);
    expect(await tryAll(items, is(items[2]!), 'unknown')).toMatchObject({ slow: [items[2]], left: [] });
  });
});
