import { z } from 'zod';
import { endpointHealthSchema } from './management-api.js';
import {
  changesDescription,
  changesSomething,
  createMerchantSchema,
  merchantListEntrySchema,
  nameSchema,
  optionalAction,
  ownMerchantSettings,
  perMinuteSchema,
  shownOnce,
} from './operator-accounts.js';
import { endpointConditionSchema, portalScopeSchema } from './portal-api.js';
import { instantSchema, merchantIdSchema, utcDateTimeSchema } from './primitives.js';
import { merchantModeSchema } from './sandbox.js';

export const platformScopes = ['merchants:read', 'merchants:write', 'webhooks:read', 'webhooks:write'] as const;
export const platformScopeSchema = z.enum(platformScopes);
const scopesSchema = z
  .array(platformScopeSchema)
  .min(1)
  .max(platformScopes.length)
  .describe('`merchants:read` reads, `merchants:write` changes; the other two do so for events and webhooks.');
export type PlatformScope = z.infer<typeof platformScopeSchema>;

export const createPlatformTokenSchema = z.strictObject({
  mode: merchantModeSchema.default('live').describe('The token is for merchants of this mode. Default: `live`.'),
  scopes: scopesSchema,
  expires_at: utcDateTimeSchema.nullish().describe('Absent or `null`: it lasts until it is revoked.'),
});
export type CreatePlatformToken = z.infer<typeof createPlatformTokenSchema>;

/** A token that the platform adds itself: it has the mode of the calling token. */
export const createOwnPlatformTokenSchema = createPlatformTokenSchema.omit({ mode: true });

/** A platform with its first token. */
export const createPlatformSchema = createPlatformTokenSchema.extend({ name: nameSchema, ...optionalAction });
export type CreatePlatform = z.infer<typeof createPlatformSchema>;

export const patchPlatformSchema = z
  .strictObject({
    name: nameSchema.optional(),
    status: z.enum(['active', 'disabled']).optional(),
    per_minute: perMinuteSchema.nullable().optional(),
    ...optionalAction,
  })
  .refine(changesSomething, 'expected at least one field to change')
  .describe(changesDescription);
export type PatchPlatform = z.infer<typeof patchPlatformSchema>;

/** A key that the platform rotates itself. */
export const rotateOwnKeySchema = z.strictObject({
  old_key_hours: z
    .int()
    .min(0)
    .max(168)
    .default(24)
    .describe('For how long the old key works beside the new one. `0`: it ends at once. Default: 24.'),
});
export const rotateKeySchema = rotateOwnKeySchema.extend({
  mode: merchantModeSchema.default('live').describe('The key of its merchants in this mode. Default: `live`.'),
  ...optionalAction,
});
export type RotateKey = z.infer<typeof rotateKeySchema>;
export const platformKeyRotatedSchema = z.object({
  mode: merchantModeSchema,
  key: z.string().startsWith('key_'),
  old_key_until: instantSchema.describe('Until then the old one opens as much.'),
});
export type PlatformKeyRotated = z.infer<typeof platformKeyRotatedSchema>;

export const platformTokenSchema = z.object({
  id: z.uuid(),
  last_four: z.string().describe('The last characters of the token.'),
  mode: merchantModeSchema,
  scopes: z.array(platformScopeSchema),
  created_at: instantSchema,
  expires_at: instantSchema.nullable().describe('`null`: it lasts until it is revoked.'),
  last_used_at: instantSchema.nullable().describe('Accurate to one minute.'),
});
export type PlatformTokenView = z.infer<typeof platformTokenSchema>;
/** Active tokens, oldest first. */
export const platformTokenListSchema = z.object({ data: z.array(platformTokenSchema) });
export type PlatformTokenList = z.infer<typeof platformTokenListSchema>;

export const platformViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z
    .enum(['active', 'disabled'])
    .describe('`disabled`: its own calls are refused; those of its merchants are not.'),
  per_minute: z.int().nullable(),
  created_at: instantSchema,
  keys: z
    .array(z.object({ mode: merchantModeSchema, created_at: instantSchema, old_key_until: instantSchema.nullable() }))
    .describe(
      'The keys that its merchants send with their tokens, one for each mode. The previous key works until ' +
        '`old_key_until`.',
    ),
  tokens: z.array(platformTokenSchema).describe('Active ones, oldest first. `last_used_at` is accurate to one minute.'),
});
export type PlatformView = z.infer<typeof platformViewSchema>;

const shownToken = { token: z.string().startsWith('ptok_').describe(shownOnce) };
/** A platform, and its first token. */
export const platformCreatedSchema = platformViewSchema.extend(shownToken);
export type PlatformCreated = z.infer<typeof platformCreatedSchema>;

/** A new token of a platform. */
export const platformTokenCreatedSchema = platformTokenSchema.omit({ last_used_at: true }).extend(shownToken);
export type PlatformTokenCreated = z.infer<typeof platformTokenCreatedSchema>;

/** A merchant that its platform creates, in the mode of the calling token. */
export const createOwnMerchantSchema = createMerchantSchema.omit({
  platform: true,
  mode: true,
  by: true,
  reason: true,
});
export const patchOwnMerchantSchema = z
  .strictObject(ownMerchantSettings)
  .refine((patch) => Object.keys(patch).length > 0, 'expected at least one field to change')
  .describe(changesDescription);

export const createOwnPortalLinkSchema = z.strictObject({
  merchant_id: merchantIdSchema,
  scope: portalScopeSchema,
  may_switch: z
    .boolean()
    .default(false)
    .describe('Whether the session may go on to the platform’s other merchants of the mode: for its own people.'),
});

/** The summary of a platform's merchants in the mode of its token. */
export const platformSummarySchema = z.object({
  platform: z.object({ id: z.uuid(), name: z.string(), mode: merchantModeSchema }),
  merchants: z.object({ active: z.int(), disabled: z.int() }),
  orders: z.object({ under_way: z.int(), late: z.int() }).describe('Each counted to 10,000.'),
  endpoints: z
    .partialRecord(endpointHealthSchema, z.int())
    .describe('The number of your merchants’ endpoints by health; a health without endpoints is absent.'),
  own_endpoints: z.array(endpointConditionSchema).describe('Your own, which get the events of all merchants.'),
  unwell: z
    .array(merchantListEntrySchema)
    .describe(
      'The merchants whose endpoints fail, refuse everything or are disabled: at most twenty, the worst first.',
    ),
});
export type PlatformSummary = z.infer<typeof platformSummarySchema>;
