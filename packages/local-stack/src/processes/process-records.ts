import { z } from 'zod';
import { createRunRecords } from '../files/run-records.js';
import { identitySchema } from './process-identity.js';

const recordSchema = identitySchema.extend({
  name: z.string(),
  /** The process that started it and ends it while it lives itself. */
  supervisor: identitySchema,
  stopSignal: z.enum(['SIGTERM', 'SIGINT']),
  stopGraceMs: z.number(),
  /** Higher tiers are stopped first: services (2) before their servers (1), and epmd (0) after its node. */
  tier: z.number(),
});
export type ProcessRecord = z.infer<typeof recordSchema>;

export const processRecords = createRunRecords('pids', recordSchema);
