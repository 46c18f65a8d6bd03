import { z } from 'zod';

/** Algorithms that sign webhooks, by their names in RFC 9421: `v1` and `v1a` of Standard Webhooks. */
export const endpointSignatures = ['hmac-sha256', 'ed25519'] as const;
export const endpointSignatureSchema = z
  .enum(endpointSignatures)
  .describe(
    '`hmac-sha256`: signature `v1`, with a secret that your receiver shares. `ed25519`: signature `v1a`, with a ' +
      'private key that never leaves the service; your receiver has the public key.',
  );
export type EndpointSignature = z.infer<typeof endpointSignatureSchema>;

const publicKeySchema = z.string().startsWith('whpk_');

/** The fields of an endpoint's view. */
export const signatureFields = {
  signature: endpointSignatureSchema.describe('The algorithm of its current key. `rotate-secret` changes it.'),
  public_key: publicKeySchema
    .nullable()
    .describe('`whpk_` and base64 of the 32 bytes of the ed25519 key that verifies. `null`: it has a secret instead.'),
};

/** Shown when it is made, and never again. */
export const signingSecretSchema = z
  .string()
  .startsWith('whsec_')
  .nullable()
  .describe('Signs the webhooks. Only this answer shows it. `null`: ed25519 signs, and `public_key` verifies.');

export const rotateSecretSchema = z.strictObject({
  signature: endpointSignatureSchema.optional().describe('The algorithm of the new key. Absent: the one of now.'),
});

/** RFC 7517, 8037. */
const webhookKeySchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().describe('The public key: 32 bytes in base64url.'),
  kid: z.string().describe('The thumbprint of the key (RFC 7638).'),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
  endpoint_id: z
    .uuid()
    .describe('The endpoint whose webhooks this key verifies. A receiver takes the keys of its own endpoint alone.'),
});
export type WebhookKey = z.infer<typeof webhookKeySchema>;

export const webhookKeysSchema = z
  .object({ keys: z.array(webhookKeySchema) })
  .describe('A JWK Set. After a rotation an endpoint has the new key and, for 24 h, the one before.');
export type WebhookKeys = z.infer<typeof webhookKeysSchema>;
