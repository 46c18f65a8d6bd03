import { z } from 'zod';
import { courierSystemIdSchema } from './couriers.js';
import { oauthClientIdSchema } from './merchant-settings.js';
import { platformScopeSchema } from './platforms.js';
import { instantSchema, merchantIdSchema } from './primitives.js';
import { merchantModeSchema } from './sandbox.js';

/** One merchant as intake-api keeps it in memory: hashes and limits, never a token. */
export const directoryEntrySchema = z.object({
  merchant_id: merchantIdSchema,
  platform_id: z.uuid(),
  status: z.enum(['active', 'disabled']),
  /** Absent from releases of order-state that know live merchants alone. */
  mode: merchantModeSchema.default('live'),
  /** Lower-case hex SHA-256 of the platform's key for merchants of this mode. */
  key_hash: z.string(),
  /** The previous key, which is valid until then. */
  previous_key: z.object({ hash: z.string(), expires_at: instantSchema }).nullable(),
  /** Lower-case hex SHA-256 of each active token. */
  token_hashes: z.array(z.string()),
  /** Tokens among them with the scope `read`, which have the rights of a portal session with `read`. */
  reading_hashes: z.array(z.string()),
  /** Its OAuth clients. `secret_hash`: lower-case hex SHA-256. */
  oauth_clients: z.array(z.object({ client_id: oauthClientIdSchema, secret_hash: z.string() })),
  /** `null`: the default of the service. */
  create_per_minute: z.int().nullable(),
  other_per_minute: z.int().nullable(),
  version: z.int(),
});
export type DirectoryEntry = z.infer<typeof directoryEntrySchema>;

/** One courier's system in the directory. Only order-state knows which merchants it serves. */
export const courierSystemEntrySchema = z.object({
  courier_system_id: courierSystemIdSchema,
  name: z.string(),
  status: z.enum(['active', 'disabled']),
  mode: merchantModeSchema,
  /** Lower-case hex SHA-256 of each active token. */
  token_hashes: z.array(z.string()),
  /** Calls; `null`: the default of the service. */
  per_minute: z.int().nullable(),
  version: z.int(),
});
export type CourierSystemEntry = z.infer<typeof courierSystemEntrySchema>;

/** One platform that has or had tokens of its own. */
export const platformEntrySchema = z.object({
  platform_id: z.uuid(),
  status: z.enum(['active', 'disabled']),
  /** Tokens that are not revoked. */
  tokens: z.array(
    z.object({
      /** Lower-case hex SHA-256. */
      hash: z.string(),
      id: z.uuid(),
      mode: merchantModeSchema,
      scopes: z.array(platformScopeSchema),
      expires_at: instantSchema.nullable(),
    }),
  ),
  /** Calls; `null`: the default of the service. */
  per_minute: z.int().nullable(),
  version: z.int(),
});
export type PlatformEntry = z.infer<typeof platformEntrySchema>;
export type PlatformToken = PlatformEntry['tokens'][number];

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hexadecimal');

/** Header of intake-api's changing calls to order-state: the caller's credential, as JSON. */
export const credentialHeader = 'x-client-credential';

/** `key_hash`: for a merchant, whose key and token belong together. */
export const callerCredentialSchema = z.union([
  z.strictObject({ token_hash: sha256Schema, key_hash: sha256Schema.optional() }),
  z.strictObject({ client_id: oauthClientIdSchema }),
  z.strictObject({ session_hash: sha256Schema }),
]);
export type CallerCredential = z.infer<typeof callerCredentialSchema>;

/** Why a caller with a valid credential is refused. */
export const disabledDetails = {
  merchant: 'This merchant is disabled. Ask your platform to enable it.',
  courier_system: 'Your system is disabled. Ask the operator of the service to enable it.',
  platform: 'Your platform’s access is disabled. Ask the operator of the service to enable it.',
} as const;
/** Kinds of holders of credentials and webhook endpoints. */
export type OwnerKind = keyof typeof disabledDetails;

/** `epoch` changes when Postgres is restored: everything known before becomes invalid. */
export const directoryPageSchema = z.object({
  epoch: z.uuid(),
  /** The page has every change up to this version, and may have newer ones. */
  version: z.int(),
  /** The key that signs and checks access tokens of OAuth clients, base64. */
  oauth_key: z.base64(),
  /** Delays between the attempts of a webhook, which served documents name. */
  retry_delays_ms: z.array(z.int()),
  data: z.array(directoryEntrySchema),
  /** All couriers' systems on the first page of the whole directory; with changes, those that were written since. */
  courier_systems: z.array(courierSystemEntrySchema),
  /** Platforms, like couriers' systems. */
  platforms: z.array(platformEntrySchema),
  next_cursor: z.string().nullable(),
});
export type DirectoryPage = z.infer<typeof directoryPageSchema>;
