import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { grantRows, workingRole } from '@delivery/local-stack';

export type TestDatabase = {
  /** URL of a database of its own, with the whole schema and no rows but those of the migrations. Its role owns all of it. */
  url: string;
  /** The URL for the role that order-state works with. */
  workingUrl: string;
  /** Drops the database, even if clients are still connected. */
  drop: () => Promise<void>;
};

type Migration = { name: string; sql: string; checksum: string };

const defaultMigrationsDir = new URL('../../../services/order-state/migrations/', import.meta.url);

/** Any constant: one process at a time makes a template. */
const templateLock = 7_212_004_562;

/**
 * Creates a database for one test file on the server of `TEST_DATABASE_URL`, cloned from a migrated template. The
 * template is made once per server, rights and set of migrations: its name is a hash of them.
 * @param options.serverUrl another server than the environment's
 * @param options.migrationsDir directory with a trailing slash of `NNNN-name.sql`; default: order-state's
 * @throws Error when `TEST_DATABASE_URL` is not set or its server cannot be reached
 */
export const createDatabase = async (
  options: { migrationsDir?: URL; serverUrl?: string } = {},
): Promise<TestDatabase> => {
  const serverUrl = options.serverUrl ?? process.env['TEST_DATABASE_URL'];
  if (!serverUrl) throw new Error('TEST_DATABASE_URL is not set: run the tests through npm test');
  const migrations = await readMigrations(options.migrationsDir ?? defaultMigrationsDir);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withAdmin(serverUrl, async (admin) => {
    const template = await ensureTemplate(admin, serverUrl, migrations);
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const drop = () => withAdmin(serverUrl, (admin) => dropDatabase(admin, name));
  const url = urlOf(serverUrl, name);
  return { url, workingUrl: asWorkingRole(url), drop };
};

/** One for all tests of a server, as the role is. */
const workingPassword = 'reads-and-writes-rows';

/** The URL of a database for the role that order-state works with. */
export const asWorkingRole = (ownerUrl: string): string => {
  const url = new URL(ownerUrl);
  url.username = workingRole.name;
  url.password = workingPassword;
  return url.href;
};

const readMigrations = async (directory: URL): Promise<Migration[]> => {
  const names = (await readdir(directory)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, directory), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

/** Built under another name and renamed when whole: a run that dies on the way leaves no half template. */
const ensureTemplate = async (admin: pg.Client, serverUrl: string, migrations: Migration[]): Promise<string> => {
  const template = `template_${hashOf(migrations)}`;
  await admin.query('select pg_advisory_lock($1)', [templateLock]);
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
  if (rowCount === 0) {
    const unfinished = `${template}_unfinished`;
    await dropDatabase(admin, unfinished);
    await ensureWorkingRole(admin);
    await admin.query(`create database ${unfinished} template template0`);
    await applyMigrations(urlOf(serverUrl, unfinished), migrations);
    await admin.query(`alter database ${unfinished} with allow_connections false`);
    await admin.query(`alter database ${unfinished} rename to ${template}`);
  }
  await admin.query('select pg_advisory_unlock($1)', [templateLock]);
  return template;
};

const ensureWorkingRole = async (admin: pg.Client): Promise<void> => {
  const { name, memberOf } = workingRole;
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount !== 0) return;
  await admin.query(`create role ${name} login password '${workingPassword}' in role ${memberOf.join(', ')}`);
};

/** Leaves the same bookkeeping as the service's own runner, so that a service started on a clone finds it migrated. */
const applyMigrations = (url: string, migrations: readonly Migration[]): Promise<void> =>
  withAdmin(url, async (client) => {
    await client.query(grantRows('current_user'));
    await client.query(`create table schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    for (const { name, sql, checksum } of migrations) {
      await client.query(sql);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    }
  });

const dropDatabase = async (admin: pg.Client, name: string): Promise<void> => {
  await admin.query(`drop database if exists ${name} with (force)`);
};

const withAdmin = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, application_name: 'test-support' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const hashOf = (migrations: readonly Migration[]): string => {
  const hash = createHash('sha256').update(grantRows('current_user'));
  for (const { name, checksum } of migrations) hash.update(`${name}\0${checksum}\0`);
  return hash.digest('hex').slice(0, 16);
};

const urlOf = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
};
