import { z } from 'zod';
import { createRunRecords } from '../files/run-records.js';
import { identitySchema } from '../processes/process-identity.js';

export const containerRecords = createRunRecords(
  'containers',
  z.object({
    /** The engine's: it is never used again, unlike a name. */
    id: z.string(),
    name: z.string(),
    supervisor: identitySchema,
    stopGraceMs: z.number(),
  }),
);
