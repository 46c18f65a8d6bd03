import { createHmac } from 'node:crypto';

/**
 * The key of access tokens, base64. Made of that of the content hashes: all replicas have the same, it is in no configuration,
 * and nobody who holds a token can guess what it was made of.
 */
export const createOauthKey = (keyOf: () => Buffer) => (): string =>
  createHmac('sha256', keyOf()).update('oauth access tokens\0').digest('base64');
