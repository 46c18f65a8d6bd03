import { accessSync, constants, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../processes/run-command.js';

const timeoutMs = 10 * 60_000;
/** Nothing here needs root; as root, apt would hand the work to a user who may not write where we tell it to. */
const common = ['-qq', '-o', 'APT::Sandbox::User=root', '-o', 'Acquire::Retries=3', '-o', 'Acquire::http::Timeout=20'];

/** apt's options for one set of package lists. */
export type AptLists = readonly string[];

/** The system's own lists: at hand on most machines, but perhaps empty or out of date. */
export const systemLists: AptLists = [];

/** Fetches lists of our own into a directory: no root, and the system's stay as they are. */
export const fetchLists = async (directory: string): Promise<AptLists> => {
  for (const dir of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(directory, dir), { recursive: true });
  const lists = ['-o', `Dir::State::Lists=${join(directory, 'lists')}`, '-o', `Dir::Cache=${join(directory, 'cache')}`];
  await apt(lists, ['update']);
  return lists;
};

/** The packages to unpack for a RabbitMQ that runs on this system. */
export const resolvePackages = async (lists: AptLists, workDir: string): Promise<PackageVersion[]> => {
  // With an empty status file apt names the whole closure, installed packages included.
  const status = join(workDir, 'status');
  writeFileSync(status, '');
  const simulation = await apt(
    [...lists, '-o', `Dir::State::status=${status}`],
    ['--simulate', 'install', '--no-install-recommends', 'rabbitmq-server'],
  );
  const installed = await runCommand('dpkg-query', ['--show', '--showformat=${db:Status-Abbrev} ${Package}\n']);
  const packages = selectPackages(parseSimulation(simulation), parseInstalled(installed));
  if (!packages.some(({ name }) => name === 'rabbitmq-server'))
    throw new Error('the package lists do not contain rabbitmq-server');
  return packages;
};

/**
 * Downloads into a directory; apt checks the packages against the signed lists.
 * @param packages names, each with `=` and a version or without
 */
export const download = async (lists: AptLists, packages: readonly string[], directory: string): Promise<void> => {
  mkdirSync(directory, { recursive: true });
  await apt(lists, ['download', ...packages], directory);
};

/** Unpacks all packages of a directory, without installing them. */
export const extract = async (debs: string, root: string): Promise<void> => {
  for (const deb of readdirSync(debs).filter((file) => file.endsWith('.deb')))
    await runCommand('dpkg', ['--extract', join(debs, deb), root]);
};

const apt = (lists: AptLists, args: readonly string[], cwd = '/'): Promise<string> =>
  runCommand('apt-get', [...common.slice(args.includes('--simulate') ? 1 : 0), ...lists, ...args], {
    cwd,
    timeoutMs,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });

export type PackageVersion = { name: string; version: string };

/** The packages that `apt-get --simulate install` would install, in its order. */
export const parseSimulation = (output: string): PackageVersion[] =>
  [...output.matchAll(/^Inst (\S+) (?:\[[^\]]*\] )?\((\S+)/gm)].map(([, name = '', version = '']) => ({
    name,
    version,
  }));

/**
 * The packages to unpack: RabbitMQ and Erlang whole, even where parts of Erlang are installed, for its parts must come
 * from one place; of the libraries only those that the system lacks; and no package that only an installation needs.
 */
export const selectPackages = (closure: readonly PackageVersion[], installed: ReadonlySet<string>): PackageVersion[] =>
  closure.filter(
    ({ name }) =>
      name === 'rabbitmq-server' || name.startsWith('erlang-') || (name.startsWith('lib') && !installed.has(name)),
  );

/** The installed ones among the lines of `dpkg-query --show --showformat='${db:Status-Abbrev} ${Package}\n'`. */
export const parseInstalled = (output: string): Set<string> =>
  new Set([...output.matchAll(/^ii\s+(\S+)$/gm)].map(([, name = '']) => name));

/**
 * The directory for unpacked packages, shared by all checkouts; in the data directory where there is no writable home.
 */
export const openCacheDir = (
  env: { DELIVERY_CACHE_DIR?: string | undefined; XDG_CACHE_HOME?: string | undefined },
  dataDir: string,
): string => {
  if (env.DELIVERY_CACHE_DIR) return makeWritable(env.DELIVERY_CACHE_DIR);
  try {
    return makeWritable(join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'delivery-order-intake'));
  } catch {
    // Users without a writable home directory are common in containers.
    return makeWritable(join(dataDir, 'cache'));
  }
};

const makeWritable = (directory: string): string => {
  mkdirSync(directory, { recursive: true });
  accessSync(directory, constants.W_OK);
  return directory;
};
