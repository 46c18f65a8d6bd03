import { deadQueueOf, queues } from '@delivery/contracts';
import type { Connection } from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import { auditLedger } from '../ledger/audit-ledger.js';
import { readBacklog } from '../ledger/queries/counts.js';
import type { HistoryCounter } from './count-history.js';
import { addHistory, type HistoryGauges, purgeHistorySteps, saveHistoryGauges } from './queries/history.js';

/** A day, and one hour so that a chart of a day begins with a value. */
const keptMs = 25 * 3_600_000;

export type RecordHistoryDeps = {
  pool: Pool;
  now: () => number;
  leaseMs: number;
  history: HistoryCounter;
  /** The one that never publishes: an alarm of the broker does not hold it up. */
  consuming: Pick<Connection, 'inspectQueues'>;
};

/** Adds this process's counts to the current step of ten seconds; the first process of a step reads the common gauges. */
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
    due: backlog.due,
    waiting: audit.waiting,
    held: audit.held,
    inFlight: audit.in_flight,
    oldestOverdueSeconds: audit.oldest_overdue_seconds,
    balanced: audit.balanced,
  };
};
