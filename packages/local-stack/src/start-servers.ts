import { findOrStartPostgres, type PostgresOptions } from './postgres/find-or-start-postgres.js';
import type { RunningPostgres } from './postgres/start-local-postgres.js';
import { findOrStartRabbitmq, type RabbitmqOptions } from './rabbitmq/find-or-start-rabbitmq.js';
import type { RunningRabbitmq } from './rabbitmq/start-local-rabbitmq.js';

export type ServersOptions = PostgresOptions &
  RabbitmqOptions & { env: PostgresOptions['env'] & RabbitmqOptions['env'] };

export type RunningServers = { postgres: RunningPostgres; rabbitmq: RunningRabbitmq; stop: () => Promise<void> };

/**
 * Finds or starts both servers at the same time; see `findOrStartPostgres` and `findOrStartRabbitmq`.
 * @throws the first error of the two; a server that had started by then is stopped
 */
export const startServers = async (options: ServersOptions): Promise<RunningServers> => {
  const both = await Promise.allSettled([findOrStartPostgres(options), findOrStartRabbitmq(options)]);
  const [postgres, rabbitmq] = both;
  if (postgres.status === 'fulfilled' && rabbitmq.status === 'fulfilled') {
    const stop = async () => {
      await Promise.all([postgres.value.stop(), rabbitmq.value.stop()]);
    };
    return { postgres: postgres.value, rabbitmq: rabbitmq.value, stop };
  }
  for (const one of both) if (one.status === 'fulfilled') await one.value.stop();
  throw both.find((one) => one.status === 'rejected')?.reason;
};
