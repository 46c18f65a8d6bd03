import { z } from 'zod';
import { courierSystemIdSchema } from './couriers.js';
import { endpointHealthSchema } from './management-api.js';
import { ownerIdSchema } from './owners.js';
import { merchantIdSchema, orderIdSchema, utcDateTimeSchema } from './primitives.js';
import { pollWaitMaxSeconds, secondsSchema } from './pull-api.js';
import { merchantModeSchema } from './sandbox.js';
import { deliveryStateSchema, orderStatusSchema } from './status-schemas.js';
import { standardEvents, webhookEventSchema } from './webhook.js';

const pageSizeMax = 100;
export const pageSizeDefault = 50;

/** A count given in a query: digits and nothing else, within bounds. */
export const countSchema = (max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'expected a whole number')
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, `expected a number from 1 to ${max}`);

const page = {
  limit: countSchema(pageSizeMax).default(pageSizeDefault),
  cursor: z.string().max(512).optional(),
};

const storable = (text: z.ZodString) => text.refine((given) => !given.includes('\0'), 'expected text without U+0000');
export const storableText = storable(z.string().max(255));
export const searchedText = storable(z.string().trim().min(1).max(128));

/** The parameters of each list: its fields are all that there are, at the edge, at order-state and in the documents. */
export const pageQuerySchema = z.object(page);

export const orderListQuerySchema = z.object({
  ...page,
  external_id: storableText.optional(),
  status: orderStatusSchema.optional(),
  /** Created at that time or later. */
  since: utcDateTimeSchema.optional(),
  /** Changed at that time or later, its creation included. Such a list begins with the oldest change. */
  updated_since: utcDateTimeSchema.optional(),
  /** Under way, and the time of the step that comes next is before that time. */
  due_before: utcDateTimeSchema.optional(),
  /** `true`: those alone that have not come in time to the step that comes next. */
  late: z.literal('true', 'expected `true`, or no such parameter').optional(),
});

/** `after` is the sequence of the last event that was seen, or a `next_cursor`. */
export const orderEventListQuerySchema = z.object({ limit: page.limit, after: z.string().max(512).optional() });

/** As `after` of the feed: behind the newest event. No cursor equals this word. */
export const latestCursor = 'latest';

/** Names of events, separated by commas: each once, in one order. */
const eventNamesSchema = z
  .string()
  .transform((text) => [...new Set(text.split(','))].sort())
  .pipe(z.array(webhookEventSchema));

/** `after` is a `next_cursor` of the feed, or `latest`; absent: from the oldest event that is kept. */
export const eventFeedQuerySchema = z.object({
  limit: page.limit,
  after: z.string().max(512).optional(),
  events: eventNamesSchema.default([...standardEvents].sort()),
});

/** `wait`: for how long the answer may wait for an event where there is none. */
export const eventFeedPollSchema = eventFeedQuerySchema.extend({
  wait: secondsSchema(0, pollWaitMaxSeconds).default(0),
});

export const deliveryListQuerySchema = z.object({
  ...page,
  order_id: orderIdSchema.optional(),
  endpoint_id: z.guid().optional(),
  state: deliveryStateSchema.optional(),
  event: webhookEventSchema.optional(),
  /** As the header `webhook-id` said: the delivery and its replays. */
  webhook_id: storableText.optional(),
  /** Created at that time or later. */
  since: utcDateTimeSchema.optional(),
});

/** Of all merchants: an `external_id` may be several orders. Without one: all orders, the newest first. */
export const operatorOrderListQuerySchema = z.object({
  ...page,
  external_id: storableText.min(1).optional(),
  merchant_id: merchantIdSchema.optional(),
  /** Those under way that it has, of whichever merchant. */
  courier_system_id: courierSystemIdSchema.optional(),
  /** Those alone that have not come in time to the step that comes next, of merchants of this mode. */
  late: merchantModeSchema.optional(),
});

/**
 * `q`: an order's id, `external_id` or `display_id`, or its customer's phone number, whole or its last four digits; a webhook's or
 * delivery's id; an endpoint's id or URL.
 */
export const searchQuerySchema = z.object({ q: searchedText });

/** `q`: a merchant's id or name, too. The last four digits of a phone number are looked for within a merchant alone. */
export const operatorSearchQuerySchema = searchQuerySchema.extend({
  /** Its orders and endpoints alone. */
  merchant_id: merchantIdSchema.optional(),
});

/** `q`: a merchant's id or reference, or part of its name. */
export const merchantListQuerySchema = z.object({ ...page, q: searchedText.optional() });

/** `worst`: whose webhooks do worst, then the newest. `failing`: those that have failed for the longest. `last_order`: the newest order. */
export const merchantSorts = ['worst', 'name', 'waiting', 'failing', 'last_order'] as const;
export type MerchantSort = (typeof merchantSorts)[number];

export const operatorMerchantListQuerySchema = merchantListQuerySchema.extend({
  sort: z.enum(merchantSorts).default('worst'),
  platform_id: z.uuid().optional(),
  /** Those that it serves. */
  courier_system_id: courierSystemIdSchema.optional(),
});

export const operatorEndpointListQuerySchema = z.object({
  ...page,
  merchant_id: ownerIdSchema.optional(),
  /** Of the platform itself, in both modes. */
  platform_id: z.uuid().optional(),
  /** Of owners of this mode; absent: of both. */
  mode: merchantModeSchema.optional(),
  health: endpointHealthSchema.optional(),
  /** That have had no success since they failed, and are not disabled. */
  failing: z.literal('true', 'expected `true`, or no such parameter').optional(),
});

export const deadLetterListQuerySchema = z.object({ ...page, queue: storableText.optional() });
