import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '../processes/run-command.js';
import { withClient } from './database.js';
import { chooseServerUser, handOver } from './server-user.js';
import type { PostgresSettings } from './start-local-postgres.js';

/** Files of the running server alone. Its WAL is streamed, or comes from the archive. */
const leftOut = ['postmaster.*', 'pg_wal/*', 'pg_replslot/*', 'pg_stat_tmp/*', 'pg_subtrans/*'];

/**
 * A base backup of the files of a running server on this machine, made as `pg_basebackup` makes it, which npm's
 * binaries lack. If the server archives its WAL, all that the backup needs is in the archive then.
 */
export const copyCluster = (url: string, target: string): Promise<void> =>
  withClient(url, async (client) => {
    const source = await readDataDirectory(url);
    await client.query(`select pg_backup_start('copy', fast => true)`);
    await copyFiles(source, target, leftOut);
    // The label has to come from the session that began.
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    writeFileSync(join(target, 'backup_label'), rows[0]?.labelfile ?? '');
  });

/** 1: a file changed or went while it was read, which the WAL makes good. */
const copyScript = `source=$1 target=$2; shift 2
{ tar --directory "$source" --create "$@" . || test $? -eq 1; } | tar --directory "$target" --extract`;

/** A program of its own: a copy by Node's functions takes a minute on a busy machine. */
const copyFiles = async (source: string, target: string, without: readonly string[] = []): Promise<void> => {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const excluded = without.map((name) => `--exclude=./${name}`);
  await runCommand('bash', ['-o', 'pipefail', '-c', copyScript, 'copy', source, target, ...excluded]);
};

const readDataDirectory = (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ directory: string }>(`select current_setting('data_directory') as directory`);
    return rows[0]?.directory ?? '';
  });

/** Settings of a server that keeps its WAL in `archive` beside its cluster. A file has its name once it is whole. */
export const archiveSettings: PostgresSettings = {
  archive_mode: 'on',
  archive_command: 'mkdir -p ../archive && cp %p ../archive/%f.part && mv ../archive/%f.part ../archive/%f',
};

export type LocalBackup = {
  /** Deletes the cluster, as the loss of its disk does. The server must be down. */
  loseCluster: () => void;
  /** Puts the backup in place of the cluster: at its next start the server recovers to the end of that WAL. */
  restore: (wal: 'archive' | 'backup-wal') => Promise<void>;
};

/** Backs up a local server that was started with `archiveSettings`: its files, and apart the WAL that they need. */
export const backUpCluster = async (url: string): Promise<LocalBackup> => {
  const cluster = await readDataDirectory(url);
  const inHome = (name: string): string => join(dirname(cluster), name);
  const loseCluster = (): void => rmSync(cluster, { recursive: true });
  await copyCluster(url, inHome('backup'));
  await copyFiles(inHome('archive'), inHome('backup-wal'));
  return {
    loseCluster,
    restore: async (wal) => {
      await copyFiles(inHome('backup'), cluster);
      appendFileSync(join(cluster, 'postgresql.auto.conf'), `restore_command = 'cp ../${wal}/%f %p'\n`);
      writeFileSync(join(cluster, 'recovery.signal'), '');
      handOver(await chooseServerUser(), dirname(cluster));
    },
  };
};
