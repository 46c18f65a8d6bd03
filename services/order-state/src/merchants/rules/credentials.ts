import { createHash, randomBytes } from 'node:crypto';

/** 192 bits: nobody guesses one, and hashing it needs no salt. */
const randomText = (): string => randomBytes(24).toString('base64url');

export const createKey = (): string => `key_${randomText()}`;
export const createToken = (): string => `tok_${randomText()}`;
export const createMerchantId = (): string => randomBytes(16).toString('hex');

/** Lower-case hex SHA-256: how keys and tokens are known to the directory. */
export const hashCredential = (credential: string): string => createHash('sha256').update(credential).digest('hex');
