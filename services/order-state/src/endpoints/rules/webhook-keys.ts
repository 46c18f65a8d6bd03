import { createHash } from 'node:crypto';
import type { WebhookKey, WebhookKeys } from '@delivery/contracts';
import { keepLive, type SealedSecret } from './secrets.js';

/** The public keys that verify webhooks to these endpoints now, as a JWK Set. */
export const toKeySet = (
  endpoints: readonly { id: string; secrets: readonly SealedSecret[] }[],
  nowMs: number,
): WebhookKeys => ({
  keys: endpoints.flatMap(({ id, secrets }) =>
    keepLive(secrets, nowMs).flatMap(({ public_key: publicKey }) =>
      publicKey === undefined ? [] : [toJwk(id, publicKey)],
    ),
  ),
});

const toJwk = (endpointId: string, publicKey: string): WebhookKey => {
  const required = { crv: 'Ed25519', kty: 'OKP', x: toBase64Url(publicKey.slice('whpk_'.length)) } as const;
  // RFC 7638: the hash of the required members in the order of their names.
  const kid = createHash('sha256').update(JSON.stringify(required)).digest('base64url');
  return { ...required, kid, alg: 'EdDSA', use: 'sig', endpoint_id: endpointId };
};

const toBase64Url = (base64: string): string => Buffer.from(base64, 'base64').toString('base64url');
