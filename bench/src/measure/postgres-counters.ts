import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { NamedProcess } from './process-costs.js';

/** Postgres' counters: WAL of the whole server; transactions, deadlocks, statements and rows that they returned or wrote of this database. */
export type PostgresCounters = {
  walBytes: number;
  transactions: number;
  deadlocks: number;
  statements: number;
  rows: number;
};

export const openPostgresCounters = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  await client.connect();
  // Servers of our own have the library; a server of the environment may not.
  await client.query('create extension if not exists pg_stat_statements');
  return {
    read: async (): Promise<PostgresCounters> => {
      const { rows } = await client.query<Record<keyof PostgresCounters, string>>(`
        select pg_current_wal_insert_lsn() - '0/0' as "walBytes", xact_commit as transactions, deadlocks, statements, rows
        from pg_stat_database,
             (select sum(calls) as statements, sum(rows) as rows from pg_stat_statements
              where dbid = (select oid from pg_database where datname = current_database())) sent
        where datname = current_database()`);
      const row = rows[0];
      if (!row) throw new Error('this database has no statistics');
      return {
        walBytes: Number(row.walBytes),
        transactions: Number(row.transactions),
        deadlocks: Number(row.deadlocks),
        statements: Number(row.statements),
        rows: Number(row.rows),
      };
    },
    /** The server's processes that work for order-state. */
    backends: async (): Promise<NamedProcess[]> => {
      const { rows } = await client.query<{ pid: number }>(`
        select pid from pg_stat_activity where datname = current_database() and application_name = 'order-state'`);
      return rows.map(({ pid }) => ({ name: 'postgres backends', pid }));
    },
    serverPids: await findServerPids(client),
    close: () => client.end(),
  };
};

/** Finds the server's current processes on each call; none if the server is on another machine. */
const findServerPids = async (client: pg.Client): Promise<() => Promise<number[]>> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const own = await readFile(`/proc/${rows[0]?.pid ?? 0}/stat`, 'latin1').catch(() => '');
  const server = /\(postgres\) \S (\d+)/.exec(own)?.[1];
  if (server === undefined) return () => Promise.resolve([]);
  return async () => {
    const children = await readFile(`/proc/${server}/task/${server}/children`, 'latin1');
    return [server, ...children.trim().split(' ')].map(Number);
  };
};
