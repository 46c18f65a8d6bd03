import { z } from 'zod';
import { ownerIdSchema } from './couriers.js';
import { createOutcomesSchema } from './create-outcomes.js';
import { replicaSchema } from './heartbeats.js';
import { endpointHealthSchema, endpointViewSchema } from './management-api.js';
import { instantSchema, merchantIdSchema, orderIdSchema } from './primitives.js';
import { merchantModeSchema } from './sandbox.js';
import { endpointEventSchema } from './webhook.js';

/** Conservation of deliveries. */
const auditedSchema = z.object({
  balanced: z.boolean().describe('matched = delivered + exhausted + skipped + held + waiting + in_flight + purged.'),
  matched: z.int().describe('Deliveries owed: counted when events are matched with endpoints, apart from the states.'),
  delivered: z.int(),
  exhausted: z.int(),
  skipped: z.int(),
  held: z.int(),
  waiting: z.int(),
  in_flight: z.int(),
  purged: z.int(),
  oldest_overdue_seconds: z
    .number()
    .min(0)
    .describe('Age of the oldest thing that should have been done and was not; 0: nothing is late.'),
});
export type Audited = z.infer<typeof auditedSchema>;

export const auditSchema = auditedSchema
  .extend({ sandbox: auditedSchema })
  .describe('Figures of live merchants; `sandbox` has those of sandbox merchants.');
export type Audit = z.infer<typeof auditSchema>;

export const historyQuerySchema = z.object({
  span: z.enum(['hour', 'day']).default('hour').describe('How far back.'),
});

/** Messages in queues are counted over both modes. */
export const systemHistoryQuerySchema = historyQuerySchema.extend({
  mode: merchantModeSchema.default('live').describe('Live or sandbox merchants.'),
});

/** Figures of one step. A figure that was not sampled is `null`. */
const historyStepSchema = z.object({
  at: instantSchema.describe('When the step began.'),
  orders: z.int(),
  events: z.int(),
  delivered: z.int(),
  attempts: z.int(),
  failed_attempts: z.int(),
  time_to_merchant_ms: z
    .object({ p50: z.number(), p95: z.number() })
    .nullable()
    .describe('From an event to the merchant’s answer, of those that were delivered; `null`: none were.'),
  queues: z
    .record(z.string(), z.int().nullable())
    .describe('Most messages of both modes that waited, by queue; `dead` is all of dead letters together.'),
  due: z.int().nullable(),
  waiting: z.int().nullable(),
  held: z.int().nullable(),
  in_flight: z.int().nullable(),
  oldest_overdue_seconds: z.number().nullable(),
  balanced: z.boolean().nullable().describe('Whether every look at the ledger found it balanced.'),
});

/** Oldest first. A step in which no order-state ran is missing. */
export const historySchema = z.object({
  step_seconds: z.int(),
  overdue_max_seconds: z.int().describe('`oldest_overdue_seconds` above it is a concern.'),
  data: z.array(historyStepSchema),
});
export type History = z.infer<typeof historySchema>;

export const deadLetterSchema = z.object({
  id: z.uuid(),
  queue: z.string(),
  message_id: z.string(),
  type: z.string().nullable(),
  reason: z.string(),
  detail: z.string().nullable(),
  count: z.int().min(1).describe('How often it was refused.'),
  first_at: instantSchema,
  last_at: instantSchema,
  erased_at: instantSchema.nullable().describe('When the message was erased: it cannot be replayed any more.'),
});
export type DeadLetterView = z.infer<typeof deadLetterSchema>;

/** A message for which the database takes too long. It is tried again until it succeeds or is discarded. */
export const setAsideSchema = z.object({
  id: z.string(),
  kind: z.enum(['command', 'attempt']).describe('`attempt`: the report of an attempt to deliver a webhook.'),
  type: z.string(),
  order_id: orderIdSchema,
  merchant_id: z.string().nullable().describe('`null`: a courier’s report, which names none.'),
  endpoint_id: z.uuid().nullable().describe('Of an attempt.'),
  reason: z.string(),
  tries: z.int().describe('How often it was tried again.'),
  set_aside_at: instantSchema,
  next_try_at: instantSchema,
});
export type SetAsideView = z.infer<typeof setAsideSchema>;
export const setAsideIdSchema = z.string().regex(/^(command|attempt)-[0-9]{1,18}$/);

/** The message of a dead letter, as far as it can be read, without what may be a customer's. */
export const deadLetterMessageSchema = z.object({
  order_id: orderIdSchema
    .nullable()
    .describe('The subject that the message names. `null`: it names none, or cannot be read.'),
  merchant_id: merchantIdSchema.nullable(),
  /** With `(masked)` for every text and number that a person may have written. */
  body: z.string().nullable().describe('JSON. `null`: it is no JSON object, or was erased.'),
});
export type DeadLetterMessage = z.infer<typeof deadLetterMessageSchema>;

/** An endpoint as support sees it. */
export const operatorEndpointSchema = endpointViewSchema.extend({
  merchant_id: ownerIdSchema.describe(
    'The owner: a merchant, a platform, or a courier’s system, which has events of its own.',
  ),
  events: z.array(endpointEventSchema).nullable(),
  status: z.enum(['active', 'disabled', 'deleted']),
  disabled_at: instantSchema.nullable(),
  window: z
    .object({
      size: z.int(),
      in_flight: z.int(),
      probe_at: instantSchema.nullable(),
      failing_since: instantSchema.nullable(),
      wake_at: instantSchema.nullable(),
    })
    .describe('How much may be in flight; with `probe_at` the breaker is open.'),
  health: endpointHealthSchema,
  untried: z
    .boolean()
    .describe(
      'Only for push endpoints: neither a webhook nor a test was ever sent to it, so it is unknown whether it works.',
    ),
  /** A signing secret, by its fingerprint: the secret itself is never shown. */
  secret: z.object({
    created_at: instantSchema
      .nullable()
      .describe('When the current secret came; `null`: longer ago than the log is kept.'),
    older_valid_until: instantSchema.nullable().describe('Until when the one before it signs too; `null`: none does.'),
  }),
});
export type OperatorEndpoint = z.infer<typeof operatorEndpointSchema>;

/** An endpoint in a list over all merchants. */
export const operatorEndpointListEntrySchema = operatorEndpointSchema
  .omit({ secret: true, last_test: true, fault: true, last_fault: true, status: true })
  .extend({ merchant_name: z.string() });
export type OperatorEndpointListEntry = z.infer<typeof operatorEndpointListEntrySchema>;

/** An endpoint whose deliveries do not go out as they come. */
const troubledEndpointSchema = z.object({
  id: z.uuid(),
  ...endpointViewSchema.pick({ name: true, url: true }).shape,
  merchant_id: ownerIdSchema,
  merchant_name: z.string(),
  mode: merchantModeSchema,
  waiting: z.int().describe('Deliveries that wait for it, counted to 10,000.'),
});

const criticalOf = { severity: z.literal('critical'), owner: z.literal('service') };
const warningOf = { severity: z.literal('warning'), owner: z.literal('service') };
const merchantsOf = { severity: z.literal('warning'), owner: z.literal('merchants') };

/**
 * A concern. `critical`: act now. `owner`: who has to act. The alerts in deploy/prometheus/alerts.yml have the same
 * bounds.
 */
export const concernSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ledger_unbalanced'), ...criticalOf }),
  z.object({ kind: z.literal('broker_disconnected'), ...criticalOf }),
  /** Its service is stopped, frozen or cut off: RabbitMQ notices within fifteen seconds. */
  z.object({ kind: z.literal('consumers_missing'), ...criticalOf, queue: z.string(), messages: z.int() }),
  /** `share`: of the creates of the last minute, answered 5xx. */
  z.object({ kind: z.literal('creates_refused'), ...criticalOf, share: z.number() }),
  z.object({ kind: z.literal('deliveries_overdue'), ...criticalOf, seconds: z.number() }),
  /** So many servers at the same time that the cause is likely on our side. */
  z.object({ kind: z.literal('breaker_storm'), ...criticalOf, count: z.int() }),
  /** Replicas that have said nothing for six seconds, and not that they stop; of `replicas` in all. */
  z.object({
    kind: z.literal('replicas_silent'),
    ...warningOf,
    service: z.string(),
    count: z.int(),
    replicas: z.int(),
  }),
  /** Consumers and loops that have stopped, in `count` processes of the service. */
  z.object({
    kind: z.literal('work_stalled'),
    ...criticalOf,
    service: z.string(),
    work: z.string(),
    count: z.int(),
  }),
  /** Commands and reports of attempts whose statements fail or take too long. */
  z.object({ kind: z.literal('items_set_aside'), ...warningOf, count: z.int() }),
  z.object({ kind: z.literal('queue_growing'), ...warningOf, queue: z.string(), messages: z.int() }),
  z.object({ kind: z.literal('dead_letters'), ...warningOf, count: z.int() }),
  z.object({ kind: z.literal('partition_days_running_out'), ...warningOf, count: z.int() }),
  z.object({ kind: z.literal('erasure_overdue'), ...warningOf, seconds: z.number() }),
  z.object({ kind: z.literal('purge_overdue'), ...warningOf, seconds: z.number() }),
  /** `share`: of the attempts of the last quarter of an hour. */
  z.object({ kind: z.literal('webhooks_failing'), ...merchantsOf, share: z.number() }),
  /** Disabled endpoints that something waits for. This and the next one count to 20; both are of live merchants. */
  z.object({ kind: z.literal('endpoints_held'), ...merchantsOf, count: z.int() }),
  z.object({ kind: z.literal('breakers_open'), ...merchantsOf, count: z.int() }),
  z.object({ kind: z.literal('endpoints_not_fetching'), ...merchantsOf, count: z.int() }),
  /** This and the next one count to 10,000. */
  z.object({ kind: z.literal('orders_without_courier'), ...merchantsOf, count: z.int() }),
  z.object({ kind: z.literal('orders_late'), ...merchantsOf, count: z.int() }),
]);
export type Concern = z.infer<typeof concernSchema>;

/** A process of a service. Times are the database's. */
const seenReplicaSchema = replicaSchema.extend({
  started_at: instantSchema,
  seen_at: instantSchema,
  creates: createOutcomesSchema.nullable().describe('Creates of the last minute; null: not an intake-api.'),
  seen_seconds_ago: z.number().min(0),
  state: z
    .enum(['running', 'silent', 'unknown'])
    .describe(
      '`silent`: its last heartbeat, due every two seconds, is more than six seconds old. `unknown`: the same of ' +
        'a webhook-dispatcher while order-state has no connection to RabbitMQ, which carries its heartbeats.',
    ),
});
export type SeenReplica = z.infer<typeof seenReplicaSchema>;

const windowsSchema = z.object({ open: z.int(), narrowed: z.int(), probing: z.int() });

/** The ledger on one screen. Lists show the twenty that have been so for the longest, those of live merchants first. */
export const operatorStatusSchema = z.object({
  concerns: z.array(concernSchema).describe('Concerns, ours and the worst first; empty: none.'),
  audit: auditSchema,
  backlog: z
    .object({
      due: z.object({ live: z.int(), sandbox: z.int() }),
      unpublished: z.int(),
      parked: z.int(),
      set_aside: z.int(),
      dead_letters: z.int(),
    })
    .describe('Each counted to 10,000. Only `due` can tell live from sandbox merchants.'),
  windows: z
    .object({ live: windowsSchema, sandbox: windowsSchema })
    .describe('Active endpoints by window: open, narrowed by time-outs or deferrals, with an open breaker.'),
  paced_endpoints: z
    .int()
    .describe('Active endpoints of live merchants whose due deliveries wait for their `max_per_second` alone.'),
  not_fetching_endpoints: z
    .int()
    .describe('Live pull endpoints that something waits for, not fetched from for two minutes.'),
  creates: createOutcomesSchema
    .nullable()
    .describe(
      'Creates at all running replicas of intake-api in the last minute, sandbox included; null: none is running.',
    ),
  late_orders: z
    .object({ live: z.int(), sandbox: z.int() })
    .describe('Orders under way that are late, counted to 10,000.'),
  orders_without_courier: z
    .object({ live: z.int(), sandbox: z.int() })
    .describe('Open orders that no courier’s system has taken in time, counted to 10,000.'),
  mails: z
    .object({ on: z.boolean(), waiting: z.int(), given_up: z.int() })
    .describe(
      'To merchants’ contacts. `on`: a mail server is set. `given_up`: not accepted for a day. Counted to 10,000.',
    ),
  running_replays: z.int(),
  /** Silent ones first, then by service and name. */
  replicas: z
    .array(seenReplicaSchema)
    .describe('Processes of the three services. One is left out once it has said that it stops, or after an hour.'),
  held_endpoints: z.array(
    troubledEndpointSchema.extend({ disabled_reason: z.string().nullable(), disabled_at: instantSchema.nullable() }),
  ),
  open_breakers: z.array(
    troubledEndpointSchema.extend({ failing_since: instantSchema.nullable(), probe_at: instantSchema.nullable() }),
  ),
  retention_overdue_seconds: z
    .object({ customer_data: z.number(), orders: z.number() })
    .describe('How long the oldest data is overdue: customers’ by `CUSTOMER_DATA_DAYS`, orders by `RETENTION_DAYS`.'),
  partition_days_ahead: z
    .int()
    .describe('Days after today that have partitions for the history of orders. A service at work keeps seven.'),
});
export type OperatorStatus = z.infer<typeof operatorStatusSchema>;
