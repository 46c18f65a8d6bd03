import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { MerchantMode } from '@delivery/contracts';

/** 192 bits cannot be guessed, and hashing them needs no salt. */
const randomText = (): string => randomBytes(24).toString('base64url');

/** A credential shows its mode: nothing of a sandbox merchant is a real order. */
const marks: Readonly<Record<MerchantMode, string>> = { live: '', sandbox: 'test_' };

export const createKey = (mode: MerchantMode): string => `key_${marks[mode]}${randomText()}`;
export const createToken = (mode: MerchantMode): string => `tok_${marks[mode]}${randomText()}`;
export const createMerchantId = (): string => randomBytes(16).toString('hex');

/** Lower-case hex SHA-256, by which the directory knows keys and tokens. */
export const hashCredential = (credential: string): string => createHash('sha256').update(credential).digest('hex');

/** The visible end of a token: it identifies the token for its holder and does not reveal the rest. */
export const lastFourOf = (credential: string): string => credential.slice(-4);

/** Ids of OAuth clients show the mode too. */
export const createOauthClientId = (mode: MerchantMode): string =>
  `oauth_${marks[mode]}${randomBytes(12).toString('hex')}`;
export const createOauthSecret = (): string => `secret_${randomText()}`;

/** Ids and tokens of couriers' systems show the mode too. */
export const createCourierSystemId = (mode: MerchantMode): string =>
  `cour_${marks[mode]}${randomBytes(12).toString('hex')}`;
export const createCourierToken = (mode: MerchantMode): string => `ctok_${marks[mode]}${randomText()}`;

export const createPlatformToken = (mode: MerchantMode): string => `ptok_${marks[mode]}${randomText()}`;

/** The platform of a merchant that names none. */
export const platformNameOf = (merchantId: string): string => `merchant ${merchantId}`;
/** The name of a platform that no operator has named. */
export const impliedPlatformName = '^merchant [0-9a-f]{32}$';

/**
 * The key of access tokens, base64, derived from the key of the content hashes. So all replicas have the same key, no
 * configuration has it, and no holder of a token can guess its source.
 */
export const createOauthKey = (keyOf: () => Buffer) => (): string =>
  createHmac('sha256', keyOf()).update('oauth access tokens\0').digest('base64');

/**
 * The places to which sealed texts are bound: a text that was copied to another row does not open. The places of
 * endpoints are in contracts.
 */
export const platformKeyOf = (ownerId: string): string => `key of ${ownerId}`;
export const oauthSecretOf = (clientId: string): string => `secret of OAuth client ${clientId}`;
export const serviceSecretOf = (name: string): string => `service secret ${name}`;
