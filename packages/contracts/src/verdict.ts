import { z } from 'zod';
import { claimIdSchema } from './couriers.js';
import { problemIdSchema } from './order-problems.js';
import { orderSummarySchema } from './order-view.js';
import { orderIdSchema } from './primitives.js';

export const refusalCodes = [
  'external_id_conflict',
  'invalid_state_transition',
  'too_late_to_change',
  'order_history_full',
  'content_changed',
  'customer_data_erased',
  'delivery_taken',
  'delivery_not_accepted',
  'handover_required',
  'handover_not_set',
  'handover_code_wrong',
  'handover_locked',
  'problem_not_found',
  'problem_open',
  'problem_closed',
  'order_not_found',
  'order_purged',
  'stale_report',
  'parked_expired',
  'parked_full',
] as const;
export const refusalCodeSchema = z.enum(refusalCodes);
export type RefusalCode = z.infer<typeof refusalCodeSchema>;

/**
 * The decision of order-state about one message, sent to its `reply-to` after COMMIT. `applied`: it took effect.
 * `unchanged`: the order was in that state already. `refused`: see `code`. `parked`: its order is not known yet, or
 * another session holds its row; it is applied once the order exists and is free.
 */
export const verdictSchema = z.object({
  type: z.literal('verdict'),
  message_id: z.string(),
  order_id: orderIdSchema,
  outcome: z.enum(['applied', 'unchanged', 'refused', 'parked']),
  code: refusalCodeSchema.nullable(),
  detail: z.string().nullable(),
  differing: z
    .array(z.string())
    .optional()
    .describe(
      'JSON pointers: with `external_id_conflict` the first fields that differ (absent: unknown), with ' +
        '`too_late_to_change` the fields that may not change.',
    ),
  order: orderSummarySchema.nullable(),
  claim_id: claimIdSchema
    .optional()
    .describe('The claim of the courier’s system that sent the message. Absent: it does not hold the order.'),
  problem_id: problemIdSchema.optional().describe('The problem that the message reports.'),
});
export type Verdict = z.infer<typeof verdictSchema>;
