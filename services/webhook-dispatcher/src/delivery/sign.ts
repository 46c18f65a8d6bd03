import { createHmac } from 'node:crypto';

/** Live secrets of one endpoint: the current one and those rotated out within their overlap. */
export const signingSecretsMax = 5;

const secretPrefix = 'whsec_';

/**
 * The `webhook-signature` header of Standard Webhooks: `v1,<base64>` per live secret, space-separated, so that a
 * receiver that knows any one of them can verify.
 * @param message `timestampSeconds` is the one of the `webhook-timestamp` header; `body` are the exact bytes sent
 */
export const signWebhook = (
  message: { webhookId: string; timestampSeconds: number; body: Buffer },
  secrets: readonly string[],
): string => {
  if (secrets.length === 0 || secrets.length > signingSecretsMax) {
    throw new RangeError(`expected 1 to ${signingSecretsMax} signing secrets, got ${secrets.length}`);
  }
  return secrets.map((secret) => `v1,${hmac(message, signingKeyOf(secret))}`).join(' ');
};

const hmac = (message: { webhookId: string; timestampSeconds: number; body: Buffer }, key: Buffer): string =>
  createHmac('sha256', key)
    .update(`${message.webhookId}.${message.timestampSeconds}.`)
    .update(message.body)
    .digest('base64');

const signingKeyOf = (secret: string): Buffer => {
  if (!isSigningSecret(secret)) throw new RangeError('malformed signing secret');
  return Buffer.from(secret.slice(secretPrefix.length), 'base64');
};

/** An empty key would sign with nothing and verify for anybody. */
export const isSigningSecret = (secret: string): boolean => /^whsec_[A-Za-z0-9+/]{4,}={0,2}$/.test(secret);
