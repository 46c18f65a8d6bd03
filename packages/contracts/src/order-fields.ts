import { z } from 'zod';
import { instantSchema } from './primitives.js';
import { deliveryStates, nextStatuses, type OrderStatus, orderStatuses } from './status.js';

export const orderStatusSchema = z.enum(orderStatuses);
export const deliveryStateSchema = z.enum(deliveryStates);

/** The courier does not have the order yet. */
const untilPickup = orderStatuses.filter((status) => nextStatuses[status].includes('canceled'));
const untilFinal = orderStatuses.filter((status) => nextStatuses[status].length > 0);

/** The statuses in which each field of an order may be changed, by JSON pointer. */
export const changeableFields = {
  '/items': untilPickup,
  '/delivery_time': untilPickup,
  '/delivery_notes': untilPickup,
  '/address/coordinates': untilPickup,
  '/address/number': untilFinal,
  '/address/complement': untilFinal,
  '/customer/phone': untilFinal,
  '/payment': untilFinal,
} as const satisfies Readonly<Record<string, readonly OrderStatus[]>>;
export type ChangeableField = keyof typeof changeableFields;

const isField = (name: string): name is ChangeableField => Object.hasOwn(changeableFields, name);
export const changeableFieldNames: readonly ChangeableField[] = Object.keys(changeableFields).filter(isField);

/** The steps of an order that has a `delivery_time`, in their order. */
export const dueSteps = ['ready_by', 'picked_up_by', 'delivered_by'] as const;
export const dueStepSchema = z.enum(dueSteps);
export type DueStep = z.infer<typeof dueStepSchema>;

export const orderDueSchema = z
  .object({
    ready_by: instantSchema,
    picked_up_by: instantSchema,
    delivered_by: instantSchema.describe('Its `delivery_time`.'),
  })
  .describe('By when the order should have come to each step, counted back from its `delivery_time`.');
export type OrderDue = z.infer<typeof orderDueSchema>;

/** The times of an order, as a read shows them. */
export const orderTimesFields = {
  due: orderDueSchema.nullable().describe('`null`: it has no `delivery_time`.'),
  late_since: instantSchema
    .nullable()
    .describe('When it should have come to its next step; `null`: it is in time, has no `delivery_time`, or is final.'),
};

/** Wrong codes after which no more are taken. */
export const handoverTriesMax = 5;

export const handoverCodeSchema = z.string().regex(/^\d{4,8}$/, 'expected 4 to 8 digits');

/** The code that the customer tells the courier: the merchant’s, or one that is made here. */
export const handoverRequestSchema = z.object({
  code: z.union([z.literal('generate'), handoverCodeSchema], 'expected "generate", or 4 to 8 digits'),
});
export type HandoverRequest = z.infer<typeof handoverRequestSchema>;

/** `locked`: too many wrong codes came. */
export const handoverStates = ['open', 'confirmed', 'locked'] as const;
export const handoverStateSchema = z.enum(handoverStates);
export type HandoverState = z.infer<typeof handoverStateSchema>;

/** Kinds of proof of a delivery. */
export const proofKindSchema = z.enum(['picture', 'signature', 'identity_document', 'other']);

/** The code for merchants, and for couriers' systems in the sandbox, where no customer exists to ask. */
export const handoverViewSchema = z.object({ code: handoverCodeSchema, state: handoverStateSchema });
