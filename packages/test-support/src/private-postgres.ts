import {
  findOrStartPostgres,
  type LocalStandby,
  makeDataDir,
  removeDataDir,
  startLocalStandby,
} from '@delivery/local-stack';

export type PrivatePostgres = {
  url: string;
  /** Kills it, as a power cut would, and starts it again under the same URL. */
  crash: () => Promise<void>;
  stop: () => Promise<void>;
};

/** A whole cluster for one test file, some seconds to start: for tests of the cluster itself, such as its transaction ids. */
export const startPrivatePostgres = async (
  settings: Readonly<Record<string, string>> = {},
): Promise<PrivatePostgres> => {
  const dataDir = await makeDataDir('private-postgres-');
  const { STACK } = process.env;
  const postgres = await findOrStartPostgres({ dataDir, env: { STACK }, log: () => undefined, settings });
  return {
    url: postgres.url,
    crash: async () => {
      if (!postgres.server) throw new Error('only a server that is a child of this process can be killed');
      await postgres.server.kill9();
      await postgres.server.start();
    },
    stop: async () => {
      await postgres.stop();
      await removeDataDir(dataDir);
    },
  };
};

/** A hot standby of such a cluster, a second to start: for tests that read from one. */
export const startPrivateStandby = async (primary: PrivatePostgres): Promise<LocalStandby> => {
  const dataDir = await makeDataDir('private-standby-');
  const standby = await startLocalStandby(primary.url, dataDir);
  return {
    ...standby,
    stop: async () => {
      await standby.stop();
      await removeDataDir(dataDir);
    },
  };
};
