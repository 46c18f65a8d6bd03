import { z } from 'zod';
import { createCourierReplaySchema } from './courier-webhooks.js';
import { courierSystemIdSchema } from './couriers.js';
import { endpointSettings } from './endpoint-settings.js';
import {
  createReplaySchema,
  endpointHealthSchema,
  endpointViewSchema,
  testedEventOf,
  webhookUrlSchema,
} from './management-api.js';
import { portalScopeSchema } from './portal-api.js';
import { catchUpSchema, deadLetterTargetSchema } from './previews.js';
import { instantSchema, merchantIdSchema, timeZoneSchema, visibleText } from './primitives.js';
import { merchantModeSchema } from './sandbox.js';
import { endpointEventSchema } from './webhook.js';

/**
 * Rights of an operator. `look`: read, with customers' data masked. `customers_data`: see it. `act`: do for a merchant
 * what it could do itself, and settle dead letters. `administer`: merchants, couriers' systems, platforms, credentials,
 * sessions and erasures.
 */
export const operatorRoles = ['look', 'customers_data', 'act', 'administer'] as const;
export const operatorRoleSchema = z.enum(operatorRoles);
export type OperatorRole = z.infer<typeof operatorRoleSchema>;

/** Why a sign-in at the identity provider began no session. */
export const signInFailures = ['provider_away', 'refused', 'no_role', 'expired', 'failed'] as const;
export type SignInFailure = (typeof signInFailures)[number];

export const signInSchema = z.strictObject({ token: z.string().min(1).max(512) });

export const operatorSessionSchema = z.object({
  person: z
    .string()
    .nullable()
    .describe('The person who signed in at the identity provider; `null`: the session began with a token.'),
  roles: z.array(operatorRoleSchema),
  expires_at: instantSchema,
});
export type OperatorSession = z.infer<typeof operatorSessionSchema>;

/** Only for a person: where the browser also ends its session at the identity provider. */
export const signedOutSchema = z.object({ url: z.string() });
export type SignedOut = z.infer<typeof signedOutSchema>;

/** The ways to begin a session beside the token. */
export const signInOptionsSchema = z.object({
  oidc: z
    .object({
      name: z.string().describe('The host of the identity provider.'),
      url: z.string().describe('Where a browser begins.'),
    })
    .nullable()
    .describe('`null`: none is configured.'),
});
export type SignInOptions = z.infer<typeof signInOptionsSchema>;

/** A session that has not ended. */
export const operatorSessionEntrySchema = operatorSessionSchema.extend({
  id: z.uuid(),
  address: z.string().describe('Where it was begun from.'),
  began_at: instantSchema,
  current: z.boolean().describe('Whether it is the session that asks; `false` in all where a token asks.'),
});
export type OperatorSessionEntry = z.infer<typeof operatorSessionEntrySchema>;
export const operatorSessionListSchema = z.object({ data: z.array(operatorSessionEntrySchema) });

export const nameSchema = visibleText(128);
const referenceSchema = visibleText(128).describe(
  'Its id in the platform’s own system: one merchant of a platform, in each mode, has it. `null`: none.',
);
export const perMinuteSchema = z.int().min(1).max(1_000_000).describe('`null`: the default of the service.');
/** The reason of a change of a token or key. */
export const shownOnce = 'Shown in this answer and never again.';
/** The reason of a `PATCH`. */
export const changesDescription = 'Absent: stays as it is. At least one field is needed.';

/** Every action for a merchant records the operator and the reason. */
export const operatorActionSchema = z.strictObject({
  by: visibleText(64).describe('Who does it.'),
  reason: visibleText(200).describe('Why. Without customers’ data; the merchant does not see it.'),
});
export type OperatorAction = z.infer<typeof operatorActionSchema>;

/** Optional for actions that programs also do, such as making a merchant. */
export const optionalActionSchema = operatorActionSchema.partial();
export const optionalAction = optionalActionSchema.shape;
export type OptionalAction = z.infer<typeof optionalActionSchema>;

/** Operator and reason of a patch, which change nothing themselves. */
export const changesSomething = ({ by: _by, reason: _reason, ...patch }: { by?: unknown; reason?: unknown }): boolean =>
  Object.keys(patch).length > 0;

export const createMerchantSchema = z.strictObject({
  name: nameSchema,
  platform: nameSchema
    .nullish()
    .describe('Name of the integrating platform, created when new. Absent: the merchant is a platform of its own.'),
  reference: referenceSchema.nullish(),
  /** Absent: the time zone of each reader's browser, and UTC in mails. */
  time_zone: timeZoneSchema.nullish(),
  mode: merchantModeSchema
    .default('live')
    .describe('`sandbox`: its couriers are simulated. It stays what it is made as. Default: `live`.'),
  webhook_url: webhookUrlSchema
    .nullish()
    .describe(
      'Adds a webhook endpoint, enabled and without options. For other endpoints the merchant uses `POST ' +
        '/v1/webhook-endpoints`.',
    ),
  events: endpointSettings.events
    .optional()
    .describe('The events of that endpoint. `null` or absent: the three standard ones.'),
  ...optionalAction,
});
export type CreateMerchant = z.infer<typeof createMerchantSchema>;

export const merchantCreatedSchema = z.object({
  merchant_id: merchantIdSchema,
  mode: merchantModeSchema,
  /** The credentials of a sandbox merchant begin with `key_test_` and `tok_test_`. */
  key: z.string().startsWith('key_').describe('The platform’s key, equal for all of its merchants in this mode.'),
  token: z.string().startsWith('tok_').describe(shownOnce),
  webhook_endpoint: z.object({ id: z.uuid(), url: z.string(), secret: z.string().describe(shownOnce) }).optional(),
});
export type MerchantCreated = z.infer<typeof merchantCreatedSchema>;

/** Settings that a merchant's platform can change, too. */
export const ownMerchantSettings = {
  name: nameSchema.optional(),
  reference: referenceSchema.nullable().optional(),
  status: z.enum(['active', 'disabled']).optional(),
  tracking_page: z
    .boolean()
    .optional()
    .describe(
      'Whether an order without a tracking URL gets the address of a page of the service once a courier is on ' +
        'the way. Needs `PUBLIC_URL`.',
    ),
  time_zone: timeZoneSchema.nullable().optional(),
};

export const patchMerchantSchema = z
  .strictObject({
    ...ownMerchantSettings,
    create_per_minute: perMinuteSchema.nullable().optional(),
    other_per_minute: perMinuteSchema.nullable().optional(),
    ...optionalAction,
  })
  .refine(changesSomething, 'expected at least one field to change')
  .describe(changesDescription);
export type PatchMerchant = z.infer<typeof patchMerchantSchema>;

/** An active token, as it is shown. */
const shownTokenSchema = z.object({
  id: z.uuid(),
  last_four: z.string().describe('The last characters of the token.'),
  created_at: instantSchema,
});

export const merchantViewSchema = z.object({
  merchant_id: merchantIdSchema,
  name: z.string(),
  mode: merchantModeSchema,
  platform: z.object({ id: z.uuid(), name: z.string() }),
  reference: z.string().nullable(),
  status: z.enum(['active', 'disabled']),
  disabled_by: z
    .enum(['operator', 'platform'])
    .nullable()
    .describe('If the operator disabled it, its platform cannot enable it. `null`: it is active.'),
  create_per_minute: z.int().nullable(),
  other_per_minute: z.int().nullable(),
  tracking_page: z.boolean().describe('Whether its customers get a tracking page of ours where couriers have none.'),
  time_zone: z.string().nullable(),
  created_at: instantSchema,
  tokens: z.array(shownTokenSchema).describe('Active ones, oldest first.'),
  webhook_endpoints: z.array(endpointViewSchema),
});
export type MerchantView = z.infer<typeof merchantViewSchema>;

/** A merchant in a list: instead of its endpoints, how they are doing. */
export const merchantListEntrySchema = merchantViewSchema.omit({ webhook_endpoints: true }).extend({
  last_order_at: instantSchema.nullable().describe('When its newest order was created; `null`: none is kept.'),
  webhooks: z.object({
    endpoints: z.int(),
    health: endpointHealthSchema.nullable().describe('The health of its worst endpoint; `null`: it has none.'),
    failing_since: instantSchema
      .nullable()
      .describe('Since when the one that has failed longest has had no success; `null`: none fails.'),
    waiting: z.int().describe('Deliveries that wait, counted to 10,000 for each endpoint.'),
    untried: z.boolean().describe('Nothing was ever sent to any of them.'),
  }),
});
export type MerchantListEntry = z.infer<typeof merchantListEntrySchema>;

export const tokenCreatedSchema = z.object({
  id: z.uuid(),
  token: z.string().startsWith('tok_').describe(shownOnce),
  created_at: instantSchema,
});
export type TokenCreated = z.infer<typeof tokenCreatedSchema>;

const servesSchema = z
  .union(
    [z.literal('all'), z.array(merchantIdSchema).min(1).max(1_000)],
    'expected "all", or a list of 1 to 1,000 merchants’ ids',
  )
  .describe('`all`: every merchant of its mode, also those to come.');

export const createCourierSystemSchema = z.strictObject({
  name: nameSchema,
  mode: merchantModeSchema
    .default('live')
    .describe('It serves merchants of this mode alone, and stays what it is made as. Default: `live`.'),
  merchants: servesSchema,
  ...optionalAction,
});
export type CreateCourierSystem = z.infer<typeof createCourierSystemSchema>;

export const patchCourierSystemSchema = z
  .strictObject({
    name: nameSchema.optional(),
    status: z.enum(['active', 'disabled']).optional(),
    merchants: servesSchema.optional(),
    per_minute: perMinuteSchema.nullable().optional(),
    ...optionalAction,
  })
  .refine(changesSomething, 'expected at least one field to change')
  .describe(changesDescription);
export type PatchCourierSystem = z.infer<typeof patchCourierSystemSchema>;

export const courierSystemViewSchema = z.object({
  id: courierSystemIdSchema,
  paused: z.boolean().describe('It says that it takes no deliveries now.'),
  name: z.string(),
  mode: merchantModeSchema,
  status: z.enum(['active', 'disabled']),
  merchants: servesSchema,
  per_minute: z.int().nullable(),
  created_at: instantSchema,
  tokens: z
    .array(shownTokenSchema.extend({ last_used_at: instantSchema.nullable() }))
    .describe('Active ones, oldest first. `last_used_at` is accurate to one minute.'),
});
export type CourierSystemView = z.infer<typeof courierSystemViewSchema>;

const courierToken = { token: z.string().startsWith('ctok_').describe(shownOnce) };
/** A courier's system, and its first token. */
export const courierSystemCreatedSchema = courierSystemViewSchema.extend(courierToken);
export type CourierSystemCreated = z.infer<typeof courierSystemCreatedSchema>;

/** A new token of a courier's system. */
export const courierTokenCreatedSchema = tokenCreatedSchema.extend(courierToken);

export const operatorCatchUpSchema = operatorActionSchema.extend(catchUpSchema.shape);

/** Which dead letters are put back or deleted, and why. */
export const settleDeadLettersSchema = deadLetterTargetSchema
  .safeExtend(operatorActionSchema.shape)
  .describe('`dead_letter_id`, or `queue` and `refused_for`; who settles them, and why.');

export const operatorTestSchema = operatorActionSchema.extend({ event: testedEventOf(endpointEventSchema) });

export const createPortalLinkSchema = operatorActionSchema.extend({ scope: portalScopeSchema });

export const portalLinkSchema = z.object({
  url: z.string().describe('Begins one session, once. Shown here and never again.'),
  expires_at: instantSchema,
});
export type PortalLink = z.infer<typeof portalLinkSchema>;

/** A session of a merchant's portal that has not ended. */
export const portalSessionEntrySchema = z.object({
  id: z.uuid(),
  scope: portalScopeSchema,
  begun_with: z
    .enum(['link', 'token', 'platform', 'mail'])
    .describe(
      '`platform`: for the platform’s own people, who can move to its other merchants. `mail`: mailed to a person.',
    ),
  address: z.string().nullable().describe('Where it was begun from.'),
  began_at: instantSchema,
  expires_at: instantSchema,
});
export type PortalSessionEntry = z.infer<typeof portalSessionEntrySchema>;
export const portalSessionListSchema = z.object({ data: z.array(portalSessionEntrySchema) });

export const createOperatorReplaySchema = createReplaySchema.safeExtend(operatorActionSchema.shape);
export const createOperatorCourierReplaySchema = createCourierReplaySchema.safeExtend(operatorActionSchema.shape);
