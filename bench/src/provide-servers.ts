import { fileURLToPath } from 'node:url';
import { startServers } from '@delivery/local-stack';

const dataDir = fileURLToPath(new URL('../../../.data/bench', import.meta.url));

/**
 * The servers of `TEST_DATABASE_URL` and `TEST_RABBITMQ_URL` where both are given, else private ones. Products and
 * floors take a database and a vhost of their own on them.
 */
export const provideServers = async (log: (line: string) => void): Promise<() => Promise<void>> => {
  if (process.env['TEST_DATABASE_URL'] && process.env['TEST_RABBITMQ_URL']) return () => Promise.resolve();
  const { postgres, rabbitmq, stop } = await startServers({ dataDir, env: {}, log });
  process.env['TEST_DATABASE_URL'] = postgres.url;
  process.env['TEST_RABBITMQ_URL'] = rabbitmq.url;
  process.env['TEST_RABBITMQ_MANAGEMENT_URL'] = rabbitmq.managementUrl ?? '';
  process.env['TEST_RABBITMQ_PROMETHEUS_URL'] = rabbitmq.prometheusUrl ?? '';
  return stop;
};
