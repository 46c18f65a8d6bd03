import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type OrderContent, orderContentSchema, type OrderSubmitted } from '@delivery/contracts';
import { listDifferences } from './list-differences.js';

type Content = OrderSubmitted['payload'];

const order = {
  external_id: 'A-1',
  display_id: '1',
  customer: { name: 'Zoe', phone: '12345678' },
  address: {
    country: 'BR',
    state: 'SP',
    city: 'Santos',
    street: 'Rua',
    number: '1',
    coordinates: { latitude: 1, longitude: 2 },
  },
  payment: { prepaid: 0, pending: 10, methods: [{ value: 10, method: 'CASH' as const, type: 'OFFLINE' as const }] },
  items: [{ description: 'Pizza', quantity: 1 }],
} satisfies OrderContent;
const contentOf = (changed: Partial<OrderContent> = {}, externalData = '{}'): Content => ({
  order: { ...order, ...changed },
  external_data: externalData,
});

describe('the differences of two orders', () => {
  it('is named by pointers to the fields, also those that only one of them has', () => {
    const other = contentOf(
      {
        customer: { name: 'Eva', phone: '12345678' },
        items: [
          { description: 'Pizza', quantity: 2, notes: 'hot' },
          { description: 'Cola', quantity: 1 },
        ],
        delivery_time: '2026-05-01T12:00:00Z',
      },
      '{"till":3}',
    );
    const expected = [
      '/customer/name',
      '/items/0/quantity',
      '/items/0/notes',
      '/items/1',
      '/delivery_time',
      '/external_data',
    ].sort();
    expect(listDifferences(contentOf(), other).sort()).toEqual(expected);
    expect(listDifferences(other, contentOf()).sort()).toEqual(expected);
  });

  it('is nothing where they say the same in other words', () => {
    const one = contentOf({ extras: {}, delivery_time: '2026-05-01T12:00:00Z' }, '{"till": 3}');
    const item = { description: 'Pizza', quantity: 1, notes: null, sub_items: [] };
    const other = contentOf({ items: [item], delivery_time: '2026-05-01T12:00:00.000Z' }, '{"till":3}');
    expect(listDifferences(one, other)).toEqual([]);
  });

  it('[P3] are told without any value, for any two orders', () => {
    const known = new Set(namesIn(orderContentSchema.keyof().options, order, fullItem, fullExtras));
    fc.assert(
      fc.property(contents, contents, (one, other) => {
        for (const pointer of listDifferences(one, other)) {
          expect(
            pointer
              .split('/')
              .slice(1)
              .filter((step) => !known.has(step) && !/^\d{1,2}$/.test(step)),
          ).toEqual([]);
        }
      }),
    );
  });
});

const fullItem = { description: '', quantity: 1, notes: '', sub_items: [{ description: '', quantity: 1 }] };
const fullExtras = { origin: '', localizer: '', central: '', order_id: '' };

/** Names of members at any depth. */
const namesIn = (own: readonly string[], ...values: readonly unknown[]): string[] => [
  'external_data',
  ...own,
  ...values.flatMap((value): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) => [name, ...namesIn([], member)])
      : [],
  ),
];

/** Texts that look like names and pointers are values all the same. */
const text = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('/customer/name', 'phone_of_eva', '~1'));
const item = fc.record({
  description: text,
  quantity: fc.integer({ min: 1 }),
  notes: fc.option(text),
  sub_items: fc.option(fc.array(fc.record({ description: text, quantity: fc.integer({ min: 1 }) }), { maxLength: 3 })),
});
const contents = fc
  .record({
    name: text,
    items: fc.option(fc.array(item, { maxLength: 4 })),
    extras: fc.option(fc.record({ origin: fc.option(text), order_id: fc.option(text) })),
    data: fc.dictionary(text, text),
  })
  .map(({ name, items, extras, data }) =>
    contentOf({ customer: { ...order.customer, name }, items, extras }, JSON.stringify(data)),
  );
