import { runContainer } from '../containers/run-container.js';
import { awaitPostgres, ensureDatabase } from './await-postgres.js';
import { postgresUser, productDatabase } from './cluster.js';
import type { PostgresStart, RunningPostgres } from './running-postgres.js';

export const postgresImage = 'postgres:17.6';
const readyLimitMs = 60_000;
const stopGraceMs = 20_000;

type Login = { password: string; ports: readonly number[] };
const urlOf = ({ password, ports }: Login, database: string): string =>
  `postgres://${postgresUser}:${password}@127.0.0.1:${ports[0] ?? 0}/${database}`;

/** In a container, with the same settings as a server of our own. */
export const startPostgresContainer = async (start: PostgresStart): Promise<RunningPostgres> => {
  const settings = [
    'max_connections=200',
    'max_locks_per_transaction=256',
    `fsync=${start.fsync}`,
    'shared_preload_libraries=pg_stat_statements',
  ];
  const container = await runContainer(
    {
      server: 'postgres',
      image: postgresImage,
      command: ['postgres', ...settings.flatMap((setting) => ['-c', setting])],
      env: (password) => ({
        POSTGRES_USER: postgresUser,
        POSTGRES_PASSWORD: password,
        POSTGRES_DB: 'postgres',
        // Bytes in order, as in a cluster of our own.
        POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale=C',
      }),
      dataPath: '/var/lib/postgresql/data',
      ports: [5_432],
      // Fast shutdown: SIGTERM would wait for every client to leave.
      stopSignal: 'SIGINT',
      stopGraceMs,
      awaitReady: async (login) => {
        await awaitPostgres(urlOf(login, 'postgres'), readyLimitMs);
        await ensureDatabase(urlOf(login, 'postgres'), productDatabase);
      },
    },
    start,
  );
  return { url: urlOf(container, productDatabase), kind: 'container', stop: container.stop };
};
