import type { AttemptPlan } from '../ledger/rules/plan-attempts.js';
import { addMinutes, countAttempt, emptyMinute, type MinuteCounts, minuteMs } from './rules/count-answers.js';

/** What the attempts of each endpoint came to, minute by minute, since this process was last asked. */
export type EndpointHistoryCounter = {
  onSettled: (plan: Pick<AttemptPlan, 'logged'>, nowMs: number) => void;
  /** Hands the counts over, and begins anew. */
  take: () => MinuteCounts[];
  /** What was taken and could not be written is counted the next time. */
  giveBack: (minutes: readonly MinuteCounts[]) => void;
};

export const createEndpointHistoryCounter = (): EndpointHistoryCounter => {
  let minutes = new Map<string, MinuteCounts>();
  const keyOf = (endpointId: string, atMs: number): string => `${endpointId} ${atMs}`;
  return {
    onSettled: ({ logged }, nowMs) => {
      const atMs = nowMs - (nowMs % minuteMs);
      for (const attempt of logged) {
        const key = keyOf(attempt.endpoint_id, atMs);
        minutes.set(key, countAttempt(minutes.get(key) ?? emptyMinute(atMs, attempt.endpoint_id), attempt));
      }
    },
    take: () => {
      const taken = [...minutes.values()];
      minutes = new Map();
      return taken;
    },
    giveBack: (taken) => {
      for (const minute of taken) {
        const key = keyOf(minute.endpointId, minute.atMs);
        const counted = minutes.get(key);
        minutes.set(key, counted ? addMinutes(counted, minute) : minute);
      }
    },
  };
};
