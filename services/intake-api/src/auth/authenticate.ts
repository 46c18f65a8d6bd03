import { hash, timingSafeEqual } from 'node:crypto';
import type { DirectoryEntry } from '@delivery/contracts';
import { ProblemError } from '@delivery/http-edge';
import type { Credentials } from './read-credentials.js';

export type Authenticated = { merchant: DirectoryEntry; tokenHash: string };

/** Resolves to `undefined` where the credentials are no merchant's. Never tells which half was wrong. */
export const authenticate = (
  deps: {
    findByTokenHash: (tokenHash: string) => DirectoryEntry | undefined;
    lookUpToken: (tokenHash: string, address: string) => Promise<DirectoryEntry | undefined>;
  },
  credentials: Credentials,
  addressOf: () => string,
): Authenticated | undefined | Promise<Authenticated | undefined> => {
  const tokenHash = hash('sha256', credentials.token, 'hex');
  const keyHash = hash('sha256', credentials.key, 'hex');
  const known = deps.findByTokenHash(tokenHash);
  // Without a promise where the merchant is known: this is on the path of every order.
  if (known) return matchKey(known, keyHash, tokenHash);
  return deps.lookUpToken(tokenHash, addressOf()).then((found) => found && matchKey(found, keyHash, tokenHash));
};

const matchKey = (merchant: DirectoryEntry, keyHash: string, tokenHash: string): Authenticated | undefined => {
  const expected = Buffer.from(merchant.key_hash, 'latin1');
  const given = Buffer.from(keyHash, 'latin1');
  return expected.length === given.length && timingSafeEqual(expected, given) ? { merchant, tokenHash } : undefined;
};

export const invalidCredentials = (): ProblemError =>
  new ProblemError('invalid_credentials', 'Expected the key and the token of an active merchant.', {
    headers: { 'www-authenticate': 'Basic realm="delivery-orders", charset="UTF-8"' },
  });

export const merchantDisabled = (): ProblemError =>
  new ProblemError('merchant_disabled', 'This merchant is disabled. Ask your platform to enable it.');
