import { type BrokerUrls, sameBrokerUrl } from '@delivery/local-stack';
import { createVhost, type RabbitVhost } from '../rabbit-vhost.js';
import { startTcpProxy, targetOf, type TcpProxy } from '../tcp-proxy.js';
import { createDatabase, type TestDatabase } from '../template-database.js';

export type ServerOptions = {
  /** The database of order-state. Default: a database of its own on the server of `TEST_DATABASE_URL`, dropped at the end. */
  databaseUrl?: string;
  /** Default: a vhost of its own on the broker of `TEST_RABBITMQ_URL`, deleted at the end. */
  rabbitmqUrl?: string;
  /** URLs of the broker at `rabbitmqUrl`, one for each service. Default: `rabbitmqUrl` for all. */
  brokerUrls?: BrokerUrls;
  /** Puts a `TcpProxy` between the services and the server. */
  proxied?: { postgres?: boolean; rabbitmq?: boolean };
};

export type Servers = {
  /** Not through a proxy; of the database's owner, where it is our own. */
  databaseUrl: string;
  /** Not through a proxy: what order-state gets, with no more rights than it needs where the database is our own. */
  workingDatabaseUrl: string;
  /** Not through a proxy. */
  rabbitmqUrl: string;
  /** The broker's URL for each service, with its own user; if the vhost is our own, with no more permissions than it needs. */
  brokerUrls: BrokerUrls;
  /** The vhost that was made for it; none where `rabbitmqUrl` was given. */
  vhost: RabbitVhost | undefined;
  /** The requested proxies. */
  proxies: { postgres: TcpProxy | undefined; rabbitmq: TcpProxy | undefined };
};

type Provided<T> = { value: T; release: (() => Promise<void>)[] };

/** A database and a vhost, with proxies in front where asked for, and a function that removes them. */
export const provideServers = async (options: ServerOptions): Promise<Provided<Servers>> => {
  const { proxied = {} } = options;
  const database = await provideDatabase(options.databaseUrl);
  const broker = await provideBroker(options);
  const postgres = await provideProxy(proxied.postgres, database.value.url);
  const rabbitmq = await provideProxy(proxied.rabbitmq, broker.value.url);
  return {
    value: {
      databaseUrl: database.value.url,
      workingDatabaseUrl: database.value.workingUrl,
      rabbitmqUrl: broker.value.url,
      brokerUrls: broker.value.brokerUrls,
      vhost: broker.value.vhost,
      proxies: { postgres: postgres.value, rabbitmq: rabbitmq.value },
    },
    release: [...postgres.release, ...rabbitmq.release, ...database.release, ...broker.release],
  };
};

const provideDatabase = async (
  url: string | undefined,
): Promise<Provided<Pick<TestDatabase, 'url' | 'workingUrl'>>> => {
  if (url !== undefined) return { value: { url, workingUrl: url }, release: [] };
  const database = await createDatabase();
  return { value: database, release: [database.drop] };
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
