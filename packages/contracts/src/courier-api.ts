import { z } from 'zod';
import { claimIdSchema, courierEventSchema, courierSchema, etaSchema, withdrawalReasons } from './couriers.js';
import { addressSchema, customerSchema, paymentMethodSchema } from './external-order.js';
import { handoverCodeSchema } from './handover.js';
import { eventFeedPollSchema, eventFeedQuerySchema, pageQuerySchema } from './list-queries.js';
import { listSchema } from './management-api.js';
import { proofSchema, trackingUrlSchema } from './messages.js';
import { orderSummarySchema } from './order-view.js';
import { givenReasonSchema, instantSchema, merchantIdSchema, orderIdSchema, utcDateTimeSchema } from './primitives.js';
import { simulationSettingsSchema } from './sandbox.js';
import { orderStatusSchema } from './status-schemas.js';
import { storeSchema } from './stores.js';

/** `open`: nobody has it, and the caller may accept it. `mine`: the caller has it. */
export const courierDeliveryStates = ['open', 'mine'] as const;
export const courierDeliveryStateSchema = z.enum(courierDeliveryStates);
export type CourierDeliveryState = z.infer<typeof courierDeliveryStateSchema>;

/** An order as couriers see it, under the order's id. What was erased is `null`. */
export const courierDeliverySchema = z.object({
  id: orderIdSchema,
  display_id: z.string(),
  state: courierDeliveryStateSchema,
  /** `null` while the delivery is open. */
  claim_id: claimIdSchema.nullable(),
  status: orderStatusSchema,
  created_at: instantSchema,
  updated_at: instantSchema,
  delivery_time: utcDateTimeSchema.nullable(),
  /** `store` is `null` where the merchant has told of none. */
  pickup: z.object({ merchant: z.string(), store: storeSchema.omit({ default: true }).nullable() }),
  dropoff: addressSchema.nullable(),
  /** Minor units to be collected at the door, and how. */
  collect: z
    .object({
      amount: z.int(),
      methods: z.array(paymentMethodSchema.pick({ value: true, method: true, cash: true })),
    })
    .nullable(),
  /** `null` while the delivery is open: only the system that has it is told. */
  customer: customerSchema.nullable(),
  courier: courierSchema.nullable(),
  eta: etaSchema.nullable(),
  tracking_url: z.string().nullable(),
  /** Whether the customer has a code for you, which was not told yet. */
  handover_required: z.boolean(),
  /** What its merchant wants simulated couriers to do with it. `null`: it is live. */
  sandbox: z
    .object({
      merchant_id: merchantIdSchema,
      ...simulationSettingsSchema.shape,
      /** When it last became `ready`. */
      ready_at: instantSchema,
      /** Since when its merchant moves it by hand; `null`: it does not. */
      manual_since: instantSchema.nullable(),
    })
    .nullable(),
});
export type CourierDelivery = z.infer<typeof courierDeliverySchema>;
export const courierDeliveryListSchema = listSchema(courierDeliverySchema);

/** A delivery after a call of its system. `stale`: the report took no effect, because a later one of its kind was there before it. */
export const courierDeliverySummarySchema = orderSummarySchema
  .omit({ external_id: true })
  .extend({ claim_id: claimIdSchema.nullable(), stale: z.literal(true).optional() });
export type CourierDeliverySummary = z.infer<typeof courierDeliverySummarySchema>;

/** Body of every webhook that couriers' systems receive. The feed adds the delivery as it is when it is read. */
export const courierEventBodySchema = z.object({
  event: courierEventSchema,
  delivery_id: orderIdSchema,
  status: orderStatusSchema,
  updated_at: instantSchema,
  /** Of `delivery_withdrawn`. */
  reason: z.enum(withdrawalReasons).optional(),
});
export type CourierEventBody = z.infer<typeof courierEventBodySchema>;

export const courierFeedEventSchema = courierEventBodySchema.extend({
  /** Give it as `after`, and the feed goes on behind this event. */
  cursor: z.string(),
  sequence: z.int().min(1),
  at: instantSchema,
  /** As it is now; `null` where it is neither open to the caller nor the caller's own any more. */
  delivery: courierDeliverySchema.nullable(),
});
export const courierFeedPageSchema = z.object({
  data: z.array(courierFeedEventSchema),
  next_cursor: z.string(),
  has_more: z.boolean(),
});

export const courierDeliveryListQuerySchema = z.object({
  state: courierDeliveryStateSchema.default('open'),
  ...pageQuerySchema.shape,
});

/** As of a merchant's feed. A system hears of all its events. */
export const courierFeedQuerySchema = eventFeedQuerySchema.omit({ events: true });
export const courierFeedPollSchema = eventFeedPollSchema.omit({ events: true });

/** Under which claim it is said. Absent: under any. */
const claim = { claim_id: claimIdSchema.optional() };
/** `occurred_at`: when it was seen, by the caller's clock. Of two reports of a kind the one with the later time wins. */
const said = { ...claim, occurred_at: utcDateTimeSchema.optional() };

export const releaseDeliverySchema = z.strictObject({ claim_id: claimIdSchema });

export const courierStatusSchema = z.strictObject({
  status: orderStatusSchema,
  reason: givenReasonSchema.optional(),
  ...said,
});
export const courierTrackingUrlSchema = z.strictObject({ tracking_url: trackingUrlSchema, ...said });
export const reportHandoverSchema = z
  .strictObject({ code: handoverCodeSchema.optional(), proof: z.strictObject(proofSchema.shape).optional(), ...claim })
  .refine(({ code, proof }) => code !== undefined || proof !== undefined, 'expected code, proof or both');
export const nameCourierSchema = courierSchema.extend(said).strict();
export const reportEtaSchema = etaSchema
  .extend(said)
  .strict()
  .refine(
    ({ pickup_at, delivery_at }) => pickup_at !== undefined || delivery_at !== undefined,
    'expected pickup_at, delivery_at or both',
  );

/** Of a call; more are told by further ones. */
export const usedTokensMax = 900;

/** Tokens by their hashes, from intake-api: they were used since the last call. */
export const tokensUsedSchema = z.strictObject({
  token_hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(usedTokensMax),
});
