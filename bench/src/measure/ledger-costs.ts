import pg from 'pg';
import { serverCpuSeconds } from './server-cpu.js';

/** The cost of some work in Postgres. */
export type LedgerCosts = {
  /** The whole server: backends, WAL, checkpoints, vacuum. */
  cpuSeconds: number;
  walBytes: number;
  /** Figures from the WAL; absent where it may not be read. */
  inWal?: {
    /** Bytes of whole pages, which the first change after a checkpoint takes along: they depend on how often one comes. */
    wholePageBytes: number;
    /** Entries put into B-trees: insertions into leaves, and the page splits that one caused. */
    indexEntries: number;
  };
  /** Versions of rows that the work left for vacuum: deleted and updated ones. */
  deadTuples: number;
};
/** Updates of a table, with its partitions. */
export type TableUpdates = { table: string; updates: number; hot: number };

type Moment = { cpuSeconds: number; at: string; walBytes: number; dead: number };

export type LedgerMeter = Awaited<ReturnType<typeof openLedgerMeter>>;

/** Measures what Postgres does for a database. Nothing else may use the server meanwhile. */
export const openLedgerMeter = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  await client.connect();
  const canReadWal = await allowReadingWal(client);
  const slot = `bench_${process.pid}`;
  const read = async (): Promise<Moment> => ({
    cpuSeconds: await serverCpuSeconds(client),
    ...(await readMoment(client)),
  });
  return {
    client,
    /** Counts of rows come when the connections that did the work close: `work` has to see to that. */
    during: async <T>(work: () => Promise<T>): Promise<{ result: T; costs: LedgerCosts }> => {
      if (canReadWal) await client.query('checkpoint');
      // A temporary slot keeps the WAL that is to be read. Postgres drops it with this session.
      if (canReadWal) await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
      const before = await read();
      const result = await work();
      const after = await read();
      const costs = {
        cpuSeconds: after.cpuSeconds - before.cpuSeconds,
        walBytes: after.walBytes - before.walBytes,
        ...(canReadWal ? { inWal: await readWal(client, before.at, after.at) } : {}),
        // The counts of a partition that was dropped went with it.
        deadTuples: Math.max(0, after.dead - before.dead),
      };
      if (canReadWal) await client.query('select pg_drop_replication_slot($1)', [slot]);
      return { result, costs };
    },
    updates: () => readUpdates(client),
    close: () => client.end(),
  };
};

/** The private server's user may; on another server it takes a superuser and the extension. */
const allowReadingWal = async (client: pg.Client): Promise<boolean> => {
  const { rowCount } = await client.query(`
    select from pg_roles r, pg_available_extensions e
    where r.rolname = current_user and r.rolsuper and e.name = 'pg_walinspect' and current_setting('wal_level') <> 'minimal'`);
  if (rowCount === 0) return false;
  await client.query('create extension if not exists pg_walinspect');
  return true;
};

const readMoment = async (client: pg.Client): Promise<Omit<Moment, 'cpuSeconds'>> => {
  const { rows } = await client.query<{ at: string; walBytes: string; dead: string }>(`
    select at, at - '0/0' as "walBytes", dead
    from pg_current_wal_flush_lsn() at, (select sum(n_tup_del + n_tup_upd) as dead from pg_stat_user_tables) tables`);
  const { at, walBytes, dead } = rows[0] ?? {};
  return { at: at ?? '0/0', walBytes: Number(walBytes), dead: Number(dead) };
};

const readWal = async (client: pg.Client, from: string, to: string) => {
  const { rows } = await client.query<Record<'pages' | 'entries', string>>(
    `select coalesce(sum(fpi_size), 0) as pages,
            coalesce(sum(count) filter (where "resource_manager/record_type" in
              ('Btree/INSERT_LEAF', 'Btree/INSERT_POST', 'Btree/SPLIT_L', 'Btree/SPLIT_R')), 0) as entries
     from pg_get_wal_stats($1, $2, true)`,
    [from, to],
  );
  const { pages, entries } = rows[0] ?? {};
  return { wholePageBytes: Number(pages), indexEntries: Number(entries) };
};

const readUpdates = async (client: pg.Client): Promise<TableUpdates[]> => {
  const { rows } = await client.query<{ table: string; updates: string; hot: string }>(`
    select coalesce(pg_partition_root(relid), relid)::regclass::text as table, sum(n_tup_upd) as updates,
           sum(n_tup_hot_upd) as hot
    from pg_stat_user_tables group by 1 order by 1`);
  return rows.map(({ table, updates, hot }) => ({ table, updates: Number(updates), hot: Number(hot) }));
};
