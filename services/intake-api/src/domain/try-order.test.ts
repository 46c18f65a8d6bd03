import { describe, expect, it } from '@jest/globals';
import { parseJsonBody } from '@delivery/http-edge';
import { orderContent } from '../../test/support/sample-order.js';
import { tryOrder } from './try-order.js';

const receivedAt = new Date('2026-05-01T12:00:00Z');
const codesOf = (sent: object) => {
  const { valid, errors, warnings } = tryOrder(parseJsonBody(Buffer.from(JSON.stringify(sent))), receivedAt);
  const reported = (faults: typeof errors) => faults.map(({ pointer, code }) => `${pointer} ${code}`);
  return { valid, errors: reported(errors), warnings: reported(warnings) };
};
const at = (country: string, latitude: number, longitude: number) => ({
  address: { ...orderContent().address, country, coordinates: { latitude, longitude } },
});

describe('tryOrder', () => {
  it('finds nothing in an order that is right', () => {
    expect(codesOf(orderContent())).toEqual({ valid: true, errors: [], warnings: [] });
  });

  it('finds what a create refuses: the shape, then the sums', () => {
    expect(codesOf({ ...orderContent(), display_id: 7 })).toMatchObject({
      valid: false,
      errors: ['/display_id invalid_type'],
    });
    const payment = { prepaid: 10, pending: 0, methods: [] };
    const { valid, errors } = codesOf({ ...orderContent(), payment });
    expect([valid, errors]).toEqual([
      false,
      ['/payment/methods payment_sum_mismatch', '/payment/prepaid payment_online_mismatch'],
    ]);
  });

  it.each([
    [at('BR', -46.63, -23.55), ['/address/coordinates coordinates_swapped']],
    [at('br', 48.85, 2.35), ['/address/coordinates coordinates_outside_country']],
    [at('BR', -3.85, -32.42), []],
    [at('JP', -23.55, -46.63), []],
    [{ delivery_time: '2026-05-01T11:59:59Z' }, ['/delivery_time delivery_time_in_past']],
    [{ delivery_time: '2026-05-01T09:00:00-04:00' }, []],
    [{ 'delivery~time/ç': 1 }, ['/delivery~0time~1ç unknown_field']],
  ])('warns of what is probably meant otherwise: %j', (changes, warnings) => {
    expect(codesOf({ ...orderContent(), ...changes })).toEqual({ valid: true, errors: [], warnings });
  });

  it('warns beside errors, of all that is not in a faulty field', () => {
    const { address } = at('BR', -46.63, -23.55);
    const customer = { name: '', phone: '11987654321', nick: 'Ana' };
    const sent = {
      ...orderContent(),
      customer,
      address: { ...address, floor: 3 },
      delivery_time: '2026-05-01T11:00:00Z',
      when: 'now',
    };
    expect(codesOf(sent)).toEqual({
      valid: false,
      errors: ['/customer/name too_short'],
      warnings: [
        '/address/coordinates coordinates_swapped',
        '/delivery_time delivery_time_in_past',
        '/address/floor unknown_field',
        '/when unknown_field',
      ],
    });
    const payment = { prepaid: 10, pending: 0, methods: [] };
    expect(codesOf({ ...sent, customer: orderContent().customer, payment }).warnings).toHaveLength(4);
  });

  it.each([[[]], [null], [7], ['order']])('finds %j to be no order, without warnings', (sent) =>
    expect(tryOrder(parseJsonBody(Buffer.from(JSON.stringify(sent))), receivedAt)).toMatchObject({
      valid: false,
      warnings: [],
    }),
  );

  it('names twenty unknown fields, and says how many there are', () => {
    const strange = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, 1]));
    const { warnings } = tryOrder(
      parseJsonBody(Buffer.from(JSON.stringify({ ...orderContent(), ...strange }))),
      receivedAt,
    );
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)?.message).toBe('There are 30 unknown fields in all.');
  });
});
