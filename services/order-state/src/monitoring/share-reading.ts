import type { Audit, MerchantMode } from '@delivery/contracts';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { auditLedger, type Backlog, readBacklog } from '../ledger/queries/counts.js';
import { countAllLateOrders } from '../orders/queries/timers.js';
import { type KeptDays, readRetentionOverdue, type RetentionOverdue } from '../retention/queries/retention.js';

export type LedgerState = {
  audit: Audit;
  backlog: Backlog;
  retentionOverdue: RetentionOverdue;
  lateOrders: Record<MerchantMode, number>;
};
export type LedgerSources = KeptDays & { pool: Pool; leaseMs: number; logger: Logger };
/** `undefined`: Postgres cannot tell, or not in time. */
export type ReadState = () => Promise<LedgerState | undefined>;

/** All gauges of a scrape, and all scrapes of a few seconds, share one reading: scraping more often costs Postgres nothing. */
const sharedForMs = 3_000;
/** Prometheus gives a scrape 10 s by default. A database that hangs must not take the other metrics along. */
const answerWithinMs = 2_000;

/** Reads the ledger's counts, one reading at a time. */
export const shareReading = (sources: LedgerSources): ReadState => {
  let running: Promise<LedgerState | undefined> | undefined;
  let latest: { atMs: number; state: Promise<LedgerState | undefined> } | undefined;
  return () => {
    if (!latest || performance.now() - latest.atMs > sharedForMs) {
      running ??= readState(sources).finally(() => {
        running = undefined;
      });
      latest = { atMs: performance.now(), state: inTime(running) };
    }
    return latest.state;
  };
};

const readState = async (sources: LedgerSources): Promise<LedgerState | undefined> => {
  const { pool, leaseMs, logger } = sources;
  try {
    const [audit, backlog, retentionOverdue, lateOrders] = await Promise.all([
      auditLedger(pool, leaseMs),
      readBacklog(pool),
      readRetentionOverdue(pool, sources),
      countAllLateOrders(pool),
    ]);
    return { audit, backlog, retentionOverdue, lateOrders };
  } catch (error) {
    logger.warn({ err: error }, 'metrics.ledger_read_failed');
    return undefined;
  }
};

const inTime = async <T>(value: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), answerWithinMs);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
};
