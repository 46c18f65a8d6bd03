import { z } from 'zod';
import { createCourierReplaySchema } from './courier-webhooks.js';
import { courierSystemIdSchema } from './couriers.js';
import {
  createReplaySchema,
  endpointHealthSchema,
  endpointViewSchema,
  eventFilterSchema,
  replayDeliveriesSchema,
  webhookUrlSchema,
} from './management-api.js';
import { operatorRoleSchema } from './operator-roles.js';
import { portalScopeSchema } from './portal-api.js';
import { catchUpSchema, deadLetterGroupSchema } from './previews.js';
import { instantSchema, merchantIdSchema, timeZoneSchema, visibleText } from './primitives.js';
import { merchantModeSchema } from './sandbox.js';
import { endpointEventSchema } from './webhook.js';

export const signInSchema = z.strictObject({ token: z.string().min(1).max(512) });

export const operatorSessionSchema = z.object({
  /** Of who signed in at the identity provider; `null`: it was begun with a token. */
  person: z.string().nullable(),
  roles: z.array(operatorRoleSchema),
  expires_at: instantSchema,
});
export type OperatorSession = z.infer<typeof operatorSessionSchema>;

/** Of a person: where the browser goes to end its session at the identity provider, too. */
export const signedOutSchema = z.object({ url: z.string() });
export type SignedOut = z.infer<typeof signedOutSchema>;

/** The ways to begin a session beside the token. */
export const signInOptionsSchema = z.object({
  /** `name`: the provider's host. `url`: where a browser begins. `null`: none is configured. */
  oidc: z.object({ name: z.string(), url: z.string() }).nullable(),
});
export type SignInOptions = z.infer<typeof signInOptionsSchema>;

/** A session that has not ended. */
export const operatorSessionEntrySchema = operatorSessionSchema.extend({
  id: z.uuid(),
  /** Where it was begun from. */
  address: z.string(),
  began_at: instantSchema,
  /** Whether it is the session that asks. */
  current: z.boolean(),
});
export type OperatorSessionEntry = z.infer<typeof operatorSessionEntrySchema>;
export const operatorSessionListSchema = z.object({ data: z.array(operatorSessionEntrySchema) });

export const nameSchema = z.string().trim().min(1).max(128);
/** The merchant's id in the platform's own system: one merchant of a platform, in each mode, has it. */
const referenceSchema = visibleText(128);
export const perMinuteSchema = z.int().min(1).max(1_000_000);

/** What an operator does for a merchant is written down: who did it, and why. Free of customers' data by contract. */
export const operatorActionSchema = z.strictObject({ by: visibleText(64), reason: visibleText(200) });
export type OperatorAction = z.infer<typeof operatorActionSchema>;

/** The same where it may be left out: of what programs do as well, such as making a merchant. */
export const optionalActionSchema = operatorActionSchema.partial();
export const optionalAction = optionalActionSchema.shape;
export type OptionalAction = z.infer<typeof optionalActionSchema>;

/** Of a patch: who asks for it, and why, changes nothing. */
export const changesSomething = ({ by: _by, reason: _reason, ...patch }: { by?: unknown; reason?: unknown }): boolean =>
  Object.keys(patch).length > 0;

export const createMerchantSchema = z.strictObject({
  name: nameSchema,
  /** Name of the integrating platform, created when new. Absent: the merchant is a platform of its own. */
  platform: nameSchema.nullish(),
  reference: referenceSchema.nullish(),
  /** In which people there read times. Absent: that of each reader's browser, and UTC in mails. */
  time_zone: timeZoneSchema.nullish(),
  /** `sandbox`: for trying things out; couriers are simulated. It stays what it is made as. */
  mode: merchantModeSchema.default('live'),
  webhook_url: webhookUrlSchema.nullish(),
  events: eventFilterSchema,
  ...optionalAction,
});
export type CreateMerchant = z.infer<typeof createMerchantSchema>;

/** `token` and `secret` are shown here and never again. */
export const merchantCreatedSchema = z.object({
  merchant_id: merchantIdSchema,
  mode: merchantModeSchema,
  /** Those of a sandbox merchant begin with `key_test_` and `tok_test_`. */
  key: z.string().startsWith('key_'),
  token: z.string().startsWith('tok_'),
  webhook_endpoint: z.object({ id: z.uuid(), url: z.string(), secret: z.string() }).optional(),
});
export type MerchantCreated = z.infer<typeof merchantCreatedSchema>;

/** What a merchant's platform may change too. */
export const ownMerchantSettings = {
  name: nameSchema.optional(),
  reference: referenceSchema.nullable().optional(),
  status: z.enum(['active', 'disabled']).optional(),
  tracking_page: z.boolean().optional(),
  time_zone: timeZoneSchema.nullable().optional(),
};

/** Absent: stays as it is. A limit of `null`: the service's default. A reference or a time zone of `null`: none. */
export const patchMerchantSchema = z
  .strictObject({
    ...ownMerchantSettings,
    create_per_minute: perMinuteSchema.nullable().optional(),
    other_per_minute: perMinuteSchema.nullable().optional(),
    ...optionalAction,
  })
  .refine(changesSomething, 'expected at least one field to change');
export type PatchMerchant = z.infer<typeof patchMerchantSchema>;

/** What is shown of a token that is active. */
const shownTokenSchema = z.object({
  id: z.uuid(),
  /** The last characters of the token. */
  last_four: z.string(),
  created_at: instantSchema,
});

export const merchantViewSchema = z.object({
  merchant_id: merchantIdSchema,
  name: z.string(),
  mode: merchantModeSchema,
  platform: z.object({ id: z.uuid(), name: z.string() }),
  reference: z.string().nullable(),
  status: z.enum(['active', 'disabled']),
  /** Who disabled it: what the operator disables, its platform does not enable. `null`: it is active. */
  disabled_by: z.enum(['operator', 'platform']).nullable(),
  create_per_minute: z.int().nullable(),
  other_per_minute: z.int().nullable(),
  /** Whether its customers get a page of ours where a courier has no tracking URL. */
  tracking_page: z.boolean(),
  time_zone: z.string().nullable(),
  created_at: instantSchema,
  /** Active ones, oldest first. */
  tokens: z.array(shownTokenSchema),
  webhook_endpoints: z.array(endpointViewSchema),
});
export type MerchantView = z.infer<typeof merchantViewSchema>;

/** A merchant in a list: instead of its endpoints, how they are doing. */
export const merchantListEntrySchema = merchantViewSchema.omit({ webhook_endpoints: true }).extend({
  /** When its newest order was created; `null`: none is kept. */
  last_order_at: instantSchema.nullable(),
  webhooks: z.object({
    endpoints: z.int(),
    /** Of the one that is doing worst; `null`: it has none. */
    health: endpointHealthSchema.nullable(),
    /** Since when the one that has failed longest has had no success; `null`: none fails. */
    failing_since: instantSchema.nullable(),
    /** Deliveries that wait, counted to 10,000 for each endpoint. */
    waiting: z.int(),
    /** Nothing was ever sent to any of them. */
    untried: z.boolean(),
  }),
});
export type MerchantListEntry = z.infer<typeof merchantListEntrySchema>;

/** A new token, shown here and never again. */
export const tokenCreatedSchema = z.object({
  id: z.uuid(),
  token: z.string().startsWith('tok_'),
  created_at: instantSchema,
});
export type TokenCreated = z.infer<typeof tokenCreatedSchema>;

/** `all`: every merchant of its mode, those to come as well. */
const servesSchema = z.union([z.literal('all'), z.array(merchantIdSchema).min(1).max(1_000)]);

/** A courier's system serves merchants of its own mode, which stays what it is made as. */
export const createCourierSystemSchema = z.strictObject({
  name: nameSchema,
  mode: merchantModeSchema.default('live'),
  merchants: servesSchema,
  ...optionalAction,
});
export type CreateCourierSystem = z.infer<typeof createCourierSystemSchema>;

/** Absent: stays as it is. A limit of `null`: the service's default. */
export const patchCourierSystemSchema = z
  .strictObject({
    name: nameSchema.optional(),
    status: z.enum(['active', 'disabled']).optional(),
    merchants: servesSchema.optional(),
    per_minute: perMinuteSchema.nullable().optional(),
    ...optionalAction,
  })
  .refine(changesSomething, 'expected at least one field to change');
export type PatchCourierSystem = z.infer<typeof patchCourierSystemSchema>;

export const courierSystemViewSchema = z.object({
  id: courierSystemIdSchema,
  name: z.string(),
  mode: merchantModeSchema,
  status: z.enum(['active', 'disabled']),
  merchants: servesSchema,
  per_minute: z.int().nullable(),
  created_at: instantSchema,
  /** Active ones, oldest first. `last_used_at` is right to a minute. */
  tokens: z.array(shownTokenSchema.extend({ last_used_at: instantSchema.nullable() })),
});
export type CourierSystemView = z.infer<typeof courierSystemViewSchema>;

/** A courier's system, and its first token, which is shown here and never again. */
export const courierSystemCreatedSchema = courierSystemViewSchema.extend({ token: z.string().startsWith('ctok_') });
export type CourierSystemCreated = z.infer<typeof courierSystemCreatedSchema>;

/** A new token of a courier's system, shown here and never again. */
export const courierTokenCreatedSchema = tokenCreatedSchema.extend({ token: z.string().startsWith('ctok_') });

export const operatorCatchUpSchema = operatorActionSchema.extend(catchUpSchema.shape);

/** Why dead letters are put back or deleted. */
export const settleDeadLettersSchema = deadLetterGroupSchema.extend(operatorActionSchema.shape);

/** `event`: one that the endpoint's owner has. */
export const operatorTestSchema = operatorActionSchema.extend({ event: endpointEventSchema.optional() });

export const createPortalLinkSchema = operatorActionSchema.extend({ scope: portalScopeSchema });

/** An address that begins one session. Shown here and never again. */
export const portalLinkSchema = z.object({ url: z.string(), expires_at: instantSchema });
export type PortalLink = z.infer<typeof portalLinkSchema>;

/** A session of a merchant's portal that has not ended. */
export const portalSessionEntrySchema = z.object({
  id: z.uuid(),
  scope: portalScopeSchema,
  /** `platform`: a link of the platform for its own people, who may go on to its other merchants. */
  begun_with: z.enum(['link', 'token', 'platform']),
  /** Where it was begun from. */
  address: z.string().nullable(),
  began_at: instantSchema,
  expires_at: instantSchema,
});
export type PortalSessionEntry = z.infer<typeof portalSessionEntrySchema>;
export const portalSessionListSchema = z.object({ data: z.array(portalSessionEntrySchema) });

export const createOperatorReplaySchema = createReplaySchema.safeExtend(operatorActionSchema.shape);
export const createOperatorCourierReplaySchema = createCourierReplaySchema.safeExtend(operatorActionSchema.shape);
export const operatorReplayDeliveriesSchema = replayDeliveriesSchema.extend(operatorActionSchema.shape);
