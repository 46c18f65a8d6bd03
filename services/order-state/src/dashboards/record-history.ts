import { type Audited, deadQueueOf, queues } from '@delivery/contracts';
import type { Connection } from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import { auditLedger, readBacklog } from '../ledger/queries/counts.js';
import type { AttemptPlan } from '../ledger/rules/attempts.js';
import { addOrderTimes } from './order-times-queries.js';
import {
  addEndpointHistory,
  addHistory,
  beginEndpointSample,
  type HistoryGauges,
  purgeEndpointHistory,
  purgeHistorySteps,
  sampleEndpoints,
  saveHistoryGauges,
} from './queries.js';
import { purgeReplicas } from './replica-queries.js';
import {
  addMinutes,
  countAttempt,
  emptyMinute,
  type HistoryCounter,
  type MinuteCounts,
  minuteMs,
} from './rules/count-history.js';
import type { OrderTimesCounter } from './rules/count-order-times.js';
import type { UsageCounter } from './rules/count-usage.js';
import { addUsage } from './usage-queries.js';

/** A day, and one hour so that a chart of a day begins with a value. */
const keptMs = 25 * 3_600_000;

export type RecordHistoryDeps = {
  pool: Pool;
  now: () => number;
  leaseMs: number;
  history: HistoryCounter;
  /** The connection that never publishes: an alarm of the broker does not block it. */
  consuming: Pick<Connection, 'inspectQueues'>;
};

/**
 * Adds this process's counts to the current step of ten seconds; the first process of a step reads the common gauges.
 */
export const recordHistory = async (deps: RecordHistoryDeps): Promise<number> => {
  const { pool, history } = deps;
  const nowMs = deps.now();
  const counts = history.take();
  let step: Date | undefined;
  try {
    step = await addHistory(pool, new Date(nowMs), counts);
  } catch (error) {
    history.giveBack(counts);
    throw error;
  }
  if (step) {
    await saveHistoryGauges(pool, step, await readGauges(deps));
    await purgeHistorySteps(pool, new Date(nowMs - keptMs));
    await purgeReplicas(pool);
  }
  return 0;
};

const readGauges = async ({ pool, leaseMs, consuming }: RecordHistoryDeps): Promise<HistoryGauges> => {
  const live = Object.values(queues);
  const [audit, backlog, queued] = await Promise.all([
    auditLedger(pool, leaseMs),
    readBacklog(pool),
    consuming.inspectQueues([...live, ...live.map(deadQueueOf)]),
  ]);
  const sumOf = (names: readonly string[]): number | null =>
    queued === undefined ? null : names.reduce((sum, name) => sum + (queued.get(name)?.messages ?? 0), 0);
  return {
    ordersQueued: sumOf([queues.orders]),
    deliveriesQueued: sumOf([queues.deliveries]),
    attemptsQueued: sumOf([queues.attempts]),
    deadQueued: sumOf(live.map(deadQueueOf)),
    byMode: {
      live: toGauges(audit, backlog.due.live),
      sandbox: toGauges(audit.sandbox, backlog.due.sandbox),
    },
  };
};

const toGauges = (audited: Audited, due: number): HistoryGauges['byMode']['live'] => ({
  due,
  waiting: audited.waiting,
  held: audited.held,
  inFlight: audited.in_flight,
  oldestOverdueSeconds: audited.oldest_overdue_seconds,
  balanced: audited.balanced,
});

/** The outcomes of each endpoint's attempts, minute by minute, since the last call. */
export type EndpointHistoryCounter = {
  onSettled: (plan: Pick<AttemptPlan, 'logged'>, nowMs: number) => void;
  /** Returns the counts, and starts from zero. */
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

/** Rows in one statement. */
const batchMax = 2_000;
/** More rows than a minute adds if nearly all endpoints have attempts. */
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

export const saveEndpointHistory = ({
  pool,
  endpointHistory,
}: Pick<RecordEndpointHistoryDeps, 'pool' | 'endpointHistory'>): Promise<void> =>
  saveCounted(endpointHistory, (minutes) => addEndpointHistory(pool, minutes));

const purgeOld = async (pool: Pool, before: Date): Promise<void> => {
  while ((await purgeEndpointHistory(pool, before, purgeMax)) === purgeMax);
};

/** Adds this process's counts. */
export const saveUsage = ({ pool, usage }: { pool: Pool; usage: UsageCounter }): Promise<void> =>
  saveCounted(usage, (counted) => addUsage(pool, counted));

/** Adds this process's sums of the times of orders. */
export const saveOrderTimes = (deps: { pool: Pool; orderTimes: OrderTimesCounter }): Promise<void> =>
  saveCounted(deps.orderTimes, (counted) => addOrderTimes(deps.pool, counted));

/** Writes the remaining counts when the process ends; they would be lost otherwise. */
export const saveCounts = async (
  deps: Parameters<typeof saveEndpointHistory>[0] &
    Parameters<typeof saveUsage>[0] &
    Parameters<typeof saveOrderTimes>[0],
): Promise<void> => {
  await saveEndpointHistory(deps);
  await saveUsage(deps);
  await saveOrderTimes(deps);
};

type Counter<Counted> = { take: () => Counted[]; giveBack: (taken: readonly Counted[]) => void };

const saveCounted = async <Counted>(
  { take, giveBack }: Counter<Counted>,
  write: (batch: readonly Counted[]) => Promise<void>,
): Promise<void> => {
  const counted = take();
  while (counted.length > 0) {
    const batch = counted.splice(0, batchMax);
    try {
      await write(batch);
    } catch (error) {
      giveBack([...batch, ...counted]);
      throw error;
    }
  }
};
