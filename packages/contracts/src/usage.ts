import { z } from 'zod';
import { listFormatSchema, merchantFilters, pageQuerySchema } from './list-queries.js';
import { merchantIdSchema } from './primitives.js';
import { merchantModeSchema } from './sandbox.js';

/** A month of UTC. */
export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'expected a month, such as 2026-11');

const month = { month: monthSchema.optional().describe('A month of UTC. Absent: the current one.') };
const page = { format: listFormatSchema, ...pageQuerySchema.shape };
export const usageQuerySchema = z.object({ ...month, ...page });
export type UsageQuery = z.infer<typeof usageQuerySchema>;

/** An operator sees all merchants of a mode, or those of a platform. */
const whose = { mode: merchantModeSchema.default('live').describe('Of which merchants.'), ...merchantFilters };
export const operatorUsageQuerySchema = z.object({ ...month, ...whose, ...page });

/** Usage in a month, whenever its orders were created. */
export const usageSchema = z.object({
  month: monthSchema,
  /** By how they end. */
  orders: z.object({
    created: z.int(),
    delivered: z.int(),
    canceled: z.int(),
    returned: z.int().describe('Those that could not be delivered.'),
  }),
  webhooks: z.object({
    attempts: z
      .int()
      .describe('Each POST to an endpoint, and each acknowledgement of a pull endpoint. Repeats and replays count.'),
    delivered: z.int(),
    exhausted: z.int().describe('Given up after the last attempt.'),
  }),
});
export type Usage = z.infer<typeof usageSchema>;

/** The last months of a merchant in which something happened, the newest first. */
export const usageMonthsSchema = z.object({ data: z.array(usageSchema) });
export type UsageMonths = z.infer<typeof usageMonthsSchema>;

export const merchantUsageSchema = usageSchema.extend({
  merchant_id: merchantIdSchema,
  name: z.string(),
  reference: z.string().nullable(),
  mode: merchantModeSchema,
  platform: z.object({ id: z.uuid(), name: z.string() }),
});
export type MerchantUsage = z.infer<typeof merchantUsageSchema>;
