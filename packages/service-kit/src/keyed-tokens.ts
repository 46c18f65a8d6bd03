import { createHmac, timingSafeEqual } from 'node:crypto';

const macBytes = 16;

/**
 * Tokens for links: a value, and a keyed hash of it that cannot be guessed from the value. So a token that is not ours
 * costs no look at the database.
 * @param keyOf the key of the content hashes; a text that is hashed here can be no order's content
 * @param purpose tokens of one purpose are none of another
 */
export const createKeyedTokens = (keyOf: () => Buffer, purpose: string, valueBytes: number) => {
  const macOf = (value: Buffer): Buffer =>
    createHmac('sha256', keyOf()).update(`${purpose}\0`).update(value).digest().subarray(0, macBytes);
  return {
    of: (value: Buffer): string => Buffer.concat([value, macOf(value)]).toString('base64url'),
    /** @returns `undefined`: no token of ours */
    valueOf: (token: string): Buffer | undefined => {
      const given = Buffer.from(token, 'base64url');
      if (given.length !== valueBytes + macBytes) return undefined;
      const value = given.subarray(0, valueBytes);
      return timingSafeEqual(given.subarray(valueBytes), macOf(value)) ? value : undefined;
    },
  };
};
