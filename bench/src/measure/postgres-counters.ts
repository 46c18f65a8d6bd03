import pg from 'pg';
import type { NamedProcess } from './cpu-seconds.js';

/** What Postgres counts: WAL of the whole server, transactions and deadlocks of this database. */
export type PostgresCounters = { walBytes: number; transactions: number; deadlocks: number };

export const openPostgresCounters = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  await client.connect();
  return {
    read: async (): Promise<PostgresCounters> => {
      const { rows } = await client.query<Record<keyof PostgresCounters, string>>(`
        select pg_current_wal_insert_lsn() - '0/0' as "walBytes", xact_commit as transactions, deadlocks
        from pg_stat_database where datname = current_database()`);
      const row = rows[0];
      if (!row) throw new Error('this database has no statistics');
      return {
        walBytes: Number(row.walBytes),
        transactions: Number(row.transactions),
        deadlocks: Number(row.deadlocks),
      };
    },
    /** The server's processes that work for order-state. */
    backends: async (): Promise<NamedProcess[]> => {
      const { rows } = await client.query<{ pid: number }>(`
        select pid from pg_stat_activity where datname = current_database() and application_name = 'order-state'`);
      return rows.map(({ pid }) => ({ name: 'postgres backends', pid }));
    },
    close: () => client.end(),
  };
};
