import type { ReceivedWebhook } from '../record.js';

/** A message that is pulled again must carry a higher attempt than before. Pure. @returns one sentence per fault */
export const checkAttempts = (title: string, arrivals: readonly ReceivedWebhook[]): string[] => {
  const last = new Map<number, number>();
  return arrivals.flatMap(({ sequence, attempt }) => {
    const before = last.get(sequence) ?? 0;
    last.set(sequence, attempt);
    return attempt > before ? [] : [`${title}: ${sequence} came as attempt ${attempt} after ${before}`];
  });
};
