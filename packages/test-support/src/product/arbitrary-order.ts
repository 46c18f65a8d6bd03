import fc from 'fast-check';
import { type OrderContent, paymentMethods } from '@delivery/contracts';

/** Any text that Postgres can hold, between two lengths in UTF-16 units. */
const text = (min: number, max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: min, maxLength: max })
    .map((value) => value.replaceAll('\0', ''))
    .filter((value) => value.length >= min && value.length <= max);
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const method = fc
  .record({
    value: fc.nat(1_000_000),
    method: fc.constantFrom(...paymentMethods),
    isOnline: fc.boolean(),
    change: fc.nat(1000),
  })
  .map(({ value, method: name, isOnline, change }) => ({
    value,
    method: name,
    type: name === 'CASH' || !isOnline ? ('OFFLINE' as const) : ('ONLINE' as const),
    ...(name === 'CASH' ? { cash: { change_for: value + change } } : {}),
  }));

const payment = fc.array(method, { maxLength: 5 }).map((methods) => {
  const sumOf = (type: string) => methods.filter((one) => one.type === type).reduce((sum, one) => sum + one.value, 0);
  return { prepaid: sumOf('ONLINE'), pending: sumOf('OFFLINE'), methods };
});

const address = fc.record({
  country: fc.constantFrom('BR', 'pt', 'US'),
  state: text(1, 5),
  city: text(1, 20),
  neighborhood: nullable(text(0, 20)),
  street: text(1, 30),
  number: text(1, 5),
  zip_code: nullable(text(0, 9)),
  complement: nullable(text(0, 30)),
  coordinates: fc.record({
    latitude: fc.double({ min: 0.1, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value + 0),
  }),
});

const item = fc.record({
  description: text(1, 20),
  quantity: fc.integer({ min: 1, max: 99 }),
  notes: nullable(text(0, 200)),
  sub_items: nullable(
    fc.array(fc.record({ description: text(1, 20), quantity: fc.integer({ min: 1 }) }), { maxLength: 3 }),
  ),
});

/** Orders that are valid in shape and in meaning. */
export const arbitraryOrder = (): fc.Arbitrary<OrderContent> =>
  fc.record({
    external_id: text(1, 50),
    display_id: text(1, 10),
    customer: fc.record({
      name: text(1, 40),
      phone: fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 8, maxLength: 15 }),
    }),
    address,
    payment,
    items: nullable(fc.array(item, { maxLength: 4 })),
    delivery_notes: nullable(text(0, 10)),
    load: nullable(fc.record({ weight: nullable(fc.nat()), bags: nullable(fc.nat(9)) })),
    extras: nullable(fc.record({ origin: nullable(text(0, 10)), order_id: nullable(text(0, 36)) })),
    delivery_time: nullable(fc.constantFrom('2026-05-01T12:00:00Z', '2020-01-01T00:00:00.123Z')),
  });
