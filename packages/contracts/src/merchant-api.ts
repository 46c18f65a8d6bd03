import { z } from 'zod';

/** Body of a cancel request; an empty body is fine too. `null` means absent. */
export const cancelRequestSchema = z.strictObject({
  reason: z.strictObject({ code: z.string().min(1).max(64), message: z.string().max(500).nullish() }).nullish(),
});
export type CancelRequest = z.infer<typeof cancelRequestSchema>;
