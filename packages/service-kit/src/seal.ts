import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts small secrets at rest and in messages. Text form: `v1.<key id>.<iv>.<ciphertext and tag>`, base64url. */
export type Sealer = {
  /** What every text sealed with the current key begins with. */
  currentPrefix: string;
  seal: (plaintext: string) => string;
  /** @throws SealError when the text is malformed, was altered, or was sealed with a key that is not given */
  open: (sealed: string) => string;
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
  const currentPrefix = `v1.${keyIdOf(current)}.`;
  return {
    currentPrefix,
    seal: (plaintext) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current, iv);
      const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${currentPrefix}${iv.toString('base64url')}.${sealed.toString('base64url')}`;
    },
    open: (text) => {
      const [version, keyId, iv, sealed] = text.split('.');
      if (version !== 'v1' || !keyId || !iv || !sealed) throw new SealError('malformed sealed text');
      const key = keys.get(keyId);
      if (!key) throw new SealError(`sealed with unknown key ${keyId}`);
      return decrypt(key, Buffer.from(iv, 'base64url'), Buffer.from(sealed, 'base64url'));
    },
  };
};

const tagBytes = 16;

const decrypt = (key: Buffer, iv: Buffer, sealed: Buffer): string => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv);
    decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
    return decipher.update(sealed.subarray(0, sealed.length - tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new SealError('sealed text does not open with its key', { cause: error });
  }
};

/** First 8 hex characters of SHA-256 of the key: names a key without telling it. */
const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);
