import { describe, expect, it } from '@jest/globals';
import { type OrderChanges, orderChangesSchema, type OrderContent, orderContentSchema } from '@delivery/contracts';
import { applyChanges, listChanged, listTooLate } from './order.js';

const content = orderContentSchema.parse({
  external_id: 'A-1',
  display_id: '1',
  customer: { name: 'Zoe', phone: '12345678' },
  address: {
    country: 'BR',
    city: 'Santos',
    street: 'Rua',
    number: '1',
    complement: 'ap 12',
    coordinates: { latitude: -23.9, longitude: -46.3 },
  },
  payment: { prepaid: 0, pending: 10, methods: [{ value: 10, method: 'CASH', type: 'OFFLINE' }] },
  items: [{ description: 'Pizza', quantity: 1 }],
  delivery_time: '2026-01-31T19:30:00Z',
});

/** As it is stored and read again. */
const after = (changes: unknown): OrderContent => {
  const read: OrderChanges = orderChangesSchema.parse(JSON.parse(JSON.stringify(orderChangesSchema.parse(changes))));
  return orderContentSchema.parse(JSON.parse(JSON.stringify(applyChanges(content, read))));
};

describe('a change of an order', () => {
  it.each([
    [{ customer: { phone: '99999999' } }, ['/customer/phone']],
    [{ address: { complement: null, number: '2' } }, ['/address/number', '/address/complement']],
    [{ address: { coordinates: { latitude: -23.9, longitude: -46.4 } } }, ['/address/coordinates']],
    [{ items: [{ description: 'Pizza', quantity: 1, notes: 'hot' }] }, ['/items']],
    [{ items: [], delivery_time: '' }, ['/items', '/delivery_time']],
    [{ payment: { prepaid: 0, pending: 0, methods: null } }, ['/payment']],
  ])('changes what it names, and nothing else: %j', (changes, changed) => {
    expect(listChanged(content, after(changes)).sort()).toEqual([...changed].sort());
    const { customer, address, payment, items, delivery_time: _, ...others } = after(changes);
    expect(others).toEqual({ external_id: 'A-1', display_id: '1' });
    expect([customer.name, address.street, address.city, address.country]).toEqual(['Zoe', 'Rua', 'Santos', 'BR']);
    if (!changed.includes('/payment')) expect(payment).toEqual(content.payment);
    if (!changed.includes('/items')) expect(items).toEqual(content.items);
  });

  it.each([
    [{}],
    [{ address: {}, customer: {} }],
    [{ delivery_time: '2026-01-31T16:30:00.000-03:00' }],
    [{ items: [{ quantity: 1, description: 'Pizza', notes: '', sub_items: [] }] }],
  ])('that says the same in another way is none: %j', (changes) => {
    expect(listChanged(content, after(changes))).toEqual([]);
  });

  it('takes a field away where it is null', () => {
    const { items, delivery_time, address } = after({ items: null, delivery_time: null, address: { complement: '' } });
    expect([items, delivery_time, address.complement]).toEqual([undefined, undefined, undefined]);
  });

  it('is too late for the items after the pickup, and for the phone at the end', () => {
    expect(listTooLate(['/items', '/customer/phone'], 'at_pickup')).toEqual([]);
    expect(listTooLate(['/items', '/customer/phone'], 'on_route_to_delivery')).toEqual(['/items']);
    expect(listTooLate(['/customer/phone'], 'delivered')).toEqual(['/customer/phone']);
  });
});
