import { type BrokerUrls, findOrStartRabbitmq, makeDataDir, removeDataDir } from '@delivery/local-stack';

export type PrivateRabbit = {
  url: string;
  /** Its files; removed with it. */
  dataDir: string;
  /** For each service its own user. */
  brokerUrls: BrokerUrls;
  rabbitmqctl: (...args: string[]) => Promise<string>;
  stop: () => Promise<void>;
};

/**
 * A whole broker for one test file, some seconds to start: for tests that would disturb others on the shared one, such as
 * alarms and settings of the node.
 */
export const startPrivateRabbit = async (): Promise<PrivateRabbit> => {
  const dataDir = await makeDataDir('private-rabbit-');
  const { DELIVERY_CACHE_DIR, XDG_CACHE_HOME, STACK } = process.env;
  const rabbit = await findOrStartRabbitmq({
    dataDir,
    env: { DELIVERY_CACHE_DIR, XDG_CACHE_HOME, STACK },
    log: () => undefined,
  });
  return {
    url: rabbit.url,
    dataDir,
    brokerUrls: rabbit.brokerUrls,
    rabbitmqctl: (...args) => rabbit.rabbitmqctl(args),
    stop: async () => {
      // All of it is thrown away: a node that says good-bye takes a second program and some seconds.
      await rabbit.server?.kill9();
      await rabbit.stop();
      await removeDataDir(dataDir);
    },
  };
};
