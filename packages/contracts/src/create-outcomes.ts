import { z } from 'zod';

/** Creates that intake-api answered in the last minute. Those that were refused for their content are left out. */
export const createOutcomesSchema = z.object({
  accepted: z.int().min(0),
  limited: z.int().min(0).describe('Refused with 429.'),
  unavailable: z.int().min(0).describe('Answered 5xx, for example because RabbitMQ confirmed nothing.'),
});
export type CreateOutcomes = z.infer<typeof createOutcomesSchema>;
