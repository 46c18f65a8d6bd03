import { createHmac, timingSafeEqual } from 'node:crypto';

export type TrackingTokens = {
  of: (orderId: string) => string;
  /** `undefined`: no token of ours. */
  orderOf: (token: string) => string | undefined;
};

const idBytes = 12;
const macBytes = 16;

/**
 * The token of an order's tracking page: the id, and a keyed hash of it that nobody can guess, whoever knows the id. So a token that
 * is not ours costs no look at the database.
 * @param keyOf the key of the content hashes; a text that is hashed here can be no order's content
 */
export const createTrackingTokens = (keyOf: () => Buffer): TrackingTokens => {
  const macOf = (id: Buffer): Buffer =>
    createHmac('sha256', keyOf()).update('tracking\0').update(id).digest().subarray(0, macBytes);
  return {
    of: (orderId) => {
      const id = Buffer.from(orderId, 'hex');
      return Buffer.concat([id, macOf(id)]).toString('base64url');
    },
    orderOf: (token) => {
      const given = Buffer.from(token, 'base64url');
      if (given.length !== idBytes + macBytes) return undefined;
      const id = given.subarray(0, idBytes);
      return timingSafeEqual(given.subarray(idBytes), macOf(id)) ? id.toString('hex') : undefined;
    },
  };
};

/** @param publicUrl where customers reach intake-api */
export const createTrackingUrls = (publicUrl: string, tokens: TrackingTokens): ((orderId: string) => string) => {
  const base = publicUrl.replace(/\/+$/, '');
  return (orderId) => new URL(`${base}/track/${tokens.of(orderId)}`).href;
};
