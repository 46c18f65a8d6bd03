import { join } from 'node:path';
import { keptPassword } from '../containers/kept-password.js';
import { awaitPostgres } from './await-postgres.js';
import { volumeFor } from '../containers/volume.js';
import type { PostgresStart, RunningPostgres } from './find-or-start-postgres.js';
import { postgresUser } from './cluster.js';

const image = 'postgres:17';
const readyLimitMs = 60_000;

/** Through testcontainers; the data is in a named volume, so it is there at the next start. */
export const startPostgresContainer = async ({ dataDir, database, log }: PostgresStart): Promise<RunningPostgres> => {
  log(`starting a container of ${image}`);
  // Loaded on demand: no other way of running needs it, and it is large.
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer(image)
    .withDatabase(database)
    .withUsername(postgresUser)
    .withPassword(keptPassword(join(dataDir, 'postgres')))
    .withBindMounts([{ source: volumeFor(dataDir, 'postgres'), target: '/var/lib/postgresql/data' }])
    .withCommand(['postgres', '-c', 'max_connections=200', '-c', 'shared_preload_libraries=pg_stat_statements'])
    .start();
  const url = container.getConnectionUri();
  await awaitPostgres(url, readyLimitMs);
  return {
    url,
    kind: 'container',
    stop: async () => {
      await container.stop();
    },
  };
};
