import { z } from 'zod';
import { coordinatesSchema } from './external-order.js';
import { instantSchema, orderIdSchema, secondsSchema, utcDateTimeSchema } from './primitives.js';
import { pollWaitMaxSeconds } from './pull-api.js';

/** Positions that a courier's system tells in one call. */
const positionsMax = 100;

/** Where the courier of a delivery was at a time. */
export const courierPositionSchema = z
  .strictObject({
    delivery_id: orderIdSchema,
    ...coordinatesSchema.shape,
    at: utcDateTimeSchema.optional().describe('When, by your own clock, at most a day ahead. Absent or ahead: now.'),
  })
  .refine(({ latitude, longitude }) => latitude !== 0 || longitude !== 0, 'expected a place other than 0, 0');

const listOfPositions = <Entry extends z.ZodType>(entry: Entry) =>
  z.strictObject({ positions: z.array(entry).min(1).max(positionsMax) });
/** As it is described. */
export const reportPositionsSchema = listOfPositions(courierPositionSchema);
/** As it is read: a faulty entry is no reason to refuse the others. */
export const anyPositionsSchema = listOfPositions(z.unknown());

export const positionRefusals = ['order_not_found', 'not_on_the_way', 'stale_report', 'validation_failed'] as const;
export type PositionRefusal = (typeof positionRefusals)[number];

/** The result for each entry, in the order sent. */
export const positionResultSchema = z.object({
  delivery_id: orderIdSchema.nullable().describe('`null`: the entry has none that could be one.'),
  taken: z.boolean(),
  code: z
    .enum(positionRefusals)
    .optional()
    .describe('Why it was not taken. `order_not_found`: it is not yours. `stale_report`: a later one is known.'),
  detail: z.string().optional(),
});
export type PositionResult = z.infer<typeof positionResultSchema>;
export const positionResultsSchema = z.object({ data: z.array(positionResultSchema) });

export const positionViewSchema = z
  .object({
    ...coordinatesSchema.shape,
    at: instantSchema,
    distance_m: z
      .int()
      .nullable()
      .describe('To the customer, as the crow flies, to a hundred meters. `null`: the customer’s data was erased.'),
    way_done: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'The finished part of the way from the store to the customer, 0 to 1; 0 without a store. `null`: as ' +
          '`distance_m`.',
      ),
  })
  .describe('Where the courier was last, to a hundred meters.');
export type PositionView = z.infer<typeof positionViewSchema>;

/** The position as an operator sees it. */
export const operatorPositionSchema = positionViewSchema.pick({ distance_m: true, way_done: true }).extend({
  at: instantSchema.nullable().describe('`null`: no position is known.'),
  places: z
    .object({ courier: coordinatesSchema, store: coordinatesSchema.nullable(), door: coordinatesSchema.nullable() })
    .nullable()
    .describe(
      'To a hundred meters. `null`: no position is known, or the caller lacks the role `customers_data`. The ' +
        'store is `null` if none is known, the door once the customer’s data was erased.',
    ),
});
export type OperatorPosition = z.infer<typeof operatorPositionSchema>;

export const positionPollSchema = z.object({
  after: utcDateTimeSchema.optional().describe('The `at` of the position that you have.'),
  wait: secondsSchema(0, pollWaitMaxSeconds).default(0).describe('Seconds to wait for a newer position.'),
});
