import { createHash } from 'node:crypto';

/**
 * The id of a merchant's order, from the merchant's own id for it: 9 bytes of SHA-256(merchant id NUL external id), then
 * 3 bytes of SHA-256(merchant id NUL those 9 bytes). An order is found by external id without an index on it.
 */
export const deriveOrderId = (merchantId: string, externalId: string): string => {
  const content = sha256(merchantId, Buffer.from(externalId, 'utf8')).subarray(0, 9);
  return Buffer.concat([content, sha256(merchantId, content).subarray(0, 3)]).toString('hex');
};

const sha256 = (merchantId: string, content: Buffer): Buffer =>
  createHash('sha256').update(merchantId).update('\0').update(content).digest();
