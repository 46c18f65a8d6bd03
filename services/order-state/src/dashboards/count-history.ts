import { millisecondsOf } from '../ledger/rules/ids.js';
import type { AttemptPlan } from '../ledger/rules/plan-attempts.js';
import type { BatchPlan } from '../orders/rules/decide-batch.js';
import { waitClassCount, waitClassOf } from './rules/wait-bounds.js';

export type HistoryCounts = {
  orders: number;
  events: number;
  delivered: number;
  attempts: number;
  failedAttempts: number;
  /** By class of wait-bounds.ts. */
  waits: number[];
};

/** The counts of this process since the last call. */
export type HistoryCounter = {
  onApplied: (plan: Pick<BatchPlan, 'created' | 'events'>) => void;
  onSettled: (plan: Pick<AttemptPlan, 'updates' | 'logged'>) => void;
  /** Hands the counts over, and begins anew. */
  take: () => HistoryCounts;
  /** Counts that were taken and could not be written are added the next time. */
  giveBack: (counts: HistoryCounts) => void;
};

export const createHistoryCounter = (): HistoryCounter => {
  let counts = noCounts();
  return {
    onApplied: ({ created, events }) => {
      counts.orders += created.length;
      counts.events += events.length;
    },
    onSettled: ({ updates, logged }) => {
      counts.attempts += logged.length;
      counts.failedAttempts += logged.filter(({ outcome }) => outcome !== 'delivered').length;
      for (const { id, state, settledAtMs } of updates) {
        if (state !== 'delivered' || settledAtMs === null) continue;
        counts.delivered += 1;
        const index = waitClassOf(settledAtMs - millisecondsOf(id));
        counts.waits[index] = (counts.waits[index] ?? 0) + 1;
      }
    },
    take: () => {
      const taken = counts;
      counts = noCounts();
      return taken;
    },
    giveBack: (taken) => {
      counts = {
        orders: counts.orders + taken.orders,
        events: counts.events + taken.events,
        delivered: counts.delivered + taken.delivered,
        attempts: counts.attempts + taken.attempts,
        failedAttempts: counts.failedAttempts + taken.failedAttempts,
        waits: counts.waits.map((count, index) => count + (taken.waits[index] ?? 0)),
      };
    },
  };
};

const noCounts = (): HistoryCounts => ({
  orders: 0,
  events: 0,
  delivered: 0,
  attempts: 0,
  failedAttempts: 0,
  waits: Array.from({ length: waitClassCount }, () => 0),
});
