import type { Connection } from '@delivery/messaging';
import { type Pool, queryValue } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { logActivity } from '../activity/log-activity.js';
import { sweepUnserved } from '../couriers/settings-queries.js';
import {
  recordEndpointHistory,
  type RecordEndpointHistoryDeps,
  recordHistory,
  type RecordHistoryDeps,
  saveOrderTimes,
  saveUsage,
} from '../dashboards/record-history.js';
import type { OrderTimesCounter } from '../dashboards/rules/count-order-times.js';
import type { UsageCounter } from '../dashboards/rules/count-usage.js';
import type { DatabaseClock } from '../database-clock.js';
import { resealSecrets } from '../endpoints/queries/endpoint-secrets.js';
import { createSendMails, type SendMailsDeps } from '../mails/send-mails.js';
import { type TellDeps, tellOperationalEvents } from '../operational-events/tell-operational-events.js';
import { feedEveryMs, type ReplayFeeder } from '../replays/feed-replays.js';
import { createRetention, type RetentionDeps } from '../retention/apply-retention.js';
import { pauseAfterMs } from '../retention/rules/erasure.js';
import { type ErasureDeps, sweepErasures } from '../retention/run-erasure.js';
import {
  createSweepClock,
  createSweepLeases,
  createSweepStuck,
  sweepDeleted,
  type SweepDeps,
  sweepUnpublished,
} from './sweep-ledger.js';
import { createSweepParked, sweepExpiredParked, type SweepParkedDeps, sweepTimers } from './sweep-orders.js';

export const sweepNames = [
  'clock',
  'unpublished',
  'leases',
  'topology',
  'parked',
  'expired parked',
  'order timers',
  'unserved orders',
  'replays',
  'deleted endpoints',
  'stuck deliveries',
  'sealed',
  'erasures',
  'retention',
  'history',
  'endpoint history',
  'usage',
  'order times',
  'statistics',
  'operational events',
  'mails',
  'activity log',
] as const;
type SweepName = (typeof sweepNames)[number];

export type Sweep = {
  everyMs: number;
  /** While `run` finds more to do: how soon after its end it comes again, by how long it took. Default `everyMs`. */
  soonMs?: (tookMs: number) => number;
  /** Resolves with how much is left to do. */
  run: () => Promise<number>;
};
export type Sweeper = {
  start: () => void;
  /** Runs one sweep at once instead of at its time, or once more when the run that is under way has ended. */
  runSoon: (name: SweepName) => void;
  /** How often a sweep has failed in a row. */
  failures: (name: SweepName) => number;
  close: () => Promise<void>;
};

/**
 * Runs each sweep again `everyMs` after it ended, or `soonMs` while there is work left; never beside itself. A failure
 * is logged, and the sweep comes again.
 */
export const createSweeper = (sweeps: Readonly<Record<SweepName, Sweep>>, logger: Logger): Sweeper => {
  let closed = true;
  const running = new Map<SweepName, Promise<void>>();
  const hurried = new Set<SweepName>();
  const timers = new Map<SweepName, NodeJS.Timeout>();
  const failures = new Map<SweepName, number>();

  const schedule = (name: SweepName, afterMs: number): void => {
    if (closed) return;
    clearTimeout(timers.get(name));
    timers.set(
      name,
      setTimeout(() => {
        running.set(name, runOnce(name));
      }, afterMs),
    );
  };

  const runOnce = async (name: SweepName): Promise<void> => {
    const sweep = sweeps[name];
    const startedMs = performance.now();
    let left = 0;
    try {
      left = await sweep.run();
      failures.delete(name);
    } catch (error) {
      failures.set(name, (failures.get(name) ?? 0) + 1);
      logger.warn({ err: error, sweep: name }, 'sweep.failed');
    }
    running.delete(name);
    const soonMs = left > 0 ? sweep.soonMs?.(performance.now() - startedMs) : undefined;
    schedule(name, hurried.delete(name) ? 0 : (soonMs ?? sweep.everyMs));
  };

  return {
    start: () => {
      closed = false;
      // Work that an earlier process left unfinished goes on soon.
      for (const name of sweepNames) schedule(name, sweeps[name].soonMs?.(0) ?? sweeps[name].everyMs);
    },
    runSoon: (name) => {
      if (running.has(name)) hurried.add(name);
      else schedule(name, 0);
    },
    failures: (name) => failures.get(name) ?? 0,
    close: async () => {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
};

type Counters = { usage: UsageCounter; orderTimes: OrderTimesCounter };

/** Finds what no event announces: a process that died, a lost message, a time that has passed. */
export const listSweeps = (
  deps: SweepDeps &
    RetentionDeps &
    ErasureDeps &
    TopologyDeps &
    RecordHistoryDeps &
    RecordEndpointHistoryDeps &
    Pick<SendMailsDeps, 'sendMail'> &
    Pick<TellDeps, 'ids' | 'publicUrl' | 'onWake'> &
    SweepParkedDeps &
    Counters & { clock: DatabaseClock; sealer: Sealer; replays: ReplayFeeder },
): Record<SweepName, Sweep> => ({
  clock: { everyMs: 5_000, run: createSweepClock(deps) },
  unpublished: { everyMs: 2_000, soonMs: () => 100, run: () => sweepUnpublished(deps) },
  leases: { everyMs: 5_000, run: createSweepLeases(deps) },
  topology: { everyMs: 10_000, run: () => sweepTopology(deps) },
  parked: { everyMs: 5_000, soonMs: () => 500, run: createSweepParked(deps) },
  'expired parked': { everyMs: 30_000, soonMs: () => 0, run: () => sweepExpiredParked(deps) },
  'order timers': { everyMs: 10_000, soonMs: () => 100, run: () => sweepTimers({ ...deps, ...mailing(deps) }) },
  'unserved orders': { everyMs: 10_000, run: () => sweepUnserved(deps) },
  // It looks at the database only where there is something to do.
  replays: { everyMs: feedEveryMs, run: () => deps.replays.round() },
  'deleted endpoints': { everyMs: 10_000, run: () => sweepDeleted(deps) },
  'stuck deliveries': { everyMs: 60_000, run: createSweepStuck(deps) },
  sealed: { everyMs: 60_000, soonMs: () => 100, run: () => sweepSealed(deps) },
  erasures: { everyMs: 30_000, run: () => sweepErasures(deps) },
  history: { everyMs: 10_000, run: () => recordHistory(deps) },
  'endpoint history': { everyMs: 60_000, run: () => recordEndpointHistory(deps) },
  usage: { everyMs: 10_000, run: () => saveUsage(deps).then(() => 0) },
  'order times': { everyMs: 10_000, run: () => saveOrderTimes(deps).then(() => 0) },
  statistics: { everyMs: 5_000, soonMs: () => 500, run: () => sweepStatistics(deps) },
  'operational events': {
    everyMs: 30_000,
    soonMs: () => 100,
    run: () => tellOperationalEvents({ ...deps, ...mailing(deps) }),
  },
  mails: { everyMs: 30_000, soonMs: () => 1_000, run: createSendMails(deps) },
  'activity log': { everyMs: 2_000, soonMs: () => 100, run: () => logActivity(deps) },
  retention: { everyMs: 600_000, soonMs: pauseAfterMs, run: createRetention(deps) },
});

const mailing = ({ sendMail }: Pick<SendMailsDeps, 'sendMail'>): Pick<TellDeps, 'areMailsSent'> => ({
  areMailsSent: sendMail !== undefined,
});

/**
 * After a change of SECRETS_KEY, or of how texts are sealed: seals anew the texts that are sealed otherwise, until none
 * is.
 */
const sweepSealed = async (deps: { pool: Pool; sealer: Sealer; logger: Logger }): Promise<number> => {
  const resealed = await resealSecrets(deps.pool, deps.sealer);
  if (resealed > 0) deps.logger.info({ count: resealed }, 'secrets.resealed');
  return resealed;
};

/**
 * Has Postgres make statistics of the table that has grown most since the last ones, if that is tenfold: the plans that
 * are kept for it were made for a small table, and are made anew.
 * @returns 1 where another table may have grown so too
 */
export const sweepStatistics = async ({ pool, logger }: { pool: Pool; logger: Logger }): Promise<number> => {
  const table = await queryValue<string | null>(pool, 'select analyze_grown_table() as table');
  if (!table) return 0;
  logger.info({ table }, 'database.analyzed');
  return 1;
};

type TopologyDeps = {
  /** The one that never publishes: an alarm of the broker does not hold it up. */
  consuming: Pick<Connection, 'restoreBindings'>;
};

/**
 * Makes a deleted binding again. A deleted exchange or queue is declared again by the service that publishes to it or
 * consumes it.
 */
const sweepTopology = async ({ consuming }: TopologyDeps): Promise<number> => {
  await consuming.restoreBindings();
  return 0;
};
