import { z } from 'zod';
import { endpointHealthSchema, orderListEntrySchema } from './management-api.js';
import { deliveryStateSchema, orderStatusSchema } from './order-fields.js';
import { foundBySchema, foundEndpointSchema, purgedOrdersSchema } from './order-lanes.js';
import { instantSchema, merchantIdSchema } from './primitives.js';
import { merchantModeSchema } from './sandbox.js';

const secretSchema = z.string().min(1).max(512);

/** One way to begin a session. `link`: the secret of a portal link. `merchant_id`: the merchant that a session goes on to. */
export const merchantSignInSchema = z
  .strictObject({
    key: secretSchema.optional(),
    token: secretSchema.optional(),
    link: secretSchema.optional(),
    merchant_id: merchantIdSchema.optional(),
  })
  .refine(
    ({ key, token, ...others }) =>
      (key === undefined) === (token === undefined) &&
      [key, ...Object.values(others)].filter((given) => given !== undefined).length === 1,
    'expected key and token, link, or merchant_id',
  )
  .describe('`key` and `token`, or `link`, or `merchant_id`.');

export const portalScopeSchema = z
  .enum(['full', 'read'])
  .describe('`full`: what the portal can do; `read`: the session may look and change nothing.');
export type PortalScope = z.infer<typeof portalScopeSchema>;

/** The merchant that the caller acts for. */
export const merchantSessionSchema = z.object({
  merchant_id: merchantIdSchema,
  mode: merchantModeSchema,
  scope: portalScopeSchema,
  may_switch: z
    .boolean()
    .describe('Whether the session may go on to the other merchants of the platform, in the same mode.'),
  may_invite: z.boolean().describe('Whether the session may see, invite and remove people.'),
  person: z
    .string()
    .nullable()
    .describe('The e-mail address of the person who is signed in; `null`: a session of no person.'),
  expires_at: instantSchema.nullable().describe('`null`: key and token were sent, which is no session.'),
});
export type MerchantSession = z.infer<typeof merchantSessionSchema>;

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hexadecimal');

const credentialHashesSchema = z.object({ key_hash: hashSchema, token_hash: hashSchema });

/**
 * A session of the portal as order-state keeps it: of the cookie and of the credentials that it was begun with only the
 * hashes.
 */
export const portalSessionSchema = z.object({
  hash: hashSchema,
  merchant_id: merchantIdSchema,
  mode: merchantModeSchema,
  scope: portalScopeSchema,
  /** `null`: it was begun with a portal link, and is as good as a token for as long as it lasts. */
  credentials: credentialHashesSchema.nullable(),
  /** Whose other merchants, of the mode, it may go on to; `null`: it is for its merchant alone. */
  platform_id: z.uuid().nullable(),
  /** The address of the person that it is of; `null`: it was begun with a link that was not mailed, or with a token. */
  person: z.string().nullable(),
  expires_at: instantSchema,
});
export type PortalSession = z.infer<typeof portalSessionSchema>;

export const beginPortalSessionSchema = portalSessionSchema
  .pick({ hash: true, merchant_id: true })
  .extend({ credentials: credentialHashesSchema });
export type BeginPortalSession = z.infer<typeof beginPortalSessionSchema>;

/** `link_hash`: of the link that is used up by it. */
export const beginLinkedSessionSchema = z.object({ hash: hashSchema, link_hash: hashSchema });
export type BeginLinkedSession = z.infer<typeof beginLinkedSessionSchema>;

/** `hash`: of the session that takes the place of the one before. */
export const switchPortalSessionSchema = portalSessionSchema.pick({ hash: true, merchant_id: true });
export type SwitchPortalSession = z.infer<typeof switchPortalSessionSchema>;

/** Orders, and deliveries, that a summary counts at most, the newest of each: a glance must cost little. */
export const summaryCountMax = 10_000;

const countedSchema = z.int().min(0);

/** How an endpoint of one's own is doing. */
export const endpointConditionSchema = z.object({
  id: z.uuid(),
  health: endpointHealthSchema,
  waiting: z.int().describe('Deliveries that wait for it, held ones too, counted to 10,000.'),
  failing_since: instantSchema
    .nullable()
    .describe('Since when no attempt has succeeded; `null`: the newest one did, or there was none.'),
  untried: z
    .boolean()
    .describe(
      'Only for push endpoints: neither a webhook nor a test was ever sent to it, so it is unknown whether it works.',
    ),
});

/** Incidents that a summary shows at most, the newest. */
export const summaryIncidentMax = 20;

/** An endpoint had trouble for a quarter of an hour or longer. */
export const recentIncidentSchema = z.object({
  endpoint_id: z.uuid(),
  kind: z.enum(['failing', 'not_fetching']),
  since: instantSchema,
  ended_at: instantSchema.nullable().describe('`null`: it goes on.'),
  late: countedSchema.describe('Webhooks of that time whose first attempt did not deliver them.'),
  undelivered: countedSchema.describe('Webhooks among these that are not delivered now.'),
});
export type RecentIncident = z.infer<typeof recentIncidentSchema>;

/** The merchant's situation at a glance: orders and webhooks of the last 24 hours, and the condition of endpoints. */
export const merchantSummarySchema = z.object({
  merchant: z.object({
    id: merchantIdSchema,
    name: z.string(),
    mode: merchantModeSchema,
    time_zone: z.string().nullable().describe('A name of the IANA database; `null`: none was set.'),
  }),
  since: instantSchema.describe('The start of the counts: 24 hours ago.'),
  orders: z.object({
    by_status: z
      .partialRecord(orderStatusSchema, countedSchema)
      .describe('By the status that they have now; a status without orders is absent.'),
    truncated: z.boolean().describe('There were more: the newest 10,000 were counted.'),
  }),
  late_orders: countedSchema.describe('Orders under way that are late, whenever they were created, counted to 10,000.'),
  orders_without_courier: countedSchema.describe(
    'Open orders that no courier’s system has taken in time, counted to 10,000.',
  ),
  deliveries: z.object({
    by_state: z
      .partialRecord(deliveryStateSchema, countedSchema)
      .describe('By the state that they have now, replays included; a state without deliveries is absent.'),
    truncated: z.boolean().describe('There were more: the newest 10,000 were counted.'),
  }),
  endpoints: z.array(endpointConditionSchema),
  incidents: z
    .array(recentIncidentSchema)
    .describe('The newest 20 incidents of the last 24 hours that lasted 15 minutes or longer, newest first.'),
});
export type MerchantSummary = z.infer<typeof merchantSummarySchema>;

/** An order of the merchant, and the field by which it was found. */
export const ownFoundOrderSchema = orderListEntrySchema.extend({ found_by: foundBySchema });
export type OwnFoundOrder = z.infer<typeof ownFoundOrderSchema>;

/** At most fifty. */
export const ownSearchResultSchema = z.object({
  data: z.array(ownFoundOrderSchema),
  purged: purgedOrdersSchema,
  endpoints: z.array(foundEndpointSchema).describe('By id, or part of the URL without its query.'),
  truncated: z.boolean().describe('There are more.'),
});
export type OwnSearchResult = z.infer<typeof ownSearchResultSchema>;
