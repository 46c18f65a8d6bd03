import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { grantRows, workingRole } from '@delivery/local-stack';
import { type PrivatePostgres, startPrivatePostgres } from '@delivery/test-support';
import { migrateDatabase } from '../src/migrate-database.js';
import { query } from '../src/query.js';

const document = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const [, section = ''] = /^## Back-up and restore\n([^]*?)^## /m.exec(document) ?? [];
const cut = (pattern: RegExp): string => {
  const found = pattern.exec(section)?.[1];
  if (found === undefined) throw new Error(`docs/operations.md has nothing like ${String(pattern)}`);
  return found;
};
/** The document's owner and database. The superuser of a private server has that name, too. */
const asOwner = (command: string): string => command.replaceAll(/\bdelivery\b/g, 'keeper');
const backUp = asOwner(cut(/`(pg_dump [^`]+)`/));
const restore = asOwner(cut(/((?:^ +(?:createdb|pg_restore|psql) .+\n)+)/m));
const giveBack = asOwner(cut(/`(alter database delivery owner to [^`]+)`/));

/** Debian's clients, newest first, or the ones on the path. npm's binaries have none. */
const findClients = (): { directory: string; major: number } | undefined => {
  const debian = '/usr/lib/postgresql';
  try {
    const majors = readdirSync(debian).map(Number);
    const directory = join(debian, String(Math.max(...majors)), 'bin');
    const version = execFileSync(join(directory, 'pg_dump'), ['--version'], { encoding: 'utf8' });
    return { directory, major: Number(/ (\d+)\./.exec(version)?.[1]) };
  } catch {
    return undefined;
  }
};
const clients = findClients();
// A machine of CI that lacks them must not pass.
const withClients = clients || process.env['CI'] ? describe : describe.skip;

withClients('A database that was restored as docs/operations.md says', () => {
  const directory = mkdtempSync(join(tmpdir(), 'restore-'));
  let server: PrivatePostgres;
  beforeAll(async () => {
    if (!clients) throw new Error('pg_dump is missing: apt-get install postgresql-client');
    // A pg_dump does not take a newer server: one of its own major comes from npm, also in a run on containers.
    delete process.env['STACK'];
    if (clients.major < 18) process.env['TEST_POSTGRES'] = String(clients.major);
    server = await startPrivatePostgres();
    await query(
      urlOf('postgres'),
      `create role ${workingRole.name} login password 'secret'`,
      `create role keeper login password 'secret'`,
      'create database keeper owner keeper template template0',
    );
    await query(ownerUrl(), grantRows('keeper'));
    expect(await migrateDatabase(ownerUrl())).toBe(0);
  }, 180_000);
  afterAll(async () => {
    await server.stop();
    rmSync(directory, { recursive: true });
  });

  const urlOf = (database: string, user?: string): string => {
    const url = new URL(server.url);
    url.pathname = `/${database}`;
    if (user !== undefined) [url.username, url.password] = [user, 'secret'];
    return url.href;
  };
  const ownerUrl = () => urlOf('keeper', 'keeper');
  const workingUrl = () => urlOf('keeper', workingRole.name);
  const run = (commands: string): void => {
    const { hostname, port, username, password } = new URL(server.url);
    execFileSync('sh', ['-ec', commands], {
      cwd: directory,
      env: {
        PATH: `${clients?.directory ?? ''}:${process.env['PATH'] ?? ''}`,
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        PGPASSWORD: password,
      },
    });
  };

  it('has days made by order-state, and is migrated by its owner', async () => {
    run(backUp);
    run(restore);
    expect(await query(workingUrl(), `select create_day_partitions('2031-01-01') as made`)).toEqual([{ made: true }]);
    expect(
      await query(workingUrl(), `select count(*)::int as days from partition_days where day >= '2031-01-01'`),
    ).toEqual([{ days: 1 }]);
    expect(await migrateDatabase(ownerUrl())).toBe(0);
    await query(ownerUrl(), 'create table of_the_next_release (id int)', 'drop table of_the_next_release');
  });

  it('to another owner makes no days, until the database is given back', async () => {
    await query(urlOf('postgres'), 'alter database keeper owner to current_user');
    const makeDay = () => query(workingUrl(), `select create_day_partitions('2031-01-02') as made`);
    await expect(makeDay()).rejects.toThrow('permission denied for schema public');
    await query(urlOf('postgres'), giveBack);
    expect(await makeDay()).toEqual([{ made: true }]);
  });
});
