import { z } from 'zod';
import { ownerIdSchema } from './couriers.js';
import { listFormatSchema, pageQuerySchema, storableText } from './list-queries.js';
import { instantSchema, merchantIdSchema, utcDateTimeSchema } from './primitives.js';

/** Header of intake-api's calls to order-state: the address that the merchant calls from. */
export const clientAddressHeader = 'x-client-address';

/** Actions, as `<subject>.<what was done>`. */
export const activityActions = [
  'merchant.created',
  'merchant.changed',
  'merchant.disabled',
  'merchant.enabled',
  'merchant.portal_link_created',
  'merchant.portal_link_used',
  'merchant.portal_switched',
  'merchant.portal_session_ended',
  'contacts.changed',
  'person.invited',
  'person.changed',
  'person.removed',
  'person.signed_in',
  'oauth_client.created',
  'oauth_client.deleted',
  'store.created',
  'store.changed',
  'store.deleted',
  'courier_system.created',
  'courier_system.changed',
  'courier_system.disabled',
  'courier_system.enabled',
  'courier_system.token_created',
  'courier_system.token_revoked',
  'platform.created',
  'platform.changed',
  'platform.disabled',
  'platform.enabled',
  'platform.key_rotated',
  'platform.token_created',
  'platform.token_revoked',
  'token.created',
  'token.revoked',
  'endpoint.created',
  'endpoint.changed',
  'endpoint.secret_rotated',
  'endpoint.enabled',
  'endpoint.disabled',
  'endpoint.deleted',
  'endpoint.tested',
  'endpoint.caught_up',
  'endpoint.sent_now',
  'replay.requested',
  'dead_letter.replayed',
  'dead_letter.deleted',
  'set_aside.retried',
  'set_aside.discarded',
  'order.position_read',
  'order.problem_answered',
  'order.retention_failed',
  'erasure.requested',
  'session.begun',
  'session.ended',
] as const;
export const activityActionSchema = z.enum(activityActions);
export type ActivityAction = z.infer<typeof activityActionSchema>;

export const actorTypeSchema = z.enum(['person', 'token', 'platform', 'merchant', 'courier_system', 'system']);
export type ActorType = z.infer<typeof actorTypeSchema>;

/** The credential of a call, without its secret part. */
export const actorCredentialSchema = z.object({
  type: z.enum(['token', 'oauth_client', 'session', 'operator_session']),
  id: z.string().describe('The id of a session or client, or the last four characters of a token.'),
});

const settingValueSchema = z
  .string()
  .nullable()
  .describe('As text of 200 characters at most; without secrets and the query of a URL. `null`: it was not set.');

/** A setting before and after. Where a secret part alone was changed, both look the same. */
export const settingChangeSchema = z.object({
  name: z.string(),
  before: settingValueSchema,
  after: settingValueSchema,
});
export type SettingChange = z.infer<typeof settingChangeSchema>;

/** One change, by whom it was made and why; or a look at where a courier is. Free of customers' data. */
export const activityEntrySchema = z.object({
  id: z.int(),
  at: instantSchema,
  actor: z.object({
    type: actorTypeSchema,
    name: z
      .string()
      .nullable()
      .describe('The name in `by`, or the name of the platform, merchant or courier’s system. `null`: none was given.'),
    credential: actorCredentialSchema
      .nullable()
      .describe('`null`: the system itself, a token of the configuration, or a credential that this change has ended.'),
  }),
  action: activityActionSchema,
  subject: z
    .object({
      type: z.string(),
      id: z.string(),
      name: z
        .string()
        .nullable()
        .describe('As it is now, of an endpoint without one its URL; `null`: it has neither, or is gone.'),
    })
    .describe(
      '`type` is the first word of the action, or `queue` where it was of all dead letters of a queue with one reason.',
    ),
  merchant_id: ownerIdSchema
    .nullable()
    .describe('Or the courier’s system, or the platform, whose endpoint or replay it is.'),
  merchant_name: z.string().nullable(),
  reason: z.string().nullable(),
  detail: z
    .string()
    .nullable()
    .describe(
      'The changed settings or messages, the end of a token, the mode of a key, or the rights of a portal session.',
    ),
  changes: z.array(settingChangeSchema).nullable().describe('The settings that were changed; `null`: none.'),
  address: z.string().nullable().describe('The address of the caller; `null`: the system itself.'),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** A line as its owner sees it: an operator has no name there. */
export const ownActivityEntrySchema = activityEntrySchema.omit({ merchant_id: true, merchant_name: true });
export type OwnActivityEntry = z.infer<typeof ownActivityEntrySchema>;

const filters = {
  merchant_id: merchantIdSchema.optional().describe('Only what was done to this merchant, or by it.'),
  actor: storableText.min(1).optional().describe('Only what an actor of this name did.'),
  action: activityActionSchema.optional().describe('Only this.'),
  subject: storableText.min(1).optional().describe('Only what was done to the subject with this id.'),
  since: utcDateTimeSchema.optional().describe('Only what was done at that time or later.'),
  until: utcDateTimeSchema.optional().describe('Only what was done before that time.'),
};
export const activityListQuerySchema = z.object({ ...filters, format: listFormatSchema, ...pageQuerySchema.shape });
export const ownActivityListQuerySchema = activityListQuerySchema.omit({
  merchant_id: true,
  actor: true,
  format: true,
});
export type ActivityFilter = z.infer<z.ZodObject<typeof filters>>;
