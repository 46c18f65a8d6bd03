import { z } from 'zod';
import { claimIdSchema, courierEventSchema, courierSchema, etaSchema, withdrawalReasons } from './couriers.js';
import {
  addressSchema,
  coordinatesSchema,
  customerSchema,
  deliveryNotesSchema,
  itemSchema,
  loadSchema,
  paymentMethodSchema,
} from './external-order.js';
import { eventFeedPollSchema, eventFeedQuerySchema, pageQuerySchema } from './list-queries.js';
import { listSchema } from './management-api.js';
import { proofSchema, trackingUrlSchema } from './messages.js';
import { handoverCodeSchema, orderStatusSchema } from './order-fields.js';
import { orderProblemSchema, problemActionSchema, problemIdSchema, reportedProblemSchema } from './order-problems.js';
import { orderSummarySchema } from './order-view.js';
import { givenReasonSchema, instantSchema, merchantIdSchema, orderIdSchema, utcDateTimeSchema } from './primitives.js';
import { declineReasonCodeSchema, deliveryReasonCodeSchema } from './reasons.js';
import { simulationSettingsSchema } from './sandbox.js';
import { storeSchema } from './stores.js';

export const courierDeliveryStates = ['open', 'mine'] as const;
export const courierDeliveryStateSchema = z
  .enum(courierDeliveryStates)
  .describe('`open`: you may accept it. `mine`: you have it.');
export type CourierDeliveryState = z.infer<typeof courierDeliveryStateSchema>;

export const reachedCustomerSchema = customerSchema.extend({
  phone_code: z.string().nullable().describe('The digits to dial after the call is answered. `null`: none.'),
  central: z.string().nullable().describe('The number of the call center that connects to the customer.'),
});

/** Coordinates lie on a fixed grid, so that many orders to one door do not locate it. */
export const dropoffAreaSchema = z
  .object({
    ...addressSchema.pick({ country: true, state: true, city: true, neighborhood: true, coordinates: true }).shape,
    zip_code: z.string().optional().describe('Without its last three characters; absent if it has fewer than six.'),
    distance_m: z
      .int()
      .nullable()
      .describe(
        'From the store to these coordinates, as the crow flies, in steps of 100 m; `null`: no store is known.',
      ),
  })
  .describe('The surroundings of the door. The coordinates are rounded to a grid of 0.005°.');

/** A delivery has the id of its order. */
export const courierDeliverySchema = z
  .object({
    id: orderIdSchema,
    display_id: z.string(),
    state: courierDeliveryStateSchema,
    claim_id: claimIdSchema.nullable().describe('Your claim; `null`: the delivery is open.'),
    status: orderStatusSchema,
    created_at: instantSchema,
    updated_at: instantSchema,
    delivery_time: utcDateTimeSchema.nullable(),
    pickup: z.object({
      merchant: z.string(),
      store: storeSchema
        .omit({ default: true })
        .nullable()
        .describe('The store to pick it up at; `null`: the merchant has none.'),
    }),
    dropoff_area: dropoffAreaSchema.nullable().describe('`null`: it was erased.'),
    dropoff: addressSchema
      .nullable()
      .describe('`null` while the delivery is open: only the system that has it sees the address.'),
    collect: z
      .object({
        amount: z.int(),
        methods: z.array(paymentMethodSchema.pick({ value: true, method: true, cash: true })),
      })
      .nullable()
      .describe('The amount to collect at the door, in cents; `null`: it was erased.'),
    customer: reachedCustomerSchema
      .nullable()
      .describe('`null` while the delivery is open: only the system that has it sees the customer.'),
    courier: courierSchema.nullable(),
    eta: etaSchema.nullable(),
    tracking_url: z.string().nullable(),
    handover_required: z.boolean().describe('Whether the customer has a code that you have not sent yet.'),
    sandbox: z
      .object({
        merchant_id: merchantIdSchema,
        ...simulationSettingsSchema.shape,
        ready_at: instantSchema.describe('When it last became `ready`.'),
        ready_count: z.int().min(1).describe('How often it became `ready`; 2: the first courier gave it back.'),
        manual_since: instantSchema
          .nullable()
          .describe('Since when its merchant moves it by hand; `null`: it does not.'),
        handover_code: handoverCodeSchema
          .nullable()
          .describe('The customer’s code, because no customer exists to ask. `null`: none is needed.'),
      })
      .nullable()
      .describe('The scenario for simulated couriers, and since when it is `ready`; `null`: it is live.'),
  })
  .describe('An order as couriers see it. Erased members are `null`.');
export type CourierDelivery = z.infer<typeof courierDeliverySchema>;

/** A single delivery. `delivery_notes` and `items` are for the system that has it. */
export const courierDeliveryDetailsSchema = courierDeliverySchema
  .extend({
    load: loadSchema.nullable().describe('The size of the delivery; `null`: it is not known.'),
    delivery_notes: deliveryNotesSchema
      .nullable()
      .describe('The merchant’s notes for the courier; `null`: none, or the delivery is open.'),
    items: z.array(itemSchema).nullable().describe('`null`: the delivery is open, or the items were erased.'),
    problems: z
      .array(orderProblemSchema)
      .describe('The problems that you reported under your claim, with the answers.'),
  })
  .describe('An order as couriers see it, with its load, notes, items and problems. Erased members are `null`.');
export type CourierDeliveryDetails = z.infer<typeof courierDeliveryDetailsSchema>;

export const courierDeliveryListSchema = listSchema(courierDeliverySchema);

/** A delivery after a call of its system. */
export const courierDeliverySummarySchema = orderSummarySchema.omit({ external_id: true }).extend({
  claim_id: claimIdSchema.nullable().describe('Your claim; `null`: you do not hold the delivery.'),
  stale: z
    .literal(true)
    .optional()
    .describe('`true`: a later report of yours arrived before, so this one changed nothing.'),
  problem_id: problemIdSchema.optional().describe('The problem that you report.'),
});
export type CourierDeliverySummary = z.infer<typeof courierDeliverySummarySchema>;

/** Body of every webhook that couriers' systems receive. The feed adds the delivery as it is when it is read. */
export const courierEventBodySchema = z
  .object({
    event: courierEventSchema,
    delivery_id: orderIdSchema.describe(
      'The id of the delivery: `GET /courier/v1/deliveries/{id}` shows it to the systems that may see it.',
    ),
    status: orderStatusSchema,
    updated_at: instantSchema,
    reason: z.enum(withdrawalReasons).optional().describe('Of `delivery_withdrawn`.'),
    problem_id: problemIdSchema.optional().describe('In `problem_answered` only.'),
    action: problemActionSchema.optional().describe('In `problem_answered` only: the answer of the merchant.'),
  })
  .describe('The event, without the delivery itself: read it by its id.');
export type CourierEventBody = z.infer<typeof courierEventBodySchema>;

export const courierFeedEventSchema = courierEventBodySchema.extend({
  cursor: z.string().describe('As `after` it continues the feed behind this event.'),
  sequence: z.int().min(1),
  at: instantSchema,
  delivery: courierDeliverySchema
    .nullable()
    .describe('The current delivery; `null`: it is no longer open to you or yours.'),
});
export const courierFeedPageSchema = z.object({
  data: z.array(courierFeedEventSchema),
  next_cursor: z.string(),
  has_more: z.boolean(),
});

export const courierDeliveryListQuerySchema = z.object({
  state: courierDeliveryStateSchema.default('open').describe('Which of them.'),
  ...pageQuerySchema.shape,
});

/** Like the query of a merchant's feed. A system gets all its events. */
export const courierFeedQuerySchema = eventFeedQuerySchema.omit({ events: true });
export const courierFeedPollSchema = eventFeedPollSchema.omit({ events: true });

const claim = {
  claim_id: claimIdSchema
    .optional()
    .describe('The claim under which you report: 409 if you have accepted again since. Absent: any.'),
};
/** If two reports of a kind differ, the later time wins. */
const said = {
  ...claim,
  occurred_at: utcDateTimeSchema
    .optional()
    .describe('When you saw it, by your own clock, at most a day ahead. Absent: the order of arrival counts.'),
};

export const releaseDeliverySchema = z.strictObject({
  claim_id: claimIdSchema.describe('The claim that you release.'),
});

export const declineDeliverySchema = z.strictObject({ reason: z.strictObject({ code: declineReasonCodeSchema }) });

/** The maximum of circles of a system. */
export const areasMax = 20;
const circleSchema = z.strictObject({
  ...coordinatesSchema.shape,
  radius_m: z.int().min(100).max(100_000),
});
export type Circle = z.infer<typeof circleSchema>;

/** A system sets them itself. */
export const courierSettingsSchema = z.object({
  paused: z.boolean().describe('`true`: you take no deliveries now. They are still offered, and you can accept one.'),
  areas: z
    .array(circleSchema)
    .min(1)
    .max(areasMax)
    .nullable()
    .describe('Circles around the doors that you deliver to; `null`: everywhere. Offers are not limited to them.'),
});
export type CourierSettings = z.infer<typeof courierSettingsSchema>;
export const changeCourierSettingsSchema = courierSettingsSchema
  .partial()
  .strict()
  .refine((changes) => Object.keys(changes).length > 0, 'expected paused, areas or both');

export const courierReasonSchema = givenReasonSchema.extend({ code: deliveryReasonCodeSchema });

export const courierStatusSchema = z.strictObject({
  status: orderStatusSchema
    .exclude(['created'])
    .describe('`ready`: you give it back, as a release does. `canceled`: only in the sandbox.'),
  reason: courierReasonSchema.optional(),
  ...said,
});
export const courierTrackingUrlSchema = z.strictObject({ tracking_url: trackingUrlSchema, ...said });
export const reportHandoverSchema = z
  .strictObject({
    code: handoverCodeSchema.optional(),
    proof: z
      .strictObject(proofSchema.shape)
      .optional()
      .describe('A link to a picture or a signature. Only the merchant sees it, until it expires.'),
    ...claim,
  })
  .refine(({ code, proof }) => code !== undefined || proof !== undefined, 'expected code, proof or both')
  .describe('`code`, `proof` or both.');
export const reportProblemSchema = z.strictObject({ ...reportedProblemSchema.shape, ...claim });
export const nameCourierSchema = courierSchema.extend(said).strict();
export const reportEtaSchema = etaSchema
  .extend(said)
  .strict()
  .refine(
    ({ pickup_at, delivery_at }) => pickup_at !== undefined || delivery_at !== undefined,
    'expected pickup_at, delivery_at or both',
  )
  .refine(
    ({ pickup_at, delivery_at }) => !pickup_at || !delivery_at || Date.parse(delivery_at) >= Date.parse(pickup_at),
    { path: ['delivery_at'], error: 'expected a time that is not before pickup_at' },
  )
  .describe('At least one of both.');

/** The maximum per call. */
export const usedTokensMax = 900;

/** Hashes of tokens that were used since the last call, from intake-api. */
export const tokensUsedSchema = z.strictObject({
  token_hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(usedTokensMax),
});
