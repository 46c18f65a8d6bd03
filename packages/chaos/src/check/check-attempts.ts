import type { ReceivedWebhook } from '../record.js';

/** What was pulled says which attempt it is: whatever comes again, a later one. Pure. @returns sentences */
export const checkAttempts = (title: string, arrivals: readonly ReceivedWebhook[]): string[] => {
  const last = new Map<number, number>();
  return arrivals.flatMap(({ sequence, attempt }) => {
    const before = last.get(sequence) ?? 0;
    last.set(sequence, attempt);
    return attempt > before ? [] : [`${title}: ${sequence} came as attempt ${attempt} after ${before}`];
  });
};
