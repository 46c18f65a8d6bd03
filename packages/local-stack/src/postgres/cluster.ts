import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { keepJson, keepText, randomSecret, readKeptJson } from '../files/kept-json.js';
import { runCommand } from '../processes/run-command.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { asServerUser, canReach, handOver, type ServerUser } from './server-user.js';

/** Kept beside the cluster, readable by its owner alone. */
const settingsSchema = z.object({ password: z.string(), port: z.number().optional() });
type ClusterSettings = z.infer<typeof settingsSchema>;

export const postgresUser = 'delivery';
export const productDatabase = 'delivery';

export const clusterDir = (home: ClusterHome): string => join(home.dir, 'cluster');
const settingsPath = (home: ClusterHome): string => join(home.dir, 'settings.json');

/** Makes the cluster on the first start; afterwards returns its kept settings. */
export const ensureCluster = async (
  home: ClusterHome,
  user: ServerUser,
  log: (line: string) => void,
): Promise<ClusterSettings> => {
  const settings = settingsSchema.optional().parse(readKeptJson(settingsPath(home)));
  if (existsSync(clusterDir(home))) {
    checkMajor(home);
    if (settings) return settings;
    throw new Error(
      `the password of the database in ${home.dir} is missing: restore settings.json, or delete that directory`,
    );
  }
  log(`creating a Postgres ${home.binaries.major} database cluster`);
  const fresh = settings ?? { password: randomSecret() };
  keepSettings(home, fresh);
  await initialise(home, user, fresh.password);
  return fresh;
};

export const keepSettings = (home: ClusterHome, settings: ClusterSettings): void =>
  keepJson(settingsPath(home), settings);

/** Under another name until it is whole: a start that is killed on the way begins again. */
const initialise = async (home: ClusterHome, user: ServerUser, password: string): Promise<void> => {
  const unfinished = join(home.dir, 'cluster.unfinished');
  const passwordFile = join(home.dir, 'password.tmp');
  rmSync(unfinished, { recursive: true, force: true });
  keepText(passwordFile, `${password}\n`);
  handOver(user, passwordFile);
  const {
    command,
    args,
    user: ids,
  } = asServerUser(user, join(home.binaries.binDir, 'initdb'), [
    `--pgdata=${unfinished}`,
    `--username=${postgresUser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Bytes in order: nothing here sorts for people, and an index in this order survives every operating system.
    '--locale=C',
  ]);
  await runCommand(command, args, { cwd: home.dir, ...ids });
  rmSync(passwordFile);
  renameSync(unfinished, clusterDir(home));
};

const checkMajor = (home: ClusterHome): void => {
  const major = Number(readFileSync(join(clusterDir(home), 'PG_VERSION'), 'utf8'));
  if (major === home.binaries.major) return;
  throw new Error(
    `the database in ${home.dir} needs Postgres ${major}, but the server found is ${home.binaries.major}: ` +
      `install Postgres ${major}, or delete that directory to start empty`,
  );
};

export type ClusterHome = {
  /** Holds the cluster and its password file; the server's user owns it. */
  dir: string;
  binaries: PostgresBinaries;
};

/**
 * Where the cluster lives: in the data directory, unless the server must run as an OS user who cannot get there (a
 * project under /root); then in /var/lib, with a copy of the binaries where those are out of reach too.
 */
export const prepareClusterHome = async (
  postgresDir: string,
  user: ServerUser,
  binaries: PostgresBinaries,
): Promise<ClusterHome> => {
  const dir = await chooseDirectory(postgresDir, user);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  handOver(user, dir);
  if (await canReach(user, join(binaries.binDir, 'postgres'))) return { dir, binaries };
  return { dir, binaries: copyBinaries(dir, user, binaries) };
};

const chooseDirectory = async (postgresDir: string, user: ServerUser): Promise<string> => {
  if (await canReach(user, dirname(dirname(postgresDir)))) {
    // The data directory itself is closed to others; its way to the cluster must let the server's user pass.
    if (user.kind === 'os-user') openForPassage(dirname(postgresDir));
    return postgresDir;
  }
  const hash = createHash('sha256').update(postgresDir).digest('hex').slice(0, 16);
  mkdirSync('/var/lib/delivery-order-intake', { recursive: true, mode: 0o755 });
  return join('/var/lib/delivery-order-intake', `postgres-${hash}`);
};

const openForPassage = (directory: string): void => {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o711);
};

const copyBinaries = (dir: string, user: ServerUser, binaries: PostgresBinaries): PostgresBinaries => {
  const copy = join(dir, `binaries-${binaries.major}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(dirname(binaries.binDir), unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, copy);
    handOver(user, copy);
  }
  return { ...binaries, binDir: join(copy, 'bin') };
};
