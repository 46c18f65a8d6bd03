import { z } from 'zod';
import { phoneSchema } from './external-order.js';
import {
  createReplaySchema,
  endpointHealthSchema,
  endpointViewSchema,
  eventFilterSchema,
  orderListEntrySchema,
  replayDeliveriesSchema,
  webhookUrlSchema,
} from './management-api.js';
import { reportSourceSchema, trackingUrlSchema } from './messages.js';
import {
  foundBySchema,
  laneEndpointSchema,
  laneSchema,
  orderCommandSchema,
  orderHappeningSchema,
  purgedOrderSchema,
} from './order-lanes.js';
import { orderSummarySchema } from './order-view.js';
import { givenReasonSchema, instantSchema, merchantIdSchema, orderIdSchema, utcDateTimeSchema } from './primitives.js';
import { merchantModeSchema, simulationSettingsSchema } from './sandbox.js';
import { orderStatusSchema } from './status-schemas.js';

export const signInSchema = z.strictObject({ token: z.string().min(1).max(512) });

/** `read`: may look at everything and change nothing. */
export const operatorSessionSchema = z.object({ scope: z.enum(['all', 'read']), expires_at: instantSchema });
export type OperatorSession = z.infer<typeof operatorSessionSchema>;

/** A session that was begun with a token of the operator API and has not ended. */
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

const nameSchema = z.string().trim().min(1).max(128);
const perMinuteSchema = z.int().min(1).max(1_000_000);

export const createMerchantSchema = z.strictObject({
  name: nameSchema,
  /** Name of the integrating platform, created when new. Absent: the merchant is a platform of its own. */
  platform: nameSchema.nullish(),
  /** `sandbox`: for trying things out; couriers are simulated. It stays what it is made as. */
  mode: merchantModeSchema.default('live'),
  webhook_url: webhookUrlSchema.nullish(),
  events: eventFilterSchema,
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

/** Absent: stays as it is. A limit of `null`: the service's default. */
export const patchMerchantSchema = z
  .strictObject({
    name: nameSchema.optional(),
    status: z.enum(['active', 'disabled']).optional(),
    create_per_minute: perMinuteSchema.nullable().optional(),
    other_per_minute: perMinuteSchema.nullable().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'expected at least one field to change');
export type PatchMerchant = z.infer<typeof patchMerchantSchema>;

export const merchantViewSchema = z.object({
  merchant_id: merchantIdSchema,
  name: z.string(),
  mode: merchantModeSchema,
  platform: z.object({ id: z.uuid(), name: z.string() }),
  status: z.enum(['active', 'disabled']),
  create_per_minute: z.int().nullable(),
  other_per_minute: z.int().nullable(),
  created_at: instantSchema,
  /** Active ones, oldest first. */
  tokens: z.array(z.object({ id: z.uuid(), created_at: instantSchema })),
  webhook_endpoints: z.array(endpointViewSchema),
});
export type MerchantView = z.infer<typeof merchantViewSchema>;

/** A merchant in a list: instead of its endpoints, how they are doing. */
export const merchantListEntrySchema = merchantViewSchema.omit({ webhook_endpoints: true }).extend({
  webhooks: z.object({
    endpoints: z.int(),
    /** Of the one that is doing worst; `null`: it has none. */
    health: endpointHealthSchema.nullable(),
    /** Deliveries that wait, counted to 10,000 for each endpoint. */
    waiting: z.int(),
  }),
});
export type MerchantListEntry = z.infer<typeof merchantListEntrySchema>;

const visibleText = (lengthMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(lengthMax)
    .regex(/^\P{Cc}*$/u, 'expected no control characters');

/** What an operator does for a merchant is written down: who did it, and why. Free of customers' data by contract. */
export const operatorActionSchema = z.strictObject({ by: visibleText(64), reason: visibleText(200) });
export type OperatorAction = z.infer<typeof operatorActionSchema>;

/** `true`: new orders have the history of their day, `false`: with all that has no day. `by`: who changes it, for the log. */

export const createOperatorReplaySchema = createReplaySchema.safeExtend(operatorActionSchema.shape);
export const operatorReplayDeliveriesSchema = replayDeliveriesSchema.extend(operatorActionSchema.shape);

/** An order as it is found among all merchants'. */
export const operatorOrderSchema = orderListEntrySchema.extend({
  merchant_id: merchantIdSchema,
  merchant_name: z.string(),
});
export type OperatorOrder = z.infer<typeof operatorOrderSchema>;

/** A sandbox order that a courier's system has to do with: `ready` or later, not final, and nobody moves it by hand. */
export const operatorSandboxOrderSchema = z.object({
  id: orderIdSchema,
  merchant_id: merchantIdSchema,
  external_id: z.string(),
  status: orderStatusSchema,
  ...simulationSettingsSchema.shape,
  created_at: instantSchema,
  updated_at: instantSchema,
  /** When it last became `ready`. */
  ready_at: instantSchema,
  tracking_url: z.string().nullable(),
});
export type OperatorSandboxOrder = z.infer<typeof operatorSandboxOrderSchema>;
/** By what it was found. `webhook_id`: the order that the webhook tells of. `display_id`: of orders under way. */
export const foundOrderSchema = operatorOrderSchema.extend({
  found_by: foundBySchema,
});
export type FoundOrder = z.infer<typeof foundOrderSchema>;

/** At most fifty; `truncated`: there are more. `purged`: where nothing is found, by its id or `external_id`. */
export const searchResultSchema = z.object({
  data: z.array(foundOrderSchema),
  purged: z.array(purgedOrderSchema),
  truncated: z.boolean(),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** A new token, shown here and never again. */
export const tokenCreatedSchema = z.object({
  id: z.uuid(),
  token: z.string().startsWith('tok_'),
  created_at: instantSchema,
});
export type TokenCreated = z.infer<typeof tokenCreatedSchema>;

const seen = {
  /** When the courier's system saw it, by its own clock. Absent: the order of arrival counts. */
  occurred_at: utcDateTimeSchema.nullish(),
  /** Whose clock that is. Absent: that of all who call without one. */
  source: reportSourceSchema.nullish(),
};

export const reportStatusSchema = z.strictObject({
  status: orderStatusSchema,
  reason: givenReasonSchema.nullish(),
  ...seen,
});
export type ReportStatus = z.infer<typeof reportStatusSchema>;

export const reportTrackingUrlSchema = z.strictObject({
  tracking_url: trackingUrlSchema,
  ...seen,
});
export type ReportTrackingUrl = z.infer<typeof reportTrackingUrlSchema>;

/** The order as it is now. `stale`: the report took no effect, because a later one of its source was there before it. */
export const reportedOrderSchema = orderSummarySchema.extend({ stale: z.literal(true).optional() });
export type ReportedOrder = z.infer<typeof reportedOrderSchema>;

/** Conservation: `balanced` means matched = delivered + exhausted + skipped + held + waiting + in_flight + purged. */
const auditedSchema = z.object({
  balanced: z.boolean(),
  /** Deliveries owed: counted when events are matched with endpoints, apart from the states. */
  matched: z.int(),
  delivered: z.int(),
  exhausted: z.int(),
  skipped: z.int(),
  held: z.int(),
  waiting: z.int(),
  in_flight: z.int(),
  purged: z.int(),
  /** Age of the oldest thing that should have been done and was not; 0: nothing is late. */
  oldest_overdue_seconds: z.number().min(0),
});
export type Audited = z.infer<typeof auditedSchema>;

/** Of live merchants; those of sandbox merchants are counted apart, by the same rule. */
export const auditSchema = auditedSchema.extend({ sandbox: auditedSchema });
export type Audit = z.infer<typeof auditSchema>;

export const historyQuerySchema = z.object({ span: z.enum(['hour', 'day']).default('hour') });

/** Of one step. What was held is `null` where nobody could tell. */
const historyStepSchema = z.object({
  /** When the step began. */
  at: instantSchema,
  orders: z.int(),
  events: z.int(),
  delivered: z.int(),
  attempts: z.int(),
  failed_attempts: z.int(),
  /** From an event to the merchant's answer, of those that were delivered; `null`: none were. */
  time_to_merchant_ms: z.object({ p50: z.number(), p95: z.number() }).nullable(),
  /** Most messages that waited, by queue; `dead` is all of dead letters together. */
  queues: z.record(z.string(), z.int().nullable()),
  due: z.int().nullable(),
  waiting: z.int().nullable(),
  held: z.int().nullable(),
  in_flight: z.int().nullable(),
  oldest_overdue_seconds: z.number().nullable(),
  /** Whether every look at the ledger found it balanced. */
  balanced: z.boolean().nullable(),
});

/** Oldest first. A step in which no order-state ran is missing. */
export const historySchema = z.object({ step_seconds: z.int(), data: z.array(historyStepSchema) });
export type History = z.infer<typeof historySchema>;

const timelineAt = { at: instantSchema };

/** One thing that happened to an order or its webhooks. No customer's data. */
export const timelineEntrySchema = z.discriminatedUnion('kind', [
  orderCommandSchema.extend({ kind: z.literal('command'), occurred_at: instantSchema, payload: z.unknown() }),
  orderHappeningSchema.extend({ kind: z.literal('event') }),
  z.object({
    ...timelineAt,
    kind: z.literal('delivery'),
    id: z.uuid(),
    endpoint_id: z.uuid(),
    sequence: z.int(),
    event: z.string(),
    webhook_id: z.string(),
    state: z.string(),
    attempt_count: z.int(),
    settled_at: instantSchema.nullable(),
    replay_id: z.uuid().nullable(),
  }),
  z.object({
    ...timelineAt,
    kind: z.literal('attempt'),
    delivery_id: z.uuid(),
    endpoint_id: z.uuid(),
    sequence: z.int(),
    attempt: z.int(),
    status_code: z.int().nullable(),
    error_code: z.string().nullable(),
    duration_ms: z.number(),
  }),
  z.object({
    ...timelineAt,
    kind: z.literal('endpoint'),
    endpoint_id: z.uuid(),
    what: z.string(),
    reason: z.string().nullable(),
  }),
]);
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const timelineSchema = z.object({
  order: z.object({
    id: orderIdSchema,
    merchant_id: merchantIdSchema,
    external_id: z.string(),
    display_id: z.string(),
    status: orderStatusSchema,
    updated_at: instantSchema,
    created_at: instantSchema,
  }),
  data: z.array(timelineEntrySchema),
  /** There was more than one answer shows; the newest of each kind are left out. */
  truncated: z.boolean(),
});
export type Timeline = z.infer<typeof timelineSchema>;

/** An order's way to each of its endpoints, with how much may be in flight to each. */
export const operatorOrderLanesSchema = z.object({
  order: operatorOrderSchema,
  lanes: z.array(
    laneSchema.extend({
      endpoint: laneEndpointSchema.extend({
        window: z.object({ size: z.int(), in_flight: z.int(), probe_at: instantSchema.nullable() }),
      }),
    }),
  ),
  /** There was more than one answer shows. */
  truncated: z.boolean(),
});
export type OperatorOrderLanes = z.infer<typeof operatorOrderLanesSchema>;

export const deadLetterSchema = z.object({
  id: z.uuid(),
  queue: z.string(),
  message_id: z.string(),
  type: z.string().nullable(),
  reason: z.string(),
  detail: z.string().nullable(),
  /** How often it was refused. */
  count: z.int().min(1),
  first_at: instantSchema,
  last_at: instantSchema,
  /** When the message was erased, because customers' data is not kept for longer: it cannot be replayed any more. */
  erased_at: instantSchema.nullable(),
});
export type DeadLetterView = z.infer<typeof deadLetterSchema>;

/** A customer asks to be forgotten: one order, or all that were placed with a phone number. */
export const requestErasureSchema = z
  .strictObject({
    order_id: orderIdSchema.optional(),
    phone: phoneSchema.optional(),
    /** With `phone`: orders of this merchant alone. */
    merchant_id: merchantIdSchema.optional(),
    /** Also orders that are under way: whoever delivers them no longer finds out to whom. */
    force: z.boolean().default(false),
    ...operatorActionSchema.shape,
  })
  .refine(({ order_id, phone }) => (order_id === undefined) !== (phone === undefined), 'expected order_id or phone')
  .refine(({ order_id, merchant_id }) => order_id === undefined || merchant_id === undefined, {
    path: ['merchant_id'],
    error: 'goes with phone alone',
  });
export type RequestErasure = z.infer<typeof requestErasureSchema>;

/** The receipt. It does not say whose phone number it was. */
export const erasureSchema = z.object({
  id: z.uuid(),
  status: z.enum(['running', 'completed']),
  subject: z.enum(['order', 'phone']),
  order_id: orderIdSchema.nullable(),
  merchant_id: merchantIdSchema.nullable(),
  force: z.boolean(),
  /** Who asked for it, and why; null: asked for before that was written down. */
  requested_by: z.string(),
  erased: z.object({
    order_ids: z.array(orderIdSchema),
    dead_letter_ids: z.array(z.uuid()),
    /** Of those orders: webhooks' bodies, receivers' answers, commands. */
    events: z.int(),
    attempts: z.int(),
    commands: z.int(),
  }),
  /** Left as they are, because they are under way: ask again, or wait for `CUSTOMER_DATA_DAYS`. */
  under_way_order_ids: z.array(orderIdSchema),
  kept: z.array(z.object({ what: z.string(), why: z.string() })),
  created_at: instantSchema,
  completed_at: instantSchema.nullable(),
});
export type Erasure = z.infer<typeof erasureSchema>;

/** An endpoint as support sees it. */
export const operatorEndpointSchema = endpointViewSchema.extend({
  merchant_id: merchantIdSchema,
  status: z.enum(['active', 'disabled', 'deleted']),
  disabled_at: instantSchema.nullable(),
  /** How much may be in flight; with `probe_at` the breaker is open. */
  window: z.object({
    size: z.int(),
    in_flight: z.int(),
    probe_at: instantSchema.nullable(),
    failing_since: instantSchema.nullable(),
    wake_at: instantSchema.nullable(),
  }),
  /** Of what signs. Secrets themselves are shown to nobody here. */
  secret: z.object({
    /** When the current one came; `null`: longer ago than the log is kept. */
    created_at: instantSchema.nullable(),
    /** Until when the last one before it signs too; `null`: none does. */
    older_valid_until: instantSchema.nullable(),
  }),
  /** Newest first. */
  log: z.array(z.object({ at: instantSchema, what: z.string(), reason: z.string().nullable() })),
});
export type OperatorEndpoint = z.infer<typeof operatorEndpointSchema>;

/** An endpoint in a list over all merchants. */
export const operatorEndpointListEntrySchema = operatorEndpointSchema
  .omit({ log: true, secret: true, last_test: true, fault: true, last_fault: true, status: true })
  .extend({
    merchant_name: z.string(),
    health: endpointHealthSchema,
  });
export type OperatorEndpointListEntry = z.infer<typeof operatorEndpointListEntrySchema>;

/** An endpoint whose deliveries do not go out as they come. */
const troubledEndpointSchema = z.object({
  id: z.uuid(),
  merchant_id: merchantIdSchema,
  /** Deliveries that wait for it, counted to 10,000. */
  waiting: z.int(),
});

/** The ledger on one screen. Lists show the twenty that have been so for the longest. */
export const operatorStatusSchema = z.object({
  audit: auditSchema,
  /** Each counted to 10,000. */
  backlog: z.object({ due: z.int(), unpublished: z.int(), parked: z.int(), dead_letters: z.int() }),
  /** Active endpoints by window: as wide as their answers are worth, narrowed by time-outs or deferrals, with an open breaker. */
  windows: z.object({ open: z.int(), narrowed: z.int(), probing: z.int() }),
  /** Active endpoints whose due deliveries wait for their `max_per_second` alone. */
  paced_endpoints: z.int(),
  running_replays: z.int(),
  held_endpoints: z.array(
    troubledEndpointSchema.extend({ disabled_reason: z.string().nullable(), disabled_at: instantSchema.nullable() }),
  ),
  open_breakers: z.array(
    troubledEndpointSchema.extend({ failing_since: instantSchema.nullable(), probe_at: instantSchema.nullable() }),
  ),
  /** For how long the oldest of what retention takes should have been gone; 0: it keeps up. */
  retention_overdue_seconds: z.object({ customer_data: z.number(), orders: z.number() }),
  /** Days after today that have partitions. */
  partition_days_ahead: z.int(),
});
export type OperatorStatus = z.infer<typeof operatorStatusSchema>;
