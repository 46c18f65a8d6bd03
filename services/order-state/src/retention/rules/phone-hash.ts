import { createHmac } from 'node:crypto';

export type PhoneHasher = (phone: string) => Buffer;

/**
 * Keyed hash of a phone number: an erasure is on record without the number, and goes on after a restart.
 * @param keyOf the key of the content hashes; a text that is hashed here can be no order's content
 */
export const createPhoneHasher =
  (keyOf: () => Buffer): PhoneHasher =>
  (phone) =>
    createHmac('sha256', keyOf()).update('phone\0').update(phone).digest();
