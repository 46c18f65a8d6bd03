import { type BrokerUrls, sameBrokerUrl } from '@delivery/local-stack';
import { createVhost, type RabbitVhost } from '../rabbit-vhost.js';
import { startTcpProxy, targetOf, type TcpProxy } from '../tcp-proxy.js';
import { createDatabase } from '../template-database.js';

export type ServerOptions = {
  /** Default: a database of its own on the server of `TEST_DATABASE_URL`, dropped at the end. */
  databaseUrl?: string;
  /** Default: a vhost of its own on the broker of `TEST_RABBITMQ_URL`, deleted at the end. */
  rabbitmqUrl?: string;
  /** Of `rabbitmqUrl`, for each service its own. Default: that URL for all. */
  brokerUrls?: BrokerUrls;
  /** Puts a `TcpProxy` between the services and the server. */
  proxied?: { postgres?: boolean; rabbitmq?: boolean };
};

export type Servers = {
  /** Not through a proxy. */
  databaseUrl: string;
  /** Not through a proxy. */
  rabbitmqUrl: string;
  /** The same for each service, as its own user; with no more permissions than it needs where the vhost is our own. */
  brokerUrls: BrokerUrls;
  /** The vhost that was made for it; none where `rabbitmqUrl` was given. */
  vhost: RabbitVhost | undefined;
  /** Those that were asked for. */
  proxies: { postgres: TcpProxy | undefined; rabbitmq: TcpProxy | undefined };
};

type Provided<T> = { value: T; release: (() => Promise<void>)[] };

/** A database and a vhost, with proxies in front where asked for, and a function that removes them. */
export const provideServers = async (options: ServerOptions): Promise<Provided<Servers>> => {
  const { proxied = {} } = options;
  const database = await provideDatabase(options.databaseUrl);
  const broker = await provideBroker(options);
  const postgres = await provideProxy(proxied.postgres, database.value);
  const rabbitmq = await provideProxy(proxied.rabbitmq, broker.value.url);
  return {
    value: {
      databaseUrl: database.value,
      rabbitmqUrl: broker.value.url,
      brokerUrls: broker.value.brokerUrls,
      vhost: broker.value.vhost,
      proxies: { postgres: postgres.value, rabbitmq: rabbitmq.value },
    },
    release: [...postgres.release, ...rabbitmq.release, ...database.release, ...broker.release],
  };
};

const provideDatabase = async (url: string | undefined): Promise<Provided<string>> => {
  if (url !== undefined) return { value: url, release: [] };
  const database = await createDatabase();
  return { value: database.url, release: [database.drop] };
};

const provideBroker = async ({
  rabbitmqUrl: url,
  brokerUrls,
}: ServerOptions): Promise<Provided<{ url: string; brokerUrls: BrokerUrls; vhost: RabbitVhost | undefined }>> => {
  if (url !== undefined) {
    return { value: { url, brokerUrls: brokerUrls ?? sameBrokerUrl(url), vhost: undefined }, release: [] };
  }
  const vhost = await createVhost();
  return { value: { url: vhost.url, brokerUrls: await vhost.makeUsers(), vhost }, release: [vhost.delete] };
};

const provideProxy = async (isWanted: boolean | undefined, url: string): Promise<Provided<TcpProxy | undefined>> => {
  if (!isWanted) return { value: undefined, release: [] };
  const proxy = await startTcpProxy(() => [targetOf(url)]);
  return { value: proxy, release: [proxy.close] };
};
