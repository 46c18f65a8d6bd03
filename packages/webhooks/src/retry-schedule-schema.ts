import { z } from 'zod';
import { defaultSchedule, parseSchedule } from './parse-schedule.js';

/** `WEBHOOK_RETRY_SCHEDULE` of the environment. */
export const retryScheduleSchema = z
  .string()
  .default(defaultSchedule)
  .transform((text, context) => {
    const parsed = parseSchedule(text);
    if ('delaysMs' in parsed) return parsed.delaysMs;
    context.addIssue(`expected delays such as 10s,30s,2min: ${parsed.fault}`);
    return z.NEVER;
  })
  .describe('The delays between the attempts of a webhook; both services need the same.');
