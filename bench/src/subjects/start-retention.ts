import { z } from 'zod';
import { startChild } from '../load/child.js';
import type { RetentionRun } from './retention-process.js';

const resultSchema = z.object({
  seconds: z.number(),
  erased: z.number(),
  purged: z.number(),
  timeouts: z.number(),
});

export type Retention = Awaited<ReturnType<typeof startRetention>>;

/** Retention of one database, at the moments that a measurement chooses. */
export const startRetention = async (databaseUrl: string) => {
  const child = await startChild('src/subjects/retention-process');
  return {
    /** Erases and purges older orders. @returns how long it took, and how many orders it erased and purged */
    run: async (limits: Omit<RetentionRun, 'databaseUrl'>) =>
      resultSchema.parse(await child.call('runRetention', { databaseUrl, ...limits })),
    stop: child.stop,
  };
};
