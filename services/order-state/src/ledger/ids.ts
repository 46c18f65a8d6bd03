import { randomBytes, randomUUID } from 'node:crypto';
import type { DeliveryIds } from './plan-deliveries.js';

/** UUIDv7 (RFC 9562): 48 bits of milliseconds, then random. New rows go to the right end of their index. */
export const uuidv7 = (nowMs: number): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes[6] = 0x70 | (bytes.readUInt8(6) & 0x0f);
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** The smallest UUIDv7 of a millisecond: where a range of time begins in an index of ids. */
export const firstUuidOf = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
};

/** Webhook ids are random, never derived: a restored database must not give an old id to a new webhook. */
export const deliveryIds: DeliveryIds = {
  id: () => uuidv7(Date.now()),
  webhookId: () => `msg_${randomUUID().replaceAll('-', '')}`,
};
