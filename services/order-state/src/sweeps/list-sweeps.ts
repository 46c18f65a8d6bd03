import type { Connection } from '@delivery/messaging';
import type { Pool } from '@delivery/postgres';
import type { Logger, Sealer } from '@delivery/service-kit';
import { recordEndpointHistory, type RecordEndpointHistoryDeps } from '../dashboards/record-endpoint-history.js';
import { recordHistory, type RecordHistoryDeps } from '../dashboards/record-history.js';
import type { DatabaseClock } from '../database-clock.js';
import { resealSecrets } from '../endpoints/queries/endpoint-secrets.js';
import { sendMails, type SendMailsDeps } from '../mails/send-mails.js';
import { feedEveryMs, feedReplays } from '../replays/feed-replays.js';
import { createRetention, pauseAfterMs, type RetentionDeps } from '../retention/apply-retention.js';
import { type ErasureDeps, sweepErasures } from '../retention/run-erasure.js';
import type { Sweep, SweepName } from './create-sweeper.js';
import { createSweepStuckGates, sweepDeleted, type SweepDeps, sweepLeases, sweepUnpublished } from './sweep-ledger.js';
import { createSweepParked, sweepExpiredParked, type SweepParkedDeps } from './sweep-parked.js';
import { sweepTimers } from './sweep-timers.js';

/** Finds what no event announces: a process that died, a lost message, a time that has passed. */
export const listSweeps = (
  deps: SweepDeps &
    RetentionDeps &
    ErasureDeps &
    TopologyDeps &
    RecordHistoryDeps &
    RecordEndpointHistoryDeps &
    Pick<SendMailsDeps, 'sendMail'> &
    SweepParkedDeps & { clock: DatabaseClock; sealer: Sealer; wakeRelay: () => void },
): Record<SweepName, Sweep> => ({
  clock: { everyMs: 5_000, run: () => deps.clock.measure().then(() => 0) },
  unpublished: { everyMs: 2_000, soonMs: () => 100, run: () => sweepUnpublished(deps) },
  leases: { everyMs: 5_000, run: () => sweepLeases(deps) },
  topology: { everyMs: 10_000, run: () => sweepTopology(deps) },
  parked: { everyMs: 5_000, soonMs: () => 500, run: createSweepParked(deps) },
  'expired parked': { everyMs: 30_000, soonMs: () => 0, run: () => sweepExpiredParked(deps) },
  'order timers': { everyMs: 10_000, soonMs: () => 100, run: () => sweepTimers(deps) },
  replays: {
    everyMs: 30_000,
    soonMs: () => feedEveryMs,
    run: () => feedReplays({ ...deps, onQueued: deps.wakeRelay }),
  },
  'deleted endpoints': { everyMs: 10_000, run: () => sweepDeleted(deps) },
  'stuck gates': { everyMs: 60_000, run: createSweepStuckGates(deps) },
  sealed: { everyMs: 60_000, soonMs: () => 100, run: () => sweepSealed(deps) },
  erasures: { everyMs: 30_000, run: () => sweepErasures(deps) },
  history: { everyMs: 10_000, run: () => recordHistory(deps) },
  'endpoint history': { everyMs: 60_000, run: () => recordEndpointHistory(deps) },
  statistics: { everyMs: 5_000, soonMs: () => 500, run: () => sweepStatistics(deps) },
  mails: { everyMs: 30_000, soonMs: () => 1_000, run: () => sendMails(deps) },
  retention: { everyMs: 600_000, soonMs: pauseAfterMs, run: createRetention(deps) },
});

/** After a change of SECRETS_KEY, or of how texts are sealed: seals anew the texts that are sealed otherwise, until none is. */
const sweepSealed = async (deps: { pool: Pool; sealer: Sealer; logger: Logger }): Promise<number> => {
  const resealed = await resealSecrets(deps.pool, deps.sealer);
  if (resealed > 0) deps.logger.info({ count: resealed }, 'secrets.resealed');
  return resealed;
};

/**
 * Has Postgres make statistics of the table that has grown most since the last ones, if that is tenfold: the plans that are kept
 * for it were made for a small table, and are made anew.
 * @returns 1 where another table may have grown so too
 */
export const sweepStatistics = async ({ pool, logger }: { pool: Pool; logger: Logger }): Promise<number> => {
  const { rows } = await pool.query<{ table: string | null }>('select analyze_grown_table() as table');
  const table = rows[0]?.table;
  if (!table) return 0;
  logger.info({ table }, 'database.analyzed');
  return 1;
};

export type TopologyDeps = {
  /** The one that never publishes: an alarm of the broker does not hold it up. */
  consuming: Pick<Connection, 'findMissingExchange' | 'repairTopology' | 'restoreBindings'>;
  logger: Logger;
};

/**
 * Has a deleted exchange declared again, and a deleted binding made again. Couriers and the other services publish to
 * exchanges that only order-state may declare.
 */
const sweepTopology = async ({ consuming, logger }: TopologyDeps): Promise<number> => {
  const exchange = await consuming.findMissingExchange();
  if (exchange === undefined) {
    await consuming.restoreBindings();
    return 0;
  }
  logger.warn({ exchange }, 'topology.exchange_lost');
  consuming.repairTopology();
  return 1;
};
