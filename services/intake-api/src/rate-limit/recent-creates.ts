import type { CreateOutcomes } from '@delivery/contracts';

const stepMs = 5_000;
const windowMs = 60_000;

/** Answers to creates of the last minute. */
export type RecentCreates = {
  note: (status: number) => void;
  read: () => CreateOutcomes;
};

/**
 * Counts creates that were accepted, and those that were refused for a reason outside of them. The others were wrong.
 * @param now monotonic milliseconds
 */
export const createRecentCreates = (now: () => number): RecentCreates => {
  let steps: { endsAtMs: number; counts: CreateOutcomes }[] = [];
  return {
    note: (status) => {
      const outcome = outcomeOf(status);
      if (!outcome) return;
      const nowMs = now();
      let step = steps.at(-1);
      if (!step || step.endsAtMs <= nowMs) {
        step = { endsAtMs: nowMs + stepMs, counts: { accepted: 0, limited: 0, unavailable: 0 } };
        steps = [...steps.filter(({ endsAtMs }) => endsAtMs > nowMs - windowMs), step];
      }
      step.counts[outcome] += 1;
    },
    read: () => {
      const counted = steps.filter(({ endsAtMs }) => endsAtMs > now() - windowMs).map(({ counts }) => counts);
      const sumOf = (outcome: keyof CreateOutcomes) => counted.reduce((sum, counts) => sum + counts[outcome], 0);
      return { accepted: sumOf('accepted'), limited: sumOf('limited'), unavailable: sumOf('unavailable') };
    },
  };
};

const outcomeOf = (status: number): keyof CreateOutcomes | undefined => {
  if (status >= 500) return 'unavailable';
  if (status === 429) return 'limited';
  return status < 300 ? 'accepted' : undefined;
};
