import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deriveOrderId, isOwnOrderId } from './order-id.js';

const merchantId = '00112233445566778899aabbccddeeff';
const hexId = () =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: 24, maxLength: 24 });

describe('order id', () => {
  // Computed with Python's hashlib.
  it.each([
    ['A-1', '279a271746fd9f58241b7988'],
    ['pedido/ç#7 🍕', '53130c6664b95acabbc2cea4'],
  ])('is the published derivation of merchant and external id %j', (externalId, expected) => {
    expect(deriveOrderId(merchantId, externalId)).toBe(expected);
  });

  it('is recognised by its own merchant and by no other, for any external id', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (externalId) => {
        const id = deriveOrderId(merchantId, externalId);
        expect(id).toMatch(/^[0-9a-f]{24}$/);
        expect(isOwnOrderId(merchantId, id)).toBe(true);
        expect(isOwnOrderId('f'.repeat(32), id)).toBe(false);
      }),
    );
  });

  it('is refused when invented, because its check does not fit', () => {
    fc.assert(
      fc.property(hexId(), (id) => {
        const content = Buffer.from(id.slice(0, 18), 'hex');
        const check = createHash('sha256').update(merchantId).update('\0').update(content).digest('hex').slice(0, 6);
        expect(isOwnOrderId(merchantId, id)).toBe(id.endsWith(check));
      }),
    );
  });

  it.each([
    '',
    'abc',
    'g'.repeat(24),
    deriveOrderId(merchantId, 'A-1').toUpperCase(),
    `${deriveOrderId(merchantId, 'A-1')} `,
  ])('is refused when malformed: %j', (id) => expect(isOwnOrderId(merchantId, id)).toBe(false));
});
