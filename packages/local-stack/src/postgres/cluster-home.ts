import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.js';
import { canReach, handOver, type ServerUser } from './server-user.js';

export type ClusterHome = {
  /** Holds the cluster and its password file; the server's user owns it. */
  dir: string;
  binaries: PostgresBinaries;
};

/**
 * Where the cluster lives: in the data directory, unless the server must run as an OS user who cannot get there (a project
 * under /root); then in /var/lib, with a copy of the binaries where those are out of reach too.
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
