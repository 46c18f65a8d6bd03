import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { deriveOrderId } from './order-id.js';

const merchantId = '0123456789abcdef0123456789abcdef';

describe('deriveOrderId', () => {
  it.each(['A-1', 'pedido/1#ü', '🍕'])('is what the design says, for %s', (externalId) => {
    const hex = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    const content = hex(Buffer.from(`${merchantId}\0${externalId}`)).slice(0, 18);
    const check = hex(Buffer.concat([Buffer.from(`${merchantId}\0`), Buffer.from(content, 'hex')])).slice(0, 6);
    expect(deriveOrderId(merchantId, externalId)).toBe(content + check);
  });
});
