import { z } from 'zod';

/** Service-assigned order id: 24 lower-case hexadecimal characters. */
export const orderIdSchema = z.string().regex(/^[0-9a-f]{24}$/, 'expected 24 hexadecimal characters');

/** Random 128-bit merchant id, 32 hexadecimal characters. */
export const merchantIdSchema = z.string().regex(/^[0-9a-f]{32}$/, 'expected 32 hexadecimal characters');

/** ISO 8601 date-time in UTC, `Z` suffix, with or without fractional seconds. */
export const utcDateTimeSchema = z.iso.datetime({
  error: 'expected an ISO 8601 UTC date-time, e.g. 2026-01-31T18:30:00Z',
});

/** Why an order was canceled or a delivery failed. Free of customers' data by contract. */
export const reasonSchema = z.object({
  code: z.string().min(1).max(64),
  message: z.string().max(500).optional(),
});
export type Reason = z.infer<typeof reasonSchema>;
