import { randomBytes } from 'node:crypto';
import type { DeliveryIds } from './plan-deliveries.js';

/** Ids of one millisecond that one process can tell apart in order; beyond it, the next millisecond is borrowed. */
const perMillisecond = 4096;

/**
 * UUIDv7 (RFC 9562, method 1): 48 bits of milliseconds, 12 bits that count within one, then random. The ids of one
 * process rise strictly, also within a millisecond and when the clock is set back: lists show rows as they were made,
 * and new rows go to the right end of their index.
 */
export const createUuidv7 = (): ((nowMs: number) => string) => {
  let lastMs = 0;
  let count = 0;
  return (nowMs) => {
    if (nowMs > lastMs) [lastMs, count] = [nowMs, 0];
    else if (++count === perMillisecond) [lastMs, count] = [lastMs + 1, 0];
    const bytes = randomBytes(16);
    bytes.writeUIntBE(lastMs, 0, 6);
    bytes.writeUInt16BE(0x7000 | count, 6);
    bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
};

export const uuidv7 = createUuidv7();

/** When a UUIDv7 was made, in ms since the epoch. */
export const millisecondsOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The smallest UUIDv7 of a millisecond: where a range of time begins in an index of ids. */
export const firstUuidOf = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
};

/**
 * A webhook has the id of the delivery that sends it first, so that the one is found by the other without an index on
 * webhook ids. That id is random enough: a restored database must not give an old one to a new webhook.
 */
export const webhookIdOf = (deliveryId: string): string => `msg_${deliveryId.replaceAll('-', '')}`;

/** The delivery that a webhook id was made from; `undefined`: no delivery has this webhook id. */
export const deliveryIdOf = (webhookId: string): string | undefined =>
  /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(webhookId)?.slice(1).join('-');

/** Random, and in the order of their times. @param now milliseconds since 1970 */
export const createDeliveryIds = (now: () => number): DeliveryIds => ({ id: () => uuidv7(now()), webhookIdOf });
