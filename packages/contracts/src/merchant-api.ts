import { z } from 'zod';
import { fieldErrorSchema } from './problem.js';

export const cancelReasonSchema = z.strictObject({
  code: z.string().min(1).max(64),
  message: z.string().max(500).nullish(),
});

/** Body of a cancel request; an empty body is fine too. `null` means absent. */
export const cancelRequestSchema = z.strictObject({ reason: cancelReasonSchema.nullish() });
export type CancelRequest = z.infer<typeof cancelRequestSchema>;

/** The answer to an order that is only tried. */
export const orderValidationSchema = z.object({
  valid: z.boolean().describe('Whether creation would take the body.'),
  errors: z.array(fieldErrorSchema).describe('As in the problem that creation would be answered with.'),
  warnings: z
    .array(fieldErrorSchema)
    .describe(
      'Accepted as they are, and probably mistakes: `unknown_field`, `coordinates_swapped`, `coordinates_outside_country`, `delivery_time_in_past`.',
    ),
});
export type OrderValidation = z.infer<typeof orderValidationSchema>;
