import { z } from 'zod';
import { instantSchema } from './primitives.js';

export const historyLayoutSchema = z.object({
  by_day: z.boolean(),
  /** Orders that were there before are moved to where the layout wants their history; `null`: all of them are there. */
  moving: z
    .object({
      /** Those created from then on, */
      from: instantSchema,
      /** and before then. */
      until: instantSchema,
      /** How far it has come. */
      moved_to: instantSchema,
      /** The same as a part of that time. */
      progress: z.number().min(0).max(1),
    })
    .nullable(),
  /** Orders that were moved since the layout was changed. */
  moved: z.int(),
  /** Those that have partitions, in UTC. `null`: none has. */
  days: z.object({ first: z.iso.date().nullable(), last: z.iso.date().nullable(), count: z.int() }),
  /** Days after today that have partitions. */
  days_ahead: z.int(),
});
export type HistoryLayout = z.infer<typeof historyLayoutSchema>;
