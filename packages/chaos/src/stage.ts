import { rm } from 'node:fs/promises';
import {
  makeDataDir,
  type PostgresOptions,
  type RunningRabbitmq,
  type RunningServers,
  startServers,
  type SupervisedProcess,
} from '@delivery/local-stack';
import {
  type Product,
  type ServiceName,
  type ServiceProcess,
  standardWait,
  startProduct,
  startTcpProxy,
  targetOf,
  type TcpProxy,
} from '@delivery/test-support';
import type { CourierSystems } from './load/courier-systems.js';

export type Stage = {
  product: Product;
  /** They serve all merchants. */
  courierSystems: CourierSystems;
  rabbitmqServer: SupervisedProcess;
  postgresServer: SupervisedProcess;
  rabbitmqctl: (args: readonly string[]) => Promise<string>;
  /** The node as it was started. */
  rabbitmq: RunningRabbitmq;
  /** Past the proxies that are disturbed, with all rights. */
  databaseUrl: string;
  rabbitmqUrl: string;
  /** Between each service and RabbitMQ. */
  brokerProxies: Record<ServiceName, TcpProxy>;
  postgresProxy: TcpProxy;
  /** Between intake-api and order-state's HTTP address. */
  orderStateProxy: TcpProxy;
  /** Leads new connections to these servers, as a change of DNS does. Users and passwords there are the same. */
  moveTo: (servers: ServerUrls) => void;
  /** Releases it when the stage is closed, after the services have stopped. */
  releaseLater: (release: () => Promise<void>) => void;
  close: () => Promise<void>;
};

type ServerUrls = { databaseUrl: string; rabbitmqUrl: string };

export type StageOptions = Pick<PostgresOptions, 'settings'> & {
  /** Added to order-state's. */
  env?: Readonly<Record<string, string>>;
};

const serviceNames = ['intake-api', 'order-state', 'webhook-dispatcher'] as const;

/** Longer than any fault and its aftermath: an exhausted delivery would be a finding. */
const retrySchedule = '200ms,400ms,800ms,1600ms,3s,3s,5s,5s,10s';

/** A Postgres, a RabbitMQ and the whole product for this run alone, with a proxy on each way that is to be disturbed. */
export const openStage = async (log: (line: string) => void, options: StageOptions = {}): Promise<Stage> => {
  const dataDir = await makeDataDir('chaos-');
  // Servers that the environment names may be shared, and must not be killed: this run starts its own.
  const { DELIVERY_CACHE_DIR, XDG_CACHE_HOME } = process.env;
  const { env = {}, ...settings } = options;
  const servers = await startServers({ dataDir, env: { DELIVERY_CACHE_DIR, XDG_CACHE_HOME }, log, ...settings });
  const release = async () => {
    // All of it is thrown away.
    await servers.rabbitmq.server?.kill9();
    await servers.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return await openOn(servers, env, release);
  } catch (error) {
    await release();
    throw error;
  }
};

const openOn = async (
  servers: RunningServers,
  env: NonNullable<StageOptions['env']>,
  release: () => Promise<void>,
): Promise<Stage> => {
  const { postgres, rabbitmq } = servers;
  if (!postgres.server || !rabbitmq.server) throw new Error('chaos needs servers that it can kill: no containers');
  let current: ServerUrls = { databaseUrl: postgres.url, rabbitmqUrl: rabbitmq.url };
  const openTo = (server: keyof ServerUrls) => startTcpProxy(() => [targetOf(current[server])]);
  const toBroker = () => openTo('rabbitmqUrl');
  const [intake, orderState, dispatcher, direct] = await Promise.all([toBroker(), toBroker(), toBroker(), toBroker()]);
  const [postgresProxy, directPostgres] = await Promise.all([openTo('databaseUrl'), openTo('databaseUrl')]);
  const brokerProxies = { 'intake-api': intake, 'order-state': orderState, 'webhook-dispatcher': dispatcher };
  const through = (name: ServiceName) => ({ RABBITMQ_URL: brokerProxies[name].urlOf(rabbitmq.brokerUrls[name]) });
  const product = await startProduct({
    databaseUrl: postgresProxy.urlOf(postgres.url),
    rabbitmqUrl: direct.urlOf(rabbitmq.url),
    proxied: { orderState: true },
    env: {
      'intake-api': { ...through('intake-api'), ...standardWait },
      'order-state': { ...through('order-state'), WEBHOOK_RETRY_SCHEDULE: retrySchedule, ...env },
      'webhook-dispatcher': through('webhook-dispatcher'),
    },
  });
  const { orderState: orderStateProxy } = product.proxies;
  if (!orderStateProxy) throw new Error('there is no proxy before order-state');
  const releases: (() => Promise<void>)[] = [];
  const courierSystems = [await product.createCourierSystem(), await product.createCourierSystem()] as const;
  return {
    product,
    courierSystems,
    rabbitmqServer: rabbitmq.server,
    postgresServer: postgres.server,
    rabbitmqctl: rabbitmq.rabbitmqctl,
    rabbitmq,
    databaseUrl: directPostgres.urlOf(postgres.url),
    rabbitmqUrl: direct.urlOf(rabbitmq.url),
    brokerProxies,
    postgresProxy,
    orderStateProxy,
    moveTo: (next) => {
      current = next;
    },
    releaseLater: (release) => void releases.push(release),
    close: async () => {
      try {
        await product.close();
      } finally {
        const proxies = [...Object.values(brokerProxies), direct, postgresProxy, directPostgres];
        await Promise.all(proxies.map((proxy) => proxy.close()));
        for (const each of [...releases, release]) await each();
      }
    },
  };
};

/** Adds or ends the second replica of every service. @throws Error when one does not end with 0 */
export const setReplicas = async ({ product }: Stage, replicas: number): Promise<void> => {
  const second = product.services.filter(({ replica }) => replica === 1);
  if (replicas === 1) {
    await Promise.all(second.filter((service) => service.isRunning()).map(stopReplica));
    return;
  }
  const isMissing = (name: ServiceName) => !second.some((service) => service.name === name && service.isRunning());
  await Promise.all(serviceNames.filter(isMissing).map((name) => product.start(name, 1)));
  await product.waitForReady();
};

const stopReplica = async (service: ServiceProcess): Promise<void> => {
  const exit = await service.kill('SIGTERM');
  if (exit?.code !== 0) throw new Error(`${service.name} 1 ended with ${exit?.code ?? exit?.signal} after SIGTERM`);
};
