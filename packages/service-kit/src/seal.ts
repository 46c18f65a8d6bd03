import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Encrypts small secrets at rest and in messages. Text form: `v1.<key id>.<iv>.<ciphertext and tag>`, base64url.
 * A sealed text is bound to its place (`boundTo`: whose secret it is), and opens nowhere else.
 */
export type Sealer = {
  /** The prefix of every text that is sealed now. */
  currentPrefix: string;
  seal: (plaintext: string, boundTo: string) => string;
  /** @throws SealError when the text is malformed, was altered or moved, or was sealed with a key that is not given */
  open: (sealed: string, boundTo: string) => string;
};

export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * AES-256-GCM, a random 96-bit IV for each text. Seals with `current`; opens with `current` or one of `previous`,
 * so that keys can be rotated while sealed texts are in queues.
 */
export const createSealer = (current: Buffer, previous: readonly Buffer[] = []): Sealer => {
  const keys = new Map([...previous, current].map((key) => [keyIdOf(key), key]));
  const currentPrefix = `${version}.${keyIdOf(current)}.`;
  return {
    currentPrefix,
    seal: (plaintext, boundTo) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', current, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(boundTo));
      const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${currentPrefix}${iv.toString('base64url')}.${sealed.toString('base64url')}`;
    },
    open: (text, boundTo) => {
      const [given, keyId, iv, sealed] = text.split('.');
      if (given !== version || !keyId || !iv || !sealed) throw new SealError('malformed sealed text');
      const key = keys.get(keyId);
      if (!key) throw new SealError(`sealed with the unknown key ${keyId}`);
      const parts = { iv: Buffer.from(iv, 'base64url'), sealed: Buffer.from(sealed, 'base64url') };
      return decrypt(key, parts, Buffer.from(boundTo));
    },
  };
};

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

const decrypt = (key: Buffer, { iv, sealed }: { iv: Buffer; sealed: Buffer }, binding: Buffer): string => {
  // A shorter tag would be taken by Node, and be guessed the sooner.
  if (iv.length !== ivBytes || sealed.length < tagBytes) throw new SealError('malformed sealed text');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
    decipher.setAAD(binding);
    decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
    return decipher.update(sealed.subarray(0, sealed.length - tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new SealError('sealed text cannot be opened: it was changed, or sealed for another place', {
      cause: error,
    });
  }
};

/** First 8 hex characters of SHA-256 of the key: names a key without telling it. */
const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);
