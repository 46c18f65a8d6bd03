import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type OrderContent, orderContentSchema, type OrderSubmitted } from '@delivery/contracts';
import { createContentHasher, listDifferences } from './content.js';

const message = (order: object, externalData = '{"a": 1}'): OrderSubmitted => ({
  id: 'm1',
  schema_version: 1,
  type: 'order.submitted',
  occurred_at: '2026-06-01T12:00:00.000Z',
  order_id: '0123456789abcdef01234567',
  merchant_id: 'm',
  payload: { order: { ...content, ...order }, external_data: externalData },
});
const content = {
  external_id: 'ü-1',
  display_id: '"quoted"\n',
  customer: { name: 'José', phone: '12345678' },
  address: {
    country: 'BR',
    state: 'SP',
    city: 'São Paulo',
    street: 's',
    number: '1',
    complement: null,
    coordinates: { latitude: -23.5566, longitude: 1e-7 },
  },
  payment: { prepaid: 0, pending: 10, methods: [{ value: 10, method: 'CASH' as const, type: 'OFFLINE' as const }] },
  items: [{ description: 'Pizza', quantity: 1, notes: null, sub_items: [] }],
};
const hash = createContentHasher(() => Buffer.alloc(32, 7));

describe('the hash of an order’s content', () => {
  it('does not change: stored orders are compared with it', () => {
    expect(hash(message({})).toString('hex')).toBe('1b1d41df866bfabfb43fb137be447f3ebbeb86ee885c0b245e690c29dadea2af');
  });

  it('does not see the order of members, nor those that are absent or null', () => {
    const { external_id, ...others } = content;
    const reordered = { ...others, external_id, items: content.items, extras: null, delivery_time: undefined };
    expect(hash({ ...message({}), payload: { ...message({}).payload, order: reordered } })).toEqual(hash(message({})));
  });

  it('[P3] does not see empty lists, other forms of an instant, nor white space in external_data', () => {
    const [item] = content.items;
    const same = { items: [{ ...item, sub_items: undefined }], extras: {}, delivery_time: '2026-05-01T12:00:00.000Z' };
    const first = hash(message({ delivery_time: '2026-05-01T12:00:00Z' }, '{"a b" : "c \\" : d",\n"e":[ 1, 2 ]}'));
    expect(hash(message(same, '{"a b":"c \\" : d","e":[1,2]}'))).toEqual(first);
    expect(hash(message({ items: [] }))).toEqual(hash(message({ items: null })));
  });

  it.each([{ display_id: 'other' }, { items: [] }, { items: [content.items[0], content.items[0]] }])(
    'sees %j',
    (order) => {
      expect(hash(message(order))).not.toEqual(hash(message({})));
    },
  );

  it('does not see how external_data is written, as long as it says the same', () => {
    const first = hash(message({}, '{"b":[2,{"d":"\u00e7/","c":null}],"a":10}'));
    expect(hash(message({}, '{"a":1e1,"b":[2.0,{"c":null,"d":"ç\\/"}]}'))).toEqual(first);
    expect(hash(message({}, '{"a":10.0,"b":[2,{"c":null,"d":"\\u00e7\\/"}]}'))).toEqual(first);
  });

  it.each([
    ['{"a":12345678901234567890}', '{"a":12345678901234567891}'],
    ['{"a":1e400}', '{"a":1e500}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":null}', '{}'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
  ])('tells external_data %s from %s', (one, other) => {
    expect(hash(message({}, one))).not.toEqual(hash(message({}, other)));
  });

  it.each(['{"a":2}', '{"a":1.5}', '{"a":"1"}', '{"a ":1}', '{}'])('sees another external_data: %s', (externalData) => {
    expect(hash(message({}, externalData))).not.toEqual(hash(message({})));
  });
});

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

  it('[P3] are named without any value, for any two orders', () => {
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
