import { z } from 'zod';
import { courierSystemIdSchema, etaSchema, ownerIdSchema } from './couriers.js';
import { addressSchema, customerSchema, deliveryNotesSchema, paymentSchema, phoneSchema } from './external-order.js';
import { orderListEntrySchema } from './management-api.js';
import { reportSourceSchema, trackingUrlSchema } from './messages.js';
import { operatorActionSchema } from './operator-accounts.js';
import { orderStatusSchema, orderTimesFields } from './order-fields.js';
import {
  foundBySchema,
  foundEndpointSchema,
  laneEndpointSchema,
  laneSchema,
  orderCommandSchema,
  orderHappeningSchema,
  purgedOrdersSchema,
} from './order-lanes.js';
import { answerProblemSchema, orderProblemSchema, problemActionSchema } from './order-problems.js';
import { orderSummarySchema } from './order-view.js';
import {
  givenReasonSchema,
  instantSchema,
  merchantIdSchema,
  orderIdSchema,
  reasonSchema,
  utcDateTimeSchema,
} from './primitives.js';

/** An order as it is found among all merchants'. */
export const operatorOrderSchema = orderListEntrySchema.extend({
  merchant_id: merchantIdSchema,
  merchant_name: z.string(),
});
export type OperatorOrder = z.infer<typeof operatorOrderSchema>;

export const foundOrderSchema = operatorOrderSchema.extend({
  found_by: foundBySchema,
});
export type FoundOrder = z.infer<typeof foundOrderSchema>;

/** At most fifty. */
export const searchResultSchema = z.object({
  data: z.array(foundOrderSchema),
  purged: purgedOrdersSchema,
  endpoints: z
    .array(foundEndpointSchema.extend({ merchant_id: merchantIdSchema, merchant_name: z.string() }))
    .describe('By id, or part of the URL without its query. Not deleted ones.'),
  merchants: z.array(z.object({ id: merchantIdSchema, name: z.string() })).describe('By id, or part of the name.'),
  truncated: z.boolean().describe('There are more.'),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

const seen = {
  occurred_at: utcDateTimeSchema
    .nullish()
    .describe(
      'When it happened, by your clock; more than a day ahead is refused. Absent: the order of arrival counts.',
    ),
  source: reportSourceSchema
    .nullish()
    .describe('Names the system whose clock that is. Absent: all who call without one count as one.'),
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

export const operatorAnswerProblemSchema = answerProblemSchema.extend(operatorActionSchema.shape);

/** The order as it is now. */
export const reportedOrderSchema = orderSummarySchema.extend({
  stale: z
    .literal(true)
    .optional()
    .describe('The report took no effect: a later one of its source had taken effect before it.'),
});
export type ReportedOrder = z.infer<typeof reportedOrderSchema>;

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
    ...orderTimesFields,
  }),
  data: z.array(timelineEntrySchema),
  truncated: z.boolean().describe('There was more than one answer shows; the newest of each kind are left out.'),
});
export type Timeline = z.infer<typeof timelineSchema>;

const courierSystemAtSchema = z.object({ id: courierSystemIdSchema, name: z.string(), at: instantSchema });

/** An order's way to each of its endpoints, with how much may be in flight to each. */
export const operatorOrderLanesSchema = z.object({
  order: operatorOrderSchema.extend({
    merchant_time_zone: z.string().nullable().describe('A name of the IANA database; `null`: the merchant has none.'),
    reason_code: z
      .string()
      .nullable()
      .describe('Why it was canceled or not delivered. Its text is with the customer’s data.'),
    no_courier_since: instantSchema
      .nullable()
      .describe(
        'When `courier_not_found` was emitted; `null`: it was not, or a courier’s system has accepted the order.',
      ),
    courier_system: courierSystemAtSchema.nullable().describe('That has accepted it, and when. `null`: none has.'),
    given_back_by: courierSystemAtSchema
      .nullable()
      .describe('That gave it back last, and when. `null`: none did, or one has it again.'),
    eta: etaSchema.nullable(),
    problems: z
      .array(orderProblemSchema.omit({ text: true, answer: true }).extend({ action: problemActionSchema.nullable() }))
      .describe('Their texts are with the customer’s data. `action`: the answer; `null`: there is none.'),
    payment: paymentSchema.nullable().describe('`null`: erased with the customer’s data.'),
  }),
  lanes: z.array(
    laneSchema.extend({
      endpoint: laneEndpointSchema.extend({
        merchant_id: ownerIdSchema.describe('Its owner: the merchant, its platform or a courier’s system.'),
        window: z.object({ size: z.int(), in_flight: z.int(), probe_at: instantSchema.nullable() }),
      }),
    }),
  ),
  truncated: z.boolean().describe('There was more than one answer shows.'),
});
export type OperatorOrderLanes = z.infer<typeof operatorOrderLanesSchema>;

/** A customer asks to be forgotten: one order, or all that were placed with a phone number. */
const erasureFields = {
  order_id: orderIdSchema.optional(),
  phone: phoneSchema
    .optional()
    .describe('As merchants send it: digits with the country and area code, if they send those. It is not kept.'),
  merchant_id: merchantIdSchema.optional().describe('With `phone`: orders of this merchant alone.'),
  force: z
    .boolean()
    .default(false)
    .describe('Also orders that are under way: their couriers no longer find out where to deliver.'),
};
type ErasureFields = { order_id?: string | undefined; phone?: string | undefined; merchant_id?: string | undefined };

const oneSubject = <Schema extends z.ZodType<ErasureFields>>(schema: Schema) =>
  schema
    .refine(
      ({ order_id, phone }) => (order_id === undefined) !== (phone === undefined),
      'expected either order_id or phone',
    )
    .refine(({ order_id, merchant_id }) => order_id === undefined || merchant_id === undefined, {
      path: ['merchant_id'],
      error: 'can only be used with phone',
    })
    .describe('Exactly one of `order_id` and `phone`.');

export const previewErasureSchema = oneSubject(z.strictObject(erasureFields));
export const requestErasureSchema = oneSubject(z.strictObject({ ...erasureFields, ...operatorActionSchema.shape }));
export type RequestErasure = z.infer<typeof requestErasureSchema>;

/** Orders that a preview shows. */
export const erasureShownMax = 100;

export const erasurePreviewSchema = z.object({
  token: z
    .string()
    .describe('For the header `Preview-Token`: the erasure is refused if it would concern other orders.'),
  expires_at: instantSchema,
  orders: z.int().describe('Orders whose customers’ data would be erased.'),
  left_under_way: z.int().describe('Orders that would stay as they are, because they are under way.'),
  truncated: z.boolean().describe('There are more: 2,000 were looked at.'),
  shown: z
    .array(
      z.object({
        order_id: orderIdSchema,
        display_id: z.string(),
        merchant_id: merchantIdSchema,
        merchant_name: z.string(),
        status: orderStatusSchema,
        created_at: instantSchema,
        under_way: z.boolean(),
        erased: z.boolean().describe('Nothing is left to erase.'),
      }),
    )
    .describe('At most 100 of these orders.'),
});
export type ErasurePreview = z.infer<typeof erasurePreviewSchema>;

export const notifiedMax = 200;

/** It does not say whose phone number it was. */
export const erasureSchema = z
  .object({
    id: z.uuid(),
    status: z.enum(['running', 'completed']),
    subject: z.enum(['order', 'phone']),
    order_id: orderIdSchema.nullable(),
    merchant_id: merchantIdSchema.nullable(),
    force: z.boolean(),
    requested_by: z.string().describe('The operator who asked for it, and why.'),
    erased: z.object({
      order_ids: z.array(orderIdSchema),
      dead_letter_ids: z.array(z.uuid()),
      events: z.int().describe('Bodies of webhooks of those orders.'),
      attempts: z.int().describe('Attempts whose answers were erased.'),
      commands: z.int().describe('Commands of couriers and merchants.'),
    }),
    under_way_order_ids: z
      .array(orderIdSchema)
      .describe('Left as they are, because they are under way: ask again, or wait for `CUSTOMER_DATA_DAYS`.'),
    kept: z.array(z.object({ what: z.string(), why: z.string() })),
    created_at: instantSchema,
    completed_at: instantSchema.nullable(),
  })
  .describe('The receipt.');
export type Erasure = z.infer<typeof erasureSchema>;

export const erasureReceiptSchema = erasureSchema.extend({
  notified: z
    .array(
      z.object({
        owner_id: ownerIdSchema,
        endpoint_id: z.uuid(),
        delivered: z.int().describe('Answered with 2xx: confirmed.'),
        pending: z.int(),
        exhausted: z.int().describe('Given up.'),
        skipped: z.int().describe('The endpoint was deleted.'),
      }),
    )
    .max(notifiedMax)
    .describe(
      'Endpoints that were sent the orders and name `customer_erased` or `delivery_erased`, with their webhooks ' +
        'by state, of the first 500 orders.',
    ),
});
export type ErasureReceipt = z.infer<typeof erasureReceiptSchema>;

/** The customer's data of an order. */
export const orderCustomerSchema = z.object({
  order_id: orderIdSchema,
  customer: customerSchema,
  address: addressSchema,
  items: z.array(z.object({ description: z.string(), quantity: z.int(), notes: z.string().nullable() })),
  delivery_notes: deliveryNotesSchema.nullable().describe('The merchant’s notes for the courier; `null`: none.'),
  reason: reasonSchema.nullable().describe('Why it was canceled or not delivered.'),
  tracking_url: z.string().nullable(),
  problems: z.array(orderProblemSchema),
  external_data: z.record(z.string(), z.unknown()).describe('As the merchant sent it.'),
});
export type OrderCustomer = z.infer<typeof orderCustomerSchema>;
