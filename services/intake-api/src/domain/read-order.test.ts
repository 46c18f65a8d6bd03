import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orderContentSchema } from '@delivery/contracts';
import { parseJsonBody, ProblemError } from '@delivery/http-edge';
import { arbitraryOrder } from '@delivery/test-support';
import { orderContent } from '../../test/support/sample-order.js';
import { validateBusinessRules } from './business-rules.js';
import { listIgnored } from './list-ignored.js';
import { readOrder } from './read-order.js';

const read = (text: string) => {
  const body = parseJsonBody(Buffer.from(text), 'external_data');
  const reading = readOrder(body);
  if (!reading.ok) return reading;
  const { known, handover: _, ...read } = reading;
  return { ...read, ignored: listIgnored(body.value, known, 'external_data') };
};
const receivedAt = new Date('2026-05-01T12:00:00Z');

/** Absent instead of none; but a list of no methods is one. */
const withoutNone = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one: unknown) => (key !== 'methods' && isNone(one) ? undefined : one)));

const isNone = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

describe('readOrder', () => {
  it('accepts every valid order, and drops only empty values, and unknown fields, which it names', () => {
    fc.assert(
      fc.property(arbitraryOrder(), fc.dictionary(fc.string({ maxLength: 9 }), fc.integer()), (order, externalData) => {
        const text = JSON.stringify({ ...order, stranger: [1], external_data: externalData });
        const reading = read(text);
        expect(reading).toEqual({
          ok: true,
          order: withoutNone(order),
          externalData: JSON.stringify(externalData),
          ignored: { pointers: ['/stranger'], count: 1 },
        });
        if (reading.ok) expect(validateBusinessRules(reading.order, receivedAt)).toEqual([]);
      }),
    );
  });

  it.each(['null', '""', '[]', '{}', '[ ]'])('reads %s as absent, wherever a field may be', (none) => {
    const order = orderContent();
    const [item] = order.items ?? [];
    const readSent = (value: object) => read(JSON.stringify(value).replaceAll('"none"', none));
    const sent = {
      ...order,
      ...{ extras: 'none', delivery_time: 'none', external_data: 'none' },
      address: { ...order.address, state: 'none', zip_code: 'none', complement: 'none' },
      payment: { prepaid: 0, pending: 5, methods: [{ value: 5, method: 'CASH', type: 'OFFLINE', cash: 'none' }] },
      items: [{ ...item, notes: 'none', sub_items: 'none' }],
    };
    const absent = JSON.parse(JSON.stringify(sent, (_key, one: unknown) => (one === 'none' ? undefined : one)));
    const { order: expected } = Object(readSent(absent));
    expect(readSent(sent)).toEqual({
      ok: true,
      order: expected,
      externalData: '{}',
      ignored: { pointers: [], count: 0 },
    });
  });

  it('reads change for nothing as no change', () => {
    const cash = (change: unknown) => ({ value: 5, method: 'CASH', type: 'OFFLINE', cash: { change_for: change } });
    for (const change of [0, null, '']) {
      const reading = read(
        JSON.stringify({ ...orderContent(), payment: { prepaid: 0, pending: 5, methods: [cash(change)] } }),
      );
      expect(reading).toMatchObject({ ok: true });
      if (reading.ok) expect(validateBusinessRules(reading.order, receivedAt)).toEqual([]);
    }
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

  it('[P15] reads a delivery_time of any offset as UTC', () => {
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

  it('reads the handover apart from the content, and names a code that is none', () => {
    const submitted = (handover: unknown) =>
      readOrder(parseJsonBody(Buffer.from(JSON.stringify({ ...orderContent(), handover })), 'external_data'));
    for (const code of ['generate', '0123', '12345678']) {
      const reading = submitted({ code });
      expect(reading).toMatchObject({ ok: true, handover: { code } });
      expect(reading.ok && 'handover' in reading.order).toBe(false);
    }
    for (const code of ['123', '123456789', '12a4', 1234]) {
      expect(submitted({ code })).toMatchObject({ ok: false, errors: [{ pointer: '/handover/code' }] });
    }
  });
});
