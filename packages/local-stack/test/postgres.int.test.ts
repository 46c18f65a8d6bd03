import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { awaitPostgres, refuseUnreleasedData } from '../src/postgres/database.js';
import { findOrStartPostgres } from '../src/postgres/find-or-start-postgres.js';
import { findOsUser } from '../src/postgres/server-user.js';
import { type RunningPostgres, startLocalPostgres } from '../src/postgres/start-local-postgres.js';
import { makeDataDir, query, removeDataDir } from './run-servers.js';

const isRoot = process.getuid?.() === 0;

describe('a private Postgres', () => {
  /** A cluster takes seconds to create: one for all tests, each of which starts and stops it. */
  const dataDir = makeDataDir();
  let onLine: (line: string) => void;
  let running: RunningPostgres[];
  const start = async (settings = {}) => {
    const options = { dataDir, env: {}, log: (line: string) => onLine(line), settings };
    const postgres = await findOrStartPostgres(options);
    running.push(postgres);
    return postgres;
  };

  beforeEach(() => {
    onLine = () => undefined;
    running = [];
  });

  afterEach(async () => {
    for (const postgres of running) await postgres.stop();
  });

  afterAll(() => removeDataDir(dataDir));

  it('is refused in one line that names its directory where an unreleased version made it, and left as it is', async () => {
    const { url, stop } = await start();
    const migrationsDir = fileURLToPath(new URL('../../../services/order-state/migrations', import.meta.url));
    const refuse = () => refuseUnreleasedData({ databaseUrl: url, migrationsDir, where: dataDir });
    await refuse();
    await query(url, 'create table schema_migrations (name text, checksum text)');
    await refuse();
    await query(url, `insert into schema_migrations values ('0001-orders-and-ledger.sql', 'abc')`);
    await expect(refuse()).rejects.toThrow(`${dataDir} is of an unreleased version: move or delete it to start empty`);
    expect(await query(url, 'select name from schema_migrations')).toHaveLength(1);
    await query(url, 'drop table schema_migrations');
    await stop();
  });

  it('flushes its commits, and refuses a connection without the password', async () => {
    const { url } = await start();

    expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it.each(['on', 'off'] as const)('has every committed row after kill -9, at the same URL: fsync %s', async (fsync) => {
    const { url, server } = await start({ fsync });
    expect(await query(url, 'show fsync')).toEqual([{ fsync }]);
    await query(url, 'drop table if exists committed');
    await query(url, 'create table committed as select 42 as answer');

    await server!.kill9();
    await server!.start();

    expect(await query(url, 'select answer from committed')).toEqual([{ answer: 42 }]);
  });

  it('is started again when it is killed', async () => {
    const { url, server } = await start();
    const killed = server!.pid()!;

    const died = new Promise<string>((resolve) => (onLine = resolve));
    process.kill(killed, 'SIGKILL');
    expect(await died).toContain('postgres died (ended by SIGKILL)');
    await awaitPostgres(url, 30_000);

    expect(server!.pid()).not.toBe(killed);
  });

  it('takes another port when another process has its own', async () => {
    const first = await start();
    await first.stop();
    const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
    await once(squatter, 'listening');

    const second = await start();
    squatter.close();

    expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
    expect(await query(second.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  });

  it('refuses a data directory in use, and names the process that uses it', async () => {
    await start();

    await expect(start()).rejects.toThrow(`is in use by process ${process.pid}`);
  });

  (isRoot ? it : it.skip)('runs as an ordinary OS user where root may not make user namespaces', async () => {
    const own = makeDataDir();
    const options = {
      dataDir: own,
      settings: {},
      log: () => undefined,
      report: () => undefined,
    };
    const postgres = await startLocalPostgres(options, { user: findOsUser() });

    expect(await query(postgres.url, 'select 1 as up')).toEqual([{ up: 1 }]);
    await postgres.stop();
    removeDataDir(own);
  });

  it('uses the server of DATABASE_URL, and leaves it alone', async () => {
    const own = await start();

    const external = await findOrStartPostgres({ dataDir, env: { DATABASE_URL: own.url }, log: () => undefined });
    await external.stop();

    expect(external).toMatchObject({ kind: 'external', url: own.url });
    expect(await query(own.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  });
});
