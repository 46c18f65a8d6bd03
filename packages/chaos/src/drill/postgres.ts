import { archiveSettings, backUpCluster, type LocalBackup, withClient } from '@delivery/local-stack';
import { pollUntil } from '@delivery/test-support';
import type { Stage } from '../stage.js';
import { type Disaster, readyLimitMs, shortLease } from './disaster.js';

/** Asked for by docs/operations.md after a restore and after a failover. */
export const raiseEpoch = 'update directory_state set epoch = gen_random_uuid()';

export const lostToBackup: Disaster = {
  name: 'postgres-backup',
  summary: 'Postgres and its disk are lost; only a base backup is left',
  stage: { settings: archiveSettings, env: shortLease },
  prepare: (stage) => {
    let backup: LocalBackup | undefined;
    return Promise.resolve({
      secure: async () => {
        backup = await backUpCluster(stage.databaseUrl);
      },
      lose: () => losePostgres(stage, backup),
      recover: () => restorePostgres(stage, backup, 'backup-wal'),
    });
  },
};

export const lostToArchive: Disaster = {
  name: 'postgres-archive',
  summary: 'Postgres and its disk are lost; a base backup and the archived WAL are left',
  stage: { settings: archiveSettings, env: shortLease },
  prepare: async (stage) => {
    const backup = await backUpCluster(stage.databaseUrl);
    return {
      // As `archive_timeout` does by itself.
      secure: () => archiveWal(stage.databaseUrl),
      lose: () => losePostgres(stage, backup),
      recover: () => restorePostgres(stage, backup, 'archive'),
    };
  },
};

const losePostgres = async (stage: Stage, backup: LocalBackup | undefined): Promise<void> => {
  await stage.postgresServer.kill9();
  backup?.loseCluster();
};

const restorePostgres = async (
  { product, postgresServer, databaseUrl }: Stage,
  backup: LocalBackup | undefined,
  wal: Parameters<LocalBackup['restore']>[0],
): Promise<void> => {
  await Promise.all([product.kill('order-state', 0, 'SIGTERM'), product.kill('webhook-dispatcher', 0, 'SIGTERM')]);
  await backup?.restore(wal);
  await postgresServer.start();
  await awaitPrimary(databaseUrl);
  await query(databaseUrl, raiseEpoch);
  await product.start('order-state');
  await product.start('webhook-dispatcher');
  await product.waitForReady(readyLimitMs);
};

/** A server that recovers answers reads before its end. */
export const awaitPrimary = (url: string): Promise<true> =>
  pollUntil('Postgres has recovered', async () => {
    const [row] = await query(url, 'select pg_is_in_recovery() as recovers');
    return row?.['recovers'] === false || undefined;
  });

const archiveWal = async (url: string): Promise<void> => {
  const [row] = await query(url, 'select pg_walfile_name(pg_switch_wal()) as name');
  await pollUntil('the WAL is archived', async () => {
    const isArchived = 'select from pg_stat_archiver where last_archived_wal >= $1';
    return (await query(url, isArchived, [row?.['name']])).length > 0 || undefined;
  });
};

export const query = (url: string, text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(text, [...values])).rows);
