import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Live secrets of one endpoint: the current one and those rotated out within their overlap. */
const signingSecretsMax = 5;

const secretPrefix = 'whsec_';

/**
 * The `webhook-signature` header of Standard Webhooks: `v1,<base64>` per live secret, space-separated, so that a
 * receiver that knows any one of them can verify.
 * @param message `timestampSeconds` is the one of the `webhook-timestamp` header; `body` are the exact bytes sent
 */
export const signWebhook = (
  message: { webhookId: string; timestampSeconds: number; body: Buffer },
  keys: readonly KeyObject[],
): string => {
  if (keys.length === 0 || keys.length > signingSecretsMax) {
    throw new RangeError(`expected 1 to ${signingSecretsMax} signing keys, got ${keys.length}`);
  }
  return keys.map((key) => `v1,${hmac(message, key)}`).join(' ');
};

const hmac = (message: { webhookId: string; timestampSeconds: number; body: Buffer }, key: KeyObject): string =>
  createHmac('sha256', key)
    .update(`${message.webhookId}.${message.timestampSeconds}.`)
    .update(message.body)
    .digest('base64');

/** The key of a secret `whsec_…`; `undefined` when it is malformed. Any sender could sign with an empty key. */
export const signingKeyOf = (secret: string): KeyObject | undefined =>
  /^whsec_[A-Za-z0-9+/]{4,}={0,2}$/.test(secret)
    ? createSecretKey(secret.slice(secretPrefix.length), 'base64')
    : undefined;
