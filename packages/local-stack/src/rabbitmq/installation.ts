import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { isErrorCode, messageOf } from '../files/error-code.js';
import {
  type AptLists,
  download,
  extract,
  fetchLists,
  type PackageVersion,
  resolvePackages,
  systemLists,
} from './apt.js';

/** Where the programs of a RabbitMQ are. */
export type RabbitmqInstallation = {
  kind: 'installed' | 'packages';
  /** Holds the bare scripts `rabbitmq-server` and `rabbitmqctl`. */
  scriptsDir: string;
  /** Directories to search before the usual ones: Erlang's own. */
  path: readonly string[];
  /** Shared libraries that the system lacks. */
  libraryPath: readonly string[];
};

/**
 * The RabbitMQ installed at `TEST_RABBITMQ_HOME`, or by the system. Its scripts are called directly: the wrappers that
 * distributions put on the path switch to the system's user and data. Bare scripts have `rabbitmq-env` beside them.
 */
export const findInstalledRabbitmq = (path: string): RabbitmqInstallation | undefined => {
  const home = process.env['TEST_RABBITMQ_HOME'];
  if (home) return findUnder(home);
  const onPath = path
    .split(delimiter)
    .map((dir) => join(dir, 'rabbitmq-server'))
    .filter((file) => existsSync(file))
    .map((file) => dirname(realpathSync(file)));
  const candidates = [...onPath, '/usr/lib/rabbitmq/bin', ...versionedDirs('/usr/lib/rabbitmq/lib')];
  const scriptsDir = candidates.find((dir) =>
    ['rabbitmq-env', 'rabbitmqctl'].every((file) => existsSync(join(dir, file))),
  );
  return scriptsDir === undefined ? undefined : { kind: 'installed', scriptsDir, path: [], libraryPath: [] };
};

/** RabbitMQ's archive for Unix, whose Erlang is on the path, or Debian's packages as `unpackRabbitmq` leaves them. */
const findUnder = (home: string): RabbitmqInstallation => {
  const archive = join(home, 'sbin');
  if (existsSync(archive)) return { kind: 'installed', scriptsDir: archive, path: [], libraryPath: [] };
  if (existsSync(join(home, 'usr/lib/rabbitmq/bin'))) return { ...describeUnpacked(home), kind: 'installed' };
  throw new Error(`TEST_RABBITMQ_HOME=${home}: it has neither sbin nor usr/lib/rabbitmq/bin`);
};

const versionedDirs = (parent: string): string[] =>
  existsSync(parent) ? readdirSync(parent).map((version) => join(parent, version, 'sbin')) : [];

const abandonedAfterMs = 3_600_000;

/**
 * The distribution's own RabbitMQ, unpacked into a cache directory without root and without installing anything. Only
 * the first start downloads. A directory appears under its final name when it is whole, so a killed or a concurrent
 * start leaves no half one.
 * @throws Error with apt's own words when the packages are not to be had
 */
export const unpackRabbitmq = async (cacheDir: string, log: (line: string) => void): Promise<RabbitmqInstallation> => {
  const cached = findUnpacked(cacheDir);
  if (cached) return cached;
  log('downloading RabbitMQ from the packages of this distribution, once, about 35 MB');
  removeAbandoned(cacheDir);
  const workDir = mkdtempSync(join(cacheDir, 'unpacking-'));
  try {
    const { lists, packages } = await resolveWithFreshLists(workDir);
    const debs = join(workDir, 'debs');
    await downloadAll(lists, packages, debs);
    const target = join(cacheDir, directoryName(packages));
    return describeUnpacked(await unpack(debs, join(workDir, 'root'), target));
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
};

/** Leftovers of killed downloads; a younger directory may be in use right now. */
const removeAbandoned = (cacheDir: string): void => {
  const abandoned = readdirSync(cacheDir)
    .filter((name) => name.startsWith('unpacking-'))
    .map((name) => join(cacheDir, name))
    .filter((path) => Date.now() - statSync(path).mtimeMs > abandonedAfterMs);
  for (const path of abandoned) rmSync(path, { recursive: true, force: true });
};

/** Any version will do: the newest by name. The system is part of the name, for a home may be shared by several. */
const findUnpacked = (cacheDir: string): RabbitmqInstallation | undefined => {
  const names = readdirSync(cacheDir).filter((name) => name.startsWith('rabbitmq-') && name.endsWith(systemSuffix()));
  const newest = names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0];
  return newest === undefined ? undefined : describeUnpacked(join(cacheDir, newest));
};

const directoryName = (packages: readonly PackageVersion[]): string => {
  const version = packages.find(({ name }) => name === 'rabbitmq-server')?.version ?? 'unknown';
  return `rabbitmq-${version.replaceAll(/[^\w.+~-]/g, '_')}${systemSuffix()}`;
};

const systemSuffix = (): string => {
  const release = readFileSync('/etc/os-release', 'utf8');
  const value = (key: string) => new RegExp(`^${key}="?([^"\\n]*)`, 'm').exec(release)?.[1] ?? '';
  return `-${value('ID')}${value('VERSION_ID')}-${process.arch}`;
};

/** The system's lists where they serve; where they are empty, or too old for the archive, lists of our own. */
const resolveWithFreshLists = async (workDir: string): Promise<{ lists: AptLists; packages: PackageVersion[] }> => {
  try {
    return { lists: systemLists, packages: await checkAvailable(systemLists, workDir) };
  } catch (error) {
    const lists = await fetchLists(join(workDir, 'apt')).catch((second: unknown) => {
      throw new Error(`${messageOf(error)}; ${messageOf(second)}`, { cause: error });
    });
    return { lists, packages: await resolvePackages(lists, workDir) };
  }
};

/** Outdated lists name versions that the archive no longer has: the server's own package, fetched first, shows that. */
const checkAvailable = async (lists: AptLists, workDir: string): Promise<PackageVersion[]> => {
  const packages = await resolvePackages(lists, workDir);
  await downloadAll(lists, packages, join(workDir, 'debs'));
  return packages;
};

const downloadAll = (lists: AptLists, packages: readonly PackageVersion[], debs: string): Promise<void> =>
  download(
    lists,
    packages.map(({ name, version }) => `${name}=${version}`),
    debs,
  );

const unpack = async (debs: string, root: string, target: string): Promise<string> => {
  await extract(debs, root);
  relocateErlang(join(root, 'usr/lib/erlang'), join(target, 'usr/lib/erlang'));
  try {
    renameSync(root, target);
  } catch (error) {
    // A concurrent start was first: its copy is as good.
    if (!isErrorCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
  return target;
};

/** Debian's start scripts name the directory that Erlang was built for. */
const relocateErlang = (root: string, finalRoot: string): void => {
  const runtimes = readdirSync(root).filter((name) => name.startsWith('erts-'));
  for (const dir of ['bin', ...runtimes.map((runtime) => join(runtime, 'bin'))]) {
    for (const script of ['erl', 'start'].map((name) => join(root, dir, name)).filter((path) => existsSync(path))) {
      writeFileSync(script, readFileSync(script, 'utf8').replaceAll('/usr/lib/erlang', finalRoot));
    }
  }
};

const describeUnpacked = (root: string): RabbitmqInstallation => ({
  kind: 'packages',
  scriptsDir: join(root, 'usr/lib/rabbitmq/bin'),
  path: [join(root, 'usr/lib/erlang/bin')],
  libraryPath: ['usr/lib', 'lib'].flatMap((lib) => multiarchDirs(join(root, lib))),
});

const multiarchDirs = (lib: string): string[] =>
  existsSync(lib)
    ? readdirSync(lib)
        .filter((name) => name.includes('-linux-gnu'))
        .map((name) => join(lib, name))
    : [];
