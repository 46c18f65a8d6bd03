import { z } from 'zod';
import { endpointHealthSchema } from './management-api.js';
import {
  changesSomething,
  createMerchantSchema,
  merchantListEntrySchema,
  nameSchema,
  optionalAction,
  ownMerchantSettings,
  perMinuteSchema,
} from './operator-accounts.js';
import { portalScopeSchema } from './portal-api.js';
import { instantSchema, merchantIdSchema, utcDateTimeSchema } from './primitives.js';
import { merchantModeSchema } from './sandbox.js';

/** What a token of a platform opens of `/platform/v1`. */
export const platformScopes = ['merchants:read', 'merchants:write', 'webhooks:read', 'webhooks:write'] as const;
export const platformScopeSchema = z.enum(platformScopes);
export type PlatformScope = z.infer<typeof platformScopeSchema>;

/** A token is for the platform's merchants of one mode, as its key is. */
export const createPlatformTokenSchema = z.strictObject({
  mode: merchantModeSchema.default('live'),
  scopes: z.array(platformScopeSchema).min(1).max(platformScopes.length),
  /** Absent or `null`: it lasts until it is revoked. */
  expires_at: utcDateTimeSchema.nullish(),
});
export type CreatePlatformToken = z.infer<typeof createPlatformTokenSchema>;

/** One that the platform adds itself: of the mode of the token that it calls with. */
export const createOwnPlatformTokenSchema = createPlatformTokenSchema.omit({ mode: true });

/** A platform with its first token. */
export const createPlatformSchema = createPlatformTokenSchema.extend({ name: nameSchema, ...optionalAction });
export type CreatePlatform = z.infer<typeof createPlatformSchema>;

/** Absent: stays as it is. A limit of `null`: the service's default. */
export const patchPlatformSchema = z
  .strictObject({
    name: nameSchema.optional(),
    status: z.enum(['active', 'disabled']).optional(),
    per_minute: perMinuteSchema.nullable().optional(),
    ...optionalAction,
  })
  .refine(changesSomething, 'expected at least one field to change');
export type PatchPlatform = z.infer<typeof patchPlatformSchema>;

/** One that the platform rotates itself. */
export const rotateOwnKeySchema = z.strictObject({
  /** For how long the old key opens as much; 0: it ends at once. */
  old_key_hours: z.int().min(0).max(168).default(24),
});
export const rotateKeySchema = rotateOwnKeySchema.extend({
  mode: merchantModeSchema.default('live'),
  ...optionalAction,
});
export type RotateKey = z.infer<typeof rotateKeySchema>;
export const platformKeyRotatedSchema = z.object({
  mode: merchantModeSchema,
  key: z.string().startsWith('key_'),
  /** Until then the old one opens as much. */
  old_key_until: instantSchema,
});
export type PlatformKeyRotated = z.infer<typeof platformKeyRotatedSchema>;

export const platformTokenSchema = z.object({
  id: z.uuid(),
  /** The last characters of the token. */
  last_four: z.string(),
  mode: merchantModeSchema,
  scopes: z.array(platformScopeSchema),
  created_at: instantSchema,
  /** `null`: it lasts until it is revoked. */
  expires_at: instantSchema.nullable(),
  /** Right to a minute. */
  last_used_at: instantSchema.nullable(),
});
export type PlatformTokenView = z.infer<typeof platformTokenSchema>;
/** Active ones, oldest first. */
export const platformTokenListSchema = z.object({ data: z.array(platformTokenSchema) });
export type PlatformTokenList = z.infer<typeof platformTokenListSchema>;

export const platformViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Of its own calls; those of its merchants are another matter. */
  status: z.enum(['active', 'disabled']),
  per_minute: z.int().nullable(),
  created_at: instantSchema,
  /** What its merchants send beside their tokens: one for each mode that it has merchants of. `old_key_until`: `null`: no older one works. */
  keys: z.array(
    z.object({ mode: merchantModeSchema, created_at: instantSchema, old_key_until: instantSchema.nullable() }),
  ),
  /** Active ones, oldest first. */
  tokens: z.array(platformTokenSchema),
});
export type PlatformView = z.infer<typeof platformViewSchema>;

/** A platform, and its first token, which is shown here and never again. */
export const platformCreatedSchema = platformViewSchema.extend({ token: z.string().startsWith('ptok_') });
export type PlatformCreated = z.infer<typeof platformCreatedSchema>;

/** A new token of a platform, shown here and never again. */
export const platformTokenCreatedSchema = platformTokenSchema
  .omit({ last_used_at: true })
  .extend({ token: z.string().startsWith('ptok_') });
export type PlatformTokenCreated = z.infer<typeof platformTokenCreatedSchema>;

/** A merchant that its platform makes: of the platform, and of the mode of its token. */
export const createOwnMerchantSchema = createMerchantSchema.omit({
  platform: true,
  mode: true,
  by: true,
  reason: true,
});
export const patchOwnMerchantSchema = z
  .strictObject(ownMerchantSettings)
  .refine((patch) => Object.keys(patch).length > 0, 'expected at least one field to change');

export const createOwnPortalLinkSchema = z.strictObject({
  merchant_id: merchantIdSchema,
  scope: portalScopeSchema,
  /** Whether the session may go on to the platform's other merchants of the mode: for its own people. */
  may_switch: z.boolean().default(false),
});

/** The merchants of a platform at a glance, of the mode of its token. */
export const platformSummarySchema = z.object({
  platform: z.object({ id: z.uuid(), name: z.string(), mode: merchantModeSchema }),
  merchants: z.object({ active: z.int(), disabled: z.int() }),
  /** Each counted to 10,000. */
  orders: z.object({ under_way: z.int(), late: z.int() }),
  /** Webhook endpoints by how they are doing; a health without endpoints is absent. */
  endpoints: z.partialRecord(endpointHealthSchema, z.int()),
  /** Merchants with an endpoint that does not answer, refuses everything or is disabled: the twenty that do worst, the worst first. */
  unwell: z.array(merchantListEntrySchema),
});
export type PlatformSummary = z.infer<typeof platformSummarySchema>;
