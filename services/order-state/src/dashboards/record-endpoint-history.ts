import type { Pool } from '@delivery/postgres';
import type { AttemptPlan } from '../ledger/rules/plan-attempts.js';
import {
  addEndpointHistory,
  beginEndpointSample,
  purgeEndpointHistory,
  sampleEndpoints,
} from './queries/endpoint-history.js';
import { addMinutes, countAttempt, emptyMinute, type MinuteCounts, minuteMs } from './rules/count-answers.js';

/** The outcomes of each endpoint's attempts, minute by minute, since the last call. */
export type EndpointHistoryCounter = {
  onSettled: (plan: Pick<AttemptPlan, 'logged'>, nowMs: number) => void;
  /** Hands the counts over, and begins anew. */
  take: () => MinuteCounts[];
  /** Counts that were taken and could not be written are added the next time. */
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

/** A day, and one hour so that a chart of a day begins with a value. */
const keptMs = 25 * 3_600_000;
/** Rows in one statement. */
const batchMax = 2_000;
/** More than come in a minute where nearly all endpoints have some. */
const purgeMax = 20_000;

export type RecordEndpointHistoryDeps = { pool: Pool; now: () => number; endpointHistory: EndpointHistoryCounter };

/** Adds this process's counts for each endpoint; the first process of a minute looks at their windows and backlogs. */
export const recordEndpointHistory = async (deps: RecordEndpointHistoryDeps): Promise<number> => {
  const { pool } = deps;
  await saveEndpointHistory(deps);
  const nowMs = deps.now();
  const minute = new Date(nowMs - (nowMs % minuteMs));
  if (!(await beginEndpointSample(pool, minute))) return 0;
  await sampleEndpoints(pool, minute);
  await purgeOld(pool, new Date(nowMs - keptMs));
  return 0;
};

/** Also called when the process ends: its counts since the last minute would be lost. */
export const saveEndpointHistory = async ({
  pool,
  endpointHistory,
}: Pick<RecordEndpointHistoryDeps, 'pool' | 'endpointHistory'>): Promise<void> => {
  const minutes = endpointHistory.take();
  while (minutes.length > 0) {
    const batch: MinuteCounts[] = minutes.splice(0, batchMax);
    try {
      await addEndpointHistory(pool, batch);
    } catch (error) {
      endpointHistory.giveBack([...batch, ...minutes]);
      throw error;
    }
  }
};

const purgeOld = async (pool: Pool, before: Date): Promise<void> => {
  while ((await purgeEndpointHistory(pool, before, purgeMax)) === purgeMax);
};
