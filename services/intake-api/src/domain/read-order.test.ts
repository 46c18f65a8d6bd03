import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orderContentSchema } from '@delivery/contracts';
import { parseJsonBody, ProblemError } from '@delivery/http-edge';
import { arbitraryOrder } from '@delivery/test-support';
import { orderContent } from '../../test/sample-order.js';
import { validateBusinessRules } from './business-rules.js';
import { readOrder } from './read-order.js';

const read = (text: string) => readOrder(parseJsonBody(Buffer.from(text), 'external_data'));
const receivedAt = new Date('2026-05-01T12:00:00Z');

/** Absent instead of null, and only known fields. */
const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, one: unknown) => one ?? undefined));

describe('readOrder', () => {
  it('accepts every valid order, and changes nothing of it but nulls and unknown fields', () => {
    fc.assert(
      fc.property(arbitraryOrder(), fc.dictionary(fc.string({ maxLength: 9 }), fc.integer()), (order, externalData) => {
        const text = JSON.stringify({ ...order, stranger: [1], external_data: externalData });
        const reading = read(text);
        expect(reading).toEqual({ ok: true, order: withoutNulls(order), externalData: JSON.stringify(externalData) });
        if (reading.ok) expect(validateBusinessRules(reading.order, receivedAt)).toEqual([]);
      }),
    );
  });

  it('reads null and absent alike', () => {
    const full = orderContent();
    const sent = { ...full, items: null, extras: { origin: null }, delivery_time: null, external_data: null };
    expect(read(JSON.stringify(sent))).toMatchObject({ ok: true, externalData: '{}' });
    const absent = { ...full, items: undefined, extras: {} };
    expect(read(JSON.stringify(sent))).toEqual(read(JSON.stringify(absent)));
  });

  it('reads null for payment.methods as an empty list, and misses it where it is absent', () => {
    const payment = { prepaid: 0, pending: 0, methods: null };
    expect(read(JSON.stringify({ ...orderContent(), payment }))).toMatchObject({
      ok: true,
      order: { payment: { methods: [] } },
    });
    const absent = read(JSON.stringify({ ...orderContent(), payment: { prepaid: 0, pending: 0 } }));
    expect(absent).toMatchObject({ ok: false, errors: [{ pointer: '/payment/methods', code: 'required' }] });
  });

  it('reads a delivery_time of any offset as UTC', () => {
    const sent = { ...orderContent(), delivery_time: '2026-05-01T09:30:00-03:00' };
    expect(read(JSON.stringify(sent))).toMatchObject({ ok: true, order: { delivery_time: '2026-05-01T12:30:00Z' } });
  });

  it('never throws anything but a problem for any text, nor accepts what the schema refuses', () => {
    const valid = JSON.stringify({ ...orderContent(), external_data: { a: [1, null, '\u00e7'] } });
    const mutation = fc.record({
      at: fc.nat(valid.length),
      remove: fc.nat(20),
      insert: fc.oneof(
        fc.string({ maxLength: 5 }),
        fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'null', '1e999', '-0', '\\u0000', '\\ud800'),
      ),
    });
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
        const text = mutations.reduce(
          (now, { at, remove, insert }) => now.slice(0, at) + insert + now.slice(at + remove),
          valid,
        );
        try {
          const reading = read(text);
          if (reading.ok) expect(orderContentSchema.parse(JSON.parse(text.replace(/^\ufeff/, '')))).toBeDefined();
          else expect(reading.errors.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
