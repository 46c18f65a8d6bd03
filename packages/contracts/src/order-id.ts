import { hash } from 'node:crypto';

const idBytes = 9;
const checkBytes = 3;
const nul = Buffer.from([0]);

/**
 * The order's id: 9 bytes of SHA-256(merchant id NUL external id), then 3 bytes that bind them to the merchant. An
 * order gets the same id whenever and wherever it is created. It is found by its external id without an index on that,
 * and an id of another merchant is recognised without a query.
 */
export const deriveOrderId = (merchantId: string, externalId: string): string => {
  const content = Buffer.from(hash('sha256', `${merchantId}\0${externalId}`, 'hex').slice(0, idBytes * 2), 'hex');
  return content.toString('hex') + checkOf(merchantId, content);
};

/** False for an id that is malformed, invented or another merchant's. */
export const isOwnOrderId = (merchantId: string, orderId: string): boolean => {
  if (!/^[0-9a-f]{24}$/.test(orderId)) return false;
  const content = Buffer.from(orderId.slice(0, idBytes * 2), 'hex');
  return checkOf(merchantId, content) === orderId.slice(idBytes * 2);
};

const checkOf = (merchantId: string, content: Buffer): string =>
  hash('sha256', Buffer.concat([Buffer.from(merchantId, 'utf8'), nul, content]), 'hex').slice(0, checkBytes * 2);
