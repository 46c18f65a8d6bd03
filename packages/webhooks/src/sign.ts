import { createHmac, createPrivateKey, createSecretKey, type KeyObject, sign } from 'node:crypto';
import { type DeliveryReleased, endpointSecretOf } from '@delivery/contracts';
import { type Sealer, SealError } from '@delivery/service-kit';

/** Live secrets of one endpoint: the current one and those rotated out within their overlap. */
const signingSecretsMax = 5;

type Message = { webhookId: string; timestampSeconds: number; body: Buffer };

/**
 * The `webhook-signature` header of Standard Webhooks: `v1,<base64>` per live secret and `v1a,<base64>` per live
 * private key, space-separated, so that a receiver that knows any one of them can verify.
 * @param message `timestampSeconds` is the one of the `webhook-timestamp` header; `body` are the exact bytes sent
 */
export const signWebhook = (message: Message, keys: readonly KeyObject[]): string => {
  if (keys.length === 0 || keys.length > signingSecretsMax) {
    throw new RangeError(`expected 1 to ${signingSecretsMax} signing keys, got ${keys.length}`);
  }
  return keys
    .map((key) => (key.type === 'private' ? `v1a,${ed25519(message, key)}` : `v1,${hmac(message, key)}`))
    .join(' ');
};

const prefixOf = ({ webhookId, timestampSeconds }: Message): string => `${webhookId}.${timestampSeconds}.`;

const hmac = (message: Message, key: KeyObject): string =>
  createHmac('sha256', key).update(prefixOf(message)).update(message.body).digest('base64');

const ed25519 = (message: Message, key: KeyObject): string =>
  sign(null, Buffer.concat([Buffer.from(prefixOf(message)), message.body]), key).toString('base64');

/**
 * The key of a secret `whsec_…` or a private key `whsk_…`; `undefined` when it is malformed. Any sender could sign with
 * an empty key.
 */
export const signingKeyOf = (text: string): KeyObject | undefined => {
  const [, kind, encoded = ''] = /^(whsec|whsk)_([A-Za-z0-9+/]{4,}={0,2})$/.exec(text) ?? [];
  if (kind === 'whsec') return createSecretKey(encoded, 'base64');
  return kind === 'whsk' ? privateKeyOf(Buffer.from(encoded, 'base64')) : undefined;
};

const keyBytes = 32;

/** The private and the public key, one after the other. */
const privateKeyOf = (pair: Buffer): KeyObject | undefined => {
  if (pair.length !== 2 * keyBytes) return undefined;
  const [d, x] = [pair.subarray(0, keyBytes), pair.subarray(keyBytes)].map((half) => half.toString('base64url'));
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d: d ?? '', x: x ?? '' }, format: 'jwk' });
};

/** Keys kept at once; the oldest goes first. */
const keysMax = 10_000;

export type OpenSecrets = (
  delivery: Pick<DeliveryReleased, 'endpoint_id' | 'sealed_secrets'>,
) => { keys: KeyObject[] } | { fault: string };

/**
 * Opens all signing secrets of a delivery, or says why not. Signing with only those that open is no choice: the
 * receiver may know just the one that does not. An endpoint's sealed text is the same with each of its deliveries, so
 * an opened secret is kept; one that did not open is tried again.
 */
export const createOpenSecrets = (sealer: Pick<Sealer, 'open'>, keptMax = keysMax): OpenSecrets => {
  const kept = new Map<string, KeyObject>();
  const open = (text: string, endpointId: string): KeyObject | undefined => {
    // With the endpoint: a secret that opened for one endpoint must not be used for another.
    const place = `${endpointId} ${text}`;
    const known = kept.get(place);
    if (known) return known;
    const key = signingKeyOf(sealer.open(text, endpointSecretOf(endpointId)));
    if (!key) return undefined;
    if (kept.size >= keptMax) kept.delete(kept.keys().next().value ?? place);
    kept.set(place, key);
    return key;
  };

  return ({ endpoint_id, sealed_secrets }) => {
    const keys: KeyObject[] = [];
    for (const text of sealed_secrets) {
      try {
        const key = open(text, endpoint_id);
        if (!key) return { fault: 'signing secret: malformed' };
        keys.push(key);
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        return { fault: `signing secret: ${error.message}` };
      }
    }
    return { keys };
  };
};
