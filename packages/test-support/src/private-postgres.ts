import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrStartPostgres, removeDataDir } from '@delivery/local-stack';

export type PrivatePostgres = { url: string; stop: () => Promise<void> };

/** A whole cluster for one test file, some seconds to start: for what is about the cluster itself, such as its transaction ids. */
export const startPrivatePostgres = async (): Promise<PrivatePostgres> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'private-postgres-'));
  const { STACK } = process.env;
  const postgres = await findOrStartPostgres({ dataDir, env: { STACK }, log: () => undefined });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await removeDataDir(dataDir);
    },
  };
};
