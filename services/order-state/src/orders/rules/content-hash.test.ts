import { describe, expect, it } from '@jest/globals';
import type { OrderSubmitted } from '@delivery/contracts';
import { createContentHasher } from './content-hash.js';

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
