import { describe, expect, it } from '@jest/globals';
import { orderContentSchema } from '@delivery/contracts';
import { orderContent } from '../../test/support/sample-order.js';
import { listIgnored, listUnknown } from './list-ignored.js';

const ignoredOf = (sent: object) => listIgnored(sent, orderContentSchema.parse(sent), 'external_data');
const item = { description: 'Pizza', quantity: 1 };

describe('listIgnored', () => {
  it('finds nothing in an order of known fields, also where they are empty or null, nor in the merchant’s external_data', () => {
    const none = { extras: [], items: null, delivery_time: '', external_data: { note: 1 } };
    expect(ignoredOf({ ...orderContent(), ...none })).toEqual({ pointers: [], count: 0 });
  });

  it('names unknown members at any depth', () => {
    const items = [item, { ...item, note: 'no peanuts', sub_items: [{ ...item, notes: 'hot', size: 'L' }] }];
    const sent = { ...orderContent(), deliveryTime: '2026-01-31T18:30:00Z', items };
    expect(ignoredOf(sent).pointers.toSorted()).toEqual([
      '/deliveryTime',
      '/items/1/note',
      '/items/1/sub_items/0/size',
    ]);
    expect(orderContentSchema.parse(sent).items?.[1]?.sub_items?.[0]?.notes).toBe('hot');
  });

  it('writes any name as a header can carry it', () => {
    const named = JSON.parse('{"__proto__":{"admin":true},"a/b~c, d":1,"ação":2,"a\\r\\nSet-Cookie: x":3}') as object;
    expect(ignoredOf({ ...named, ...orderContent() }).pointers).toEqual(
      expect.arrayContaining(['/a~1b~0c%2C%20d', '/a%C3%A7%C3%A3o', '/a%0D%0ASet-Cookie%3A%20x']),
    );
    expect(ignoredOf(Object.assign(named, orderContent())).pointers).toContain('/__proto__');
    expect(listUnknown({ 'a/b~c, d': { ação: 1 }, ação: 2 }, { 'a/b~c, d': {} })).toMatchObject([
      { pointer: '/a~1b~0c, d/ação', field: 'a/b~c, d.ação' },
      { pointer: '/ação' },
    ]);
    const items = [{ ...item, ['x'.repeat(500)]: 1 }];
    expect(ignoredOf({ ...orderContent(), items }).pointers).toEqual(['/items/0']);
  });

  it('names twenty at most, and counts all', () => {
    const strange = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]));
    const { pointers, count } = ignoredOf({ ...orderContent(), ...strange });
    expect([pointers.length, count]).toEqual([20, 500]);
  });
});
