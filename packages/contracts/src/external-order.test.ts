import { describe, expect, it } from '@jest/globals';
import { externalOrderSchema } from './external-order.js';

const order = {
  external_id: 'loja/17#3',
  display_id: '0007',
  customer: { name: "Zoë D'Ávila 🍕", phone: '08007654321' },
  address: {
    country: 'BR',
    state: 'SP',
    city: 'São Paulo',
    neighborhood: '',
    street: 'Rua Augusta',
    number: 'S/N',
    zip_code: '',
    complement: '',
    coordinates: { latitude: -23.56, longitude: -46.65 },
  },
  payment: { prepaid: 0, pending: 0, methods: [] },
};

const pathsAtFault = (value: unknown) => {
  const { error } = externalOrderSchema.safeParse(value);
  return (error?.issues ?? []).map((issue) => issue.path.join('.')).sort();
};

describe('externalOrderSchema', () => {
  it('takes the least that an order needs, and null as absent', () => {
    expect(pathsAtFault(order)).toEqual([]);
    const nulls = { items: null, extras: null, external_data: null, delivery_time: null };
    expect(pathsAtFault({ ...order, ...nulls })).toEqual([]);
  });

  it('names every missing field at once', () => {
    expect(pathsAtFault({})).toEqual(['address', 'customer', 'display_id', 'external_id', 'payment']);
    const address = { ...order.address, city: undefined };
    expect(pathsAtFault({ ...order, external_id: '', address, customer: { name: 'x' } })).toEqual([
      'address.city',
      'customer.phone',
      'external_id',
    ]);
  });

  it.each([-1, 1.5, 2 ** 53, '100', null])('refuses %p as an amount', (prepaid) => {
    expect(pathsAtFault({ ...order, payment: { ...order.payment, prepaid } })).toEqual(['payment.prepaid']);
  });

  it.each(['1234567', '1234567890123456', '+5511987654321', '11 98765-4321', ''])('refuses %p as a phone', (phone) => {
    expect(pathsAtFault({ ...order, customer: { ...order.customer, phone } })).toEqual(['customer.phone']);
  });

  it.each(['2026-01-31T18:30:00Z', '2026-01-31T18:30:00.123Z', '2026-01-31T18:30:00-03:00'])(
    'takes %s as delivery_time',
    (delivery_time) => {
      expect(pathsAtFault({ ...order, delivery_time })).toEqual([]);
    },
  );

  it.each(['2026-01-31T18:30:00', '2026-01-31', 'soon'])('refuses %s as delivery_time', (delivery_time) => {
    expect(pathsAtFault({ ...order, delivery_time })).toEqual(['delivery_time']);
  });

  it('drops unknown fields, also those named like parts of an object', () => {
    const parsed = externalOrderSchema.parse(
      JSON.parse('{"__proto__":{"admin":true},"extra":1,' + JSON.stringify(order).slice(1)),
    );
    expect(parsed).not.toHaveProperty('extra');
    expect(parsed).not.toHaveProperty('admin');
  });
});
