import { describe, expect, it } from '@jest/globals';
import { createMemoryStore, createOrderGuard, type GuardedEvent } from './order-guard.js';

const eventOf = (sequence: number, previousSequence = sequence - 1, id = 'order-1'): GuardedEvent => ({
  sequence,
  previousSequence,
  isTest: false,
  body: { id },
});
const verdictsOf = async (events: GuardedEvent[]) => {
  const guard = createOrderGuard(createMemoryStore());
  const verdicts = [];
  for (const event of events) verdicts.push(await guard.check(event));
  return verdicts;
};
const firstTime = { kind: 'first_time' };

describe('the order guard', () => {
  it('lets events through that come in order, each order by itself', async () => {
    const events = [eventOf(2, 0), eventOf(2, 0, 'order-2'), eventOf(3), eventOf(4)];
    expect(await verdictsOf(events)).toEqual([firstTime, firstTime, firstTime, firstTime]);
  });

  it('knows a repeat, also a late one', async () => {
    const events = [eventOf(2, 0), eventOf(2, 0), eventOf(3), eventOf(2, 0)];
    expect((await verdictsOf(events)).map(({ kind }) => kind)).toEqual([
      'first_time',
      'repeat',
      'first_time',
      'repeat',
    ]);
  });

  it('does not report events as missing that a filter left out', async () => {
    expect(await verdictsOf([eventOf(2, 0), eventOf(7, 2)])).toEqual([firstTime, firstTime]);
  });

  it('[P21] names missing events once', async () => {
    expect(await verdictsOf([eventOf(2, 0), eventOf(6, 5), eventOf(7)])).toEqual([
      firstTime,
      { kind: 'gap', missing: { after: 2, through: 5 } },
      firstTime,
    ]);
    expect(await verdictsOf([eventOf(4, 3)])).toEqual([{ kind: 'gap', missing: { after: 0, through: 3 } }]);
  });

  it('says that a newer one was handled before', async () => {
    const verdicts = await verdictsOf([eventOf(2, 0), eventOf(4), eventOf(3)]);
    expect(verdicts.at(-1)).toEqual({ kind: 'late', newest: 4 });
  });

  it('does not note a test', async () => {
    const test = { ...eventOf(1, 0), isTest: true };
    expect(await verdictsOf([test, test])).toEqual([firstTime, firstTime]);
  });

  it('lets one of two through that come at once', async () => {
    const guard = createOrderGuard(createMemoryStore());
    const verdicts = await Promise.all([guard.check(eventOf(1)), guard.check(eventOf(1))]);
    expect(verdicts.map(({ kind }) => kind).sort()).toEqual(['first_time', 'repeat']);
  });
});

describe('the memory store', () => {
  it('lets an event come again whose work failed', async () => {
    const store = createMemoryStore();
    const guard = createOrderGuard(store);
    await guard.check(eventOf(1));
    store.forget('order-1', 1);
    expect(await guard.check(eventOf(1))).toEqual(firstTime);
  });

  it('has room for so many orders; the one unheard of for longest goes', async () => {
    const store = createMemoryStore({ orderMax: 2 });
    for (const order of ['a', 'b', 'a', 'c']) await store.note(order, 1);
    const added = async (order: string) => (await store.note(order, 1)).added;
    expect([await added('a'), await added('b')]).toEqual([false, true]);
  });
});
