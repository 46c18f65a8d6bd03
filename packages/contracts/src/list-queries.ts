import { z } from 'zod';
import { courierSystemIdSchema, ownerIdSchema } from './couriers.js';
import { standardEvents } from './events.js';
import { endpointHealthSchema } from './management-api.js';
import { deliveryStateSchema, orderStatusSchema } from './order-fields.js';
import { countSchema, merchantIdSchema, orderIdSchema, secondsSchema, utcDateTimeSchema } from './primitives.js';
import { pollWaitMaxSeconds } from './pull-api.js';
import { merchantModeSchema } from './sandbox.js';
import { webhookEventSchema } from './webhook.js';

const pageSizeMax = 100;
export const pageSizeDefault = 50;

/** The reader of a cursor checks its content. A sequence has this form too. */
const cursorSchema = z.string().max(1024).meta({ pattern: '^[\\w-]+$' });
const limit = countSchema(pageSizeMax).default(pageSizeDefault).describe('How many entries at most.');
const page = { cursor: cursorSchema.optional().describe('A `next_cursor` of this list, unchanged.'), limit };

/** @param pattern what the text looks like before it is read */
const storable = (text: z.ZodString, pattern: string) =>
  text.refine((given) => !given.includes('\0'), 'expected text without U+0000').meta({ pattern });
export const storableText = storable(z.string().max(255), '^[^\\x00]*$');
export const searchedText = storable(z.string().trim().min(1).max(128), '^[^\\x00]*[^\\x00\\s][^\\x00]*$');

/** An id of which only the form is checked. */
const anyIdSchema = z.guid().meta({ format: 'uuid' });

/** `true`, or absent. */
const flagSchema = z.enum(['true'], 'expected `true`, or no such parameter');

/** A list as one page of JSON, or all of it as a file. */
export const listFormatSchema = z
  .enum(['json', 'csv'])
  .default('json')
  .describe('`csv`: the whole list as a file; `cursor` and `limit` are not read.');

/** The parameters of each list: its fields are all that there are, at the edge, at order-state and in the documents. */
export const pageQuerySchema = z.object(page);

export const orderListQuerySchema = z.object({
  external_id: storableText.optional().describe('Only the order with this id of yours.'),
  status: orderStatusSchema.optional().describe('Only orders with this status.'),
  since: utcDateTimeSchema.optional().describe('Only orders created at this time or later.'),
  updated_since: utcDateTimeSchema
    .optional()
    .describe('Only orders whose `updated_at` is this time or later, oldest change first.'),
  due_before: utcDateTimeSchema
    .optional()
    .describe('Only orders under way whose next step is due before this time. See `due` of an order.'),
  late: flagSchema.optional().describe('Only orders under way that are late: see `late_since` of an order.'),
  ...page,
});

export const orderEventListQuerySchema = z.object({
  after: cursorSchema.default('0').describe('The last `webhook-sequence` you have seen, or a `next_cursor`.'),
  limit,
});

/** As `after` of the feed: behind the newest event. No cursor equals this word. */
export const latestCursor = 'latest';

/** Names of events, separated by commas: each once, in one order. */
const eventNamesSchema = z
  .string()
  .transform((text) => [...new Set(text.split(','))].sort())
  .pipe(z.array(webhookEventSchema))
  .meta({ pattern: '^[a-z_]+(,[a-z_]+)*$', example: 'status_changed,order_changed' });

export const eventFeedQuerySchema = z.object({
  after: cursorSchema
    .optional()
    .describe(
      'A `next_cursor`, or the `cursor` of an event. Absent: from the oldest kept event. `latest`: from the next ' +
        'event, or from events of a moment ago that the feed did not show yet; the page is empty, unless it waits.',
    ),
  events: eventNamesSchema
    .default([...standardEvents].sort())
    .describe(
      'Only these events, separated by commas. Absent: the three standard ones. A page may be empty while more ' +
        'follow: see `has_more`.',
    ),
  limit,
});

/** A page whose answer may wait. */
export const eventFeedPollSchema = z.object({
  ...eventFeedQuerySchema.omit({ limit: true }).shape,
  wait: secondsSchema(0, pollWaitMaxSeconds).default(0).describe('Seconds to wait where nothing has happened yet.'),
  limit,
});

export const deliveryListQuerySchema = z.object({
  order_id: orderIdSchema.optional().describe('Only those of this order.'),
  endpoint_id: anyIdSchema.optional().describe('Only those to this endpoint.'),
  state: deliveryStateSchema.optional().describe('Only those in this state.'),
  event: webhookEventSchema.optional().describe('Only those of this event.'),
  webhook_id: storableText.optional().describe('Only the one that sent this `webhook-id`, and its replays.'),
  since: utcDateTimeSchema.optional().describe('Only those created at this time or later.'),
  until: utcDateTimeSchema.optional().describe('Only those created before this time.'),
  ...page,
});

/** Searches all merchants: an `external_id` can name several orders. Without one: all orders, the newest first. */
export const operatorOrderListQuerySchema = z.object({
  external_id: storableText.min(1).optional().describe('The merchant’s id of the order.'),
  merchant_id: merchantIdSchema.optional().describe('Only orders of this merchant.'),
  courier_system_id: courierSystemIdSchema
    .optional()
    .describe('Only those under way that this courier’s system has, in no order; the other parameters are not read.'),
  late: merchantModeSchema
    .optional()
    .describe('Only orders that are late for their next step, of live or of sandbox merchants, 10,000 at most.'),
  without_courier: merchantModeSchema
    .optional()
    .describe(
      'Only open orders that no courier’s system took in time, of live or sandbox merchants, 10,000 at most; ' +
        '`late` is ignored.',
    ),
  ...page,
});

export const searchQuerySchema = z.object({
  q: searchedText.meta({ description: 'What you have.', example: 'A-1002' }),
});

export const operatorSearchQuerySchema = searchQuerySchema.extend({
  merchant_id: merchantIdSchema
    .optional()
    .describe('Only orders and endpoints of this merchant. Then the last four digits of a phone number are enough.'),
});

const q = searchedText.optional().describe('A merchant’s id or reference, or part of its name.');
const platformId = z.uuid().optional().describe('Only those of this platform.');
/** Filters of merchants in an operator's lists. */
export const merchantFilters = { q, platform_id: platformId };

export const merchantListQuerySchema = z.object({ q, ...page });

export const merchantSorts = ['worst', 'name', 'waiting', 'failing', 'last_order'] as const;
export type MerchantSort = (typeof merchantSorts)[number];

export const operatorMerchantListQuerySchema = z.object({
  ...merchantFilters,
  courier_system_id: courierSystemIdSchema.optional().describe('Only those that this courier’s system serves.'),
  sort: z
    .enum(merchantSorts)
    .default('worst')
    .describe(
      '`worst`: unhealthiest webhooks, then the newest. `waiting`: most waiting webhooks. `failing`: failing for ' +
        'the longest. `last_order`: newest order.',
    ),
  ...page,
});

export const operatorEndpointListQuerySchema = z.object({
  merchant_id: ownerIdSchema.optional().describe('Only those of this merchant, courier’s system or platform.'),
  platform_id: z.uuid().optional().describe('Only those of this platform, in both modes.'),
  mode: merchantModeSchema.optional().describe('Only those of live merchants, or of sandbox merchants.'),
  health: endpointHealthSchema.optional().describe('Only those that are doing so.'),
  failing: flagSchema
    .optional()
    .describe('Only those that have had no success since they failed, and are not disabled.'),
  ...page,
});

export const setAsideListQuerySchema = z.object(page);
export const deadLetterListQuerySchema = z.object({
  queue: storableText.optional().describe('Only those of this queue.'),
  ...page,
});
