import pg from 'pg';
import { pollUntil } from '@delivery/test-support';
import type { CountedSubject, SendEvent } from '../subjects/counted-events.js';
import { readBrokerCounters } from './broker-counters.js';
import type { Figures } from './compare.js';
import { median } from './latencies.js';
import { costsDuring, type ProcessCosts } from './process-costs.js';

/** For one event. `statements`: by the tables that each writes. */
export type EventCosts = { counts: Figures; statements: [string, Figures][] };

type Statement = { id: string; text: string; calls: number; rows: number; walBytes: number };

type Counted = { eventCount: number; warmUpCount: number; send: SendEvent };

const settleTimeoutMs = 60_000;
const settlePollMs = 2;
/** Tells the statement that is sent here for each event from the events' own. */
const ownMark = '/* bench */';

/**
 * Counts the work of events that follow one another, each after the last one is settled, so that no two share a batch.
 * Loops do less than one thing per event meanwhile, which is left out: so the counts depend neither on the machine nor
 * on its load.
 */
export const openEventMeter = async ({ databaseUrl, pids, unsettled }: CountedSubject) => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements; create extension if not exists pg_walinspect');
  // A temporary slot keeps the WAL that is to be read. Postgres drops it with this session.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [`bench_${process.pid}`]);
  const services = pids().map(({ name, pid }) => ({
    name: name.replace(/ 0$/, ''),
    pids: () => Promise.resolve([pid]),
  }));
  const isSettled = async () => {
    const { rowCount } = await client.query(`select ${ownMark} from ${unsettled} limit 1`);
    return rowCount === 0 ? true : undefined;
  };
  const sendOne = async (send: SendEvent): Promise<void> => {
    await send();
    await pollUntil('all is settled', isSettled, settleTimeoutMs, settlePollMs);
  };
  return {
    perEvent: async ({ eventCount, warmUpCount, send }: Counted): Promise<EventCosts> => {
      for (let sent = 0; sent < warmUpCount; sent += 1) await sendOne(send);
      const before = await readMoment(client);
      const costs: Map<string, ProcessCosts>[] = [];
      while (costs.length < eventCount) costs.push((await costsDuring(services, () => sendOne(send))).costs);
      const after = await readMoment(client);
      const each = (now: number, then = 0): number => Math.floor((now - then) / eventCount);
      const statements = after.statements
        .map((now): Statement => {
          const then = before.statements.find(({ id }) => id === now.id);
          const walBytes = (now.walBytes - (then?.walBytes ?? 0)) / eventCount;
          return { ...now, calls: each(now.calls, then?.calls), rows: each(now.rows, then?.rows), walBytes };
        })
        .filter(({ calls }) => calls > 0);
      const inWal = await readWal(client, before.at, after.at);
      return {
        counts: {
          statements: sum(statements.map(({ calls }) => calls)),
          rows: sum(statements.map(({ rows }) => rows)),
          'WAL bytes': inWal.bytes / eventCount,
          'index entries': inWal.indexEntries / eventCount,
          publishes: each(after.broker.publishes, before.broker.publishes),
          confirms: each(after.broker.confirms, before.broker.confirms),
          acks: each(after.broker.acks, before.broker.acks),
          ...systemCalls(costs),
        },
        statements: statements.map(({ text, calls, rows, walBytes }) => [
          describe(text),
          { statements: calls, rows, 'WAL bytes': walBytes },
        ]),
      };
    },
    close: () => client.end(),
  };
};

/** Medians, because V8's threads wake the main thread by system calls: some events see hundreds of them. */
const systemCalls = (costs: readonly Map<string, ProcessCosts>[]): Figures => {
  const callsOf = (name: string) => costs.map((of) => (of.get(name)?.reads ?? 0) + (of.get(name)?.writes ?? 0));
  return Object.fromEntries(
    [...(costs[0]?.keys() ?? [])].map((name) => [`system calls: ${name}`, median(callsOf(name))]),
  );
};

const readMoment = async (client: pg.Client) => {
  const { rows: statements } = await client.query<Statement>(`
    select queryid::text as id, query as text, calls::int, rows::int, wal_bytes::int as "walBytes"
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database()) and query not like '%${ownMark}%'`);
  const { rows } = await client.query<{ at: string }>('select pg_current_wal_flush_lsn() as at');
  return { statements, at: rows[0]?.at ?? '0/0', broker: await readBrokerCounters() };
};

/** Changes of this database's tables and indexes, without whole pages, and without what vacuum does. */
const readWal = async (
  client: pg.Client,
  from: string,
  to: string,
): Promise<{ bytes: number; indexEntries: number }> => {
  const { rows } = await client.query<{ bytes: number; indexEntries: number }>(
    `select coalesce(sum(bytes), 0)::float8 as bytes,
            count(*) filter (where record in ('Btree/INSERT_LEAF', 'Btree/INSERT_POST', 'Btree/SPLIT_L', 'Btree/SPLIT_R'))::int
              as "indexEntries"
     from (
       select w.resource_manager || '/' || w.record_type as record, max(w.record_length) - sum(w.block_fpi_length) as bytes
       from pg_get_wal_block_info($1, $2, false) w
         join pg_class c on c.relfilenode = w.relfilenode and c.relnamespace = current_schema()::regnamespace
       where w.reldatabase = (select oid from pg_database where datname = current_database())
         and w.record_type !~ 'VACUUM|PRUNE|REUSE|DEDUP|UNLINK|MARK|FPI'
       group by w.start_lsn, record
     ) changes`,
    [from, to],
  );
  return rows[0] ?? { bytes: 0, indexEntries: 0 };
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The tables that a statement writes, or else the first ones that it reads. */
const describe = (text: string): string => {
  const writes = [...text.matchAll(/\b(insert into|(?<!for |key |do )update|delete from) (\w+)/gi)];
  const reads = [...text.matchAll(/\b(from) (\w+)/gi)].slice(0, 2);
  const found = (writes.length > 0 ? writes : reads).map(([, verb, table]) => `${verb} ${table}`);
  return found.length > 0 ? [...new Set(found)].join(', ') : text.replace(/\s+/g, ' ');
};
