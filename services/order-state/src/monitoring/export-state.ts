import { type Audit, type Audited, type MerchantMode, merchantModes } from '@delivery/contracts';
import type { Connection } from '@delivery/messaging';
import type { Pool, Standby } from '@delivery/postgres';
import { type Gauge, gauge, type Logger, type Registry, shareReadings, within } from '@delivery/service-kit';
import type { DatabaseClock } from '../database-clock.js';
import { auditLedger, type Backlog, readBacklog } from '../ledger/queries/counts.js';
import { countAllTroubled } from '../orders/queries/timers.js';
import { type KeptDays, readRetentionOverdue, type RetentionOverdue } from '../retention/queries/retention.js';
import { exportWork, type WorkSources } from './export-work.js';

export type StateSources = KeptDays &
  WorkSources & {
    /** The pools by name. The ledger is read through `api`. */
    pools: Readonly<Record<'work' | 'merchants' | 'operator', Pool>>;
    standby?: Standby | undefined;
    leaseMs: number;
    connections: Readonly<Record<string, Connection>>;
    clock: Pick<DatabaseClock, 'skewMs'>;
    logger: Logger;
  };

/** Ends the help text of metrics that are read from Postgres. */
const sameOnAll = 'Every replica tells the same: never sum().';

/**
 * Gauges read when they are scraped: the process' connections, and the ledger's counts. Every replica tells the
 * same of the ledger, so a query takes the maximum or minimum over replicas, never the sum.
 */
export const exportState = (registry: Registry, sources: StateSources): void => {
  exportProcess(registry, sources);
  const read = shareReading({ ...sources, pool: sources.pools.operator });
  exportAudit(registry, read);
  exportBacklog(registry, read);
  exportLateOrders(registry, read);
  exportRetention(registry, read);
  exportWindows(registry, read);
};

const backlogGauges: readonly (readonly [
  key: Exclude<keyof Backlog, 'due' | 'windows'>,
  name: string,
  help: string,
])[] = [
  [
    'unpublished',
    'order_state_deliveries_unpublished',
    'Released deliveries that the broker has not confirmed (counted to 10000).',
  ],
  [
    'oldest_unpublished_seconds',
    'order_state_oldest_unpublished_seconds',
    'Since the oldest unconfirmed release was last handed to a publisher; 0: none.',
  ],
  [
    'parked',
    'order_state_parked_commands',
    'Commands that wait for their order, or for its held row (counted to 10000).',
  ],
  [
    'longest_lock_wait_seconds',
    'order_state_longest_lock_wait_seconds',
    'For how long the oldest command or report has waited for a row that another session held; 0: none.',
  ],
  [
    'set_aside',
    'order_state_set_aside',
    'Commands and reports set aside, because their statements fail or take too long (counted to 10000).',
  ],
  ['dead_letters', 'order_state_dead_letters', 'Dead letters neither replayed nor deleted (counted to 10000).'],
  [
    'longest_transaction_seconds',
    'order_state_longest_transaction_seconds',
    'Age of the oldest transaction in the database that order-state may see (all with pg_read_all_stats).',
  ],
  [
    'feed_lag_transactions',
    'order_state_feed_lag_transactions',
    'Transaction ids, in all databases of the server, that GET /v1/events waits for.',
  ],
  [
    'feed_lag_seconds',
    'order_state_feed_lag_seconds',
    'Age of the oldest transaction that writes, in any database of the server: by so much GET /v1/events may be late.',
  ],
  [
    'partition_days_ahead',
    'order_state_partition_days_ahead',
    'Days after today (UTC) that have partitions for the history of orders.',
  ],
  [
    'paced',
    'order_state_paced_endpoints',
    'Active endpoints of live merchants whose due deliveries wait for their max_per_second alone.',
  ],
  [
    'not_fetching',
    'order_state_not_fetching_endpoints',
    'Live pull endpoints that something waits for, not fetched from for two minutes.',
  ],
  ['mails_waiting', 'order_state_mails_waiting', 'Mails that the mail server has not taken yet (counted to 10000).'],
];

const exportBacklog = (registry: Registry, read: ReadState): void => {
  for (const [key, name, help] of backlogGauges)
    ledgerGauge(registry, read, { name, help }, (self, { backlog }) => self.set(backlog[key]));
  ledgerGauge<'mode'>(
    registry,
    read,
    {
      name: 'order_state_deliveries_due',
      help: 'Deliveries that could go out now (counted to 10000), by mode (live, sandbox).',
      labelNames: ['mode'],
    },
    (self, { backlog }) => {
      for (const mode of merchantModes) self.set({ mode }, backlog.due[mode]);
    },
  );
};

/** A stale value would look healthy: while Postgres is away the series is not there at all. */
const ledgerGauge = <T extends string = never>(
  registry: Registry,
  read: ReadState,
  { help, ...spec }: { name: string; help: string; labelNames?: readonly T[] },
  show: (self: Gauge<T>, state: LedgerState) => void,
): void =>
  void gauge<T>(registry, {
    ...spec,
    help: `${help} ${sameOnAll}`,
    collect: async (self) => {
      const state = await read();
      if (spec.labelNames) self.reset();
      if (state) show(self, state);
      else if (!spec.labelNames) self.remove();
    },
  });

/** Gauges of each replica itself. */
const exportProcess = (registry: Registry, sources: StateSources): void => {
  exportConnections(registry, sources);
  exportStandby(registry, sources.standby);
  exportClock(registry, sources.clock);
  exportWork(registry, sources);
};

type AuditLabel = 'state' | 'mode';
type ShowAudited = (self: Gauge<AuditLabel>, audited: Audited, mode: MerchantMode) => void;

/** Live merchants and sandbox merchants apart: how the ones are doing says nothing of the others. */
const exportAudit = (registry: Registry, read: ReadState): void => {
  const add = (name: string, help: string, labelNames: readonly AuditLabel[], show: ShowAudited) =>
    ledgerGauge<AuditLabel>(
      registry,
      read,
      { name, help: `${help}, by mode (live, sandbox).`, labelNames },
      (self, { audit }) => {
        for (const mode of merchantModes) show(self, mode === 'live' ? audit : audit.sandbox, mode);
      },
    );
  add(
    'order_state_deliveries',
    'Deliveries by state (waiting, held, in_flight, delivered, exhausted, skipped, purged), and matched: all',
    ['state', 'mode'],
    (self, audited, mode) => {
      for (const state of auditedStates) self.set({ state, mode }, audited[state]);
    },
  );
  add(
    'order_state_ledger_balanced',
    '1 while matched deliveries equal the sum of their states, else 0: a delivery may be lost',
    ['mode'],
    (self, audited, mode) => self.set({ mode }, Number(audited.balanced)),
  );
  add(
    'order_state_oldest_overdue_seconds',
    'Age of the oldest delivery that should have gone out or been reported; 0: none',
    ['mode'],
    (self, audited, mode) => self.set({ mode }, audited.oldest_overdue_seconds),
  );
};

const auditedStates = [
  'matched',
  'waiting',
  'held',
  'in_flight',
  'delivered',
  'exhausted',
  'skipped',
  'purged',
] as const;

const exportLateOrders = (registry: Registry, read: ReadState): void =>
  ledgerGauge<'mode'>(
    registry,
    read,
    {
      name: 'order_state_orders_late',
      help: 'Orders late for their next step (counted to 10000), by mode (live, sandbox).',
      labelNames: ['mode'],
    },
    (self, { lateOrders }) => {
      for (const mode of merchantModes) self.set({ mode }, lateOrders[mode]);
    },
  );

const exportRetention = (registry: Registry, read: ReadState): void =>
  ledgerGauge<'data'>(
    registry,
    read,
    {
      name: 'order_state_retention_overdue_seconds',
      help: 'How long the oldest data is overdue, by data (customer_data, orders).',
      labelNames: ['data'],
    },
    (self, { retentionOverdue }) => {
      for (const [data, seconds] of Object.entries(retentionOverdue)) self.set({ data }, seconds);
    },
  );

const exportWindows = (registry: Registry, read: ReadState): void =>
  ledgerGauge<'state' | 'mode'>(
    registry,
    read,
    {
      name: 'order_state_windows',
      help: 'Active endpoints by window: open, narrowed (time-outs, deferrals) or probing; by mode (live, sandbox).',
      labelNames: ['state', 'mode'],
    },
    (self, { backlog }) => {
      for (const mode of merchantModes)
        for (const state of ['open', 'narrowed', 'probing'] as const)
          self.set({ state, mode }, backlog.windows[mode][state]);
    },
  );

const exportConnections = (registry: Registry, { pools, standby, connections }: StateSources): void => {
  gauge(registry, {
    name: 'order_state_broker_connected',
    help: '1 while the connection to the broker is up, by connection (consume, publish).',
    labelNames: ['connection'],
    collect: (self) => {
      for (const [connection, { isReady }] of Object.entries(connections)) self.set({ connection }, Number(isReady()));
    },
  });
  gauge(registry, {
    name: 'order_state_broker_blocked',
    help: '1 while the broker blocks publishers (alarm), by connection.',
    labelNames: ['connection'],
    collect: (self) => {
      for (const [connection, { isBlocked }] of Object.entries(connections))
        self.set({ connection }, Number(isBlocked()));
    },
  });
  gauge(registry, {
    name: 'order_state_pool_connections',
    help: 'Connections to Postgres by pool (work, merchants, operator, read) and use (busy, idle), and waiting requests.',
    labelNames: ['pool', 'use'],
    collect: (self) => {
      const all = standby ? { ...pools, read: standby.pool } : pools;
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(all)) {
        self.set({ pool, use: 'busy' }, totalCount - idleCount);
        self.set({ pool, use: 'idle' }, idleCount);
        self.set({ pool, use: 'waiting' }, waitingCount);
      }
    },
  });
};

const exportClock = (registry: Registry, { skewMs }: StateSources['clock']): void => {
  gauge(registry, {
    name: 'order_state_clock_skew_seconds',
    help: 'How far the clock of this machine is ahead of the clock of Postgres.',
    collect: (self) => {
      const ms = skewMs();
      if (ms === undefined) self.remove();
      else self.set(ms / 1_000);
    },
  });
};

/** Without `DATABASE_READ_URL` neither has a series. */
const exportStandby = (registry: Registry, standby: Standby | undefined): void => {
  gauge(registry, {
    name: 'order_state_standby_used',
    help: '1 while reads that may be late go to the standby, else 0.',
    collect: (self) => {
      if (standby) self.set(Number(standby.fault() === undefined));
      else self.remove();
    },
  });
  gauge(registry, {
    name: 'order_state_standby_lag_seconds',
    help: 'How old what the standby shows may be.',
    collect: (self) => {
      const lagMs = standby?.lagMs();
      if (lagMs === undefined) self.remove();
      else self.set(lagMs / 1_000);
    },
  });
};

type LedgerState = {
  audit: Audit;
  backlog: Backlog;
  retentionOverdue: RetentionOverdue;
  lateOrders: Record<MerchantMode, number>;
};
type LedgerSources = KeptDays & { pool: Pool; leaseMs: number; logger: Logger };
/** `undefined`: Postgres cannot tell, or not in time. */
type ReadState = () => Promise<LedgerState | undefined>;

/** All gauges and all scrapes of a few seconds share one reading: frequent scrapes cost Postgres nothing. */
const sharedForMs = 3_000;
/** Prometheus gives a scrape 10 s by default. A database that hangs must not take the other metrics along. */
const answerWithinMs = 2_000;

/** Reads the ledger's counts, one reading at a time. */
const shareReading = (sources: LedgerSources): ReadState => {
  let running: ReturnType<ReadState> | undefined;
  const read = shareReadings({
    read: async () => {
      running ??= readState(sources).finally(() => {
        running = undefined;
      });
      const state = await within(running, answerWithinMs);
      return state === 'overdue' ? undefined : state;
    },
    keptMs: () => sharedForMs,
    keptMax: 1,
    now: () => performance.now(),
  });
  return () => read('ledger');
};

const readState = async (sources: LedgerSources): Promise<LedgerState | undefined> => {
  const { pool, leaseMs, logger } = sources;
  try {
    const [audit, backlog, retentionOverdue, lateOrders] = await Promise.all([
      auditLedger(pool, leaseMs),
      readBacklog(pool),
      readRetentionOverdue(pool, sources),
      countAllTroubled(pool, 'late'),
    ]);
    return { audit, backlog, retentionOverdue, lateOrders };
  } catch (error) {
    logger.warn({ err: error }, 'metrics.ledger_read_failed');
    return undefined;
  }
};
