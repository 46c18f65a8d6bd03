import { rm } from 'node:fs/promises';
import { makeDataDir, type RunningServers, startServers, type SupervisedProcess } from '@delivery/local-stack';
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
  /** Neither leads through a proxy. */
  databaseUrl: string;
  /** Between each service and RabbitMQ. */
  brokerProxies: Record<ServiceName, TcpProxy>;
  postgresProxy: TcpProxy;
  /** Between intake-api and order-state's HTTP address. */
  orderStateProxy: TcpProxy;
  close: () => Promise<void>;
};

const serviceNames = ['intake-api', 'order-state', 'webhook-dispatcher'] as const;

/** Longer than any fault and its aftermath: an exhausted delivery would be a finding. */
const retrySchedule = '200ms,400ms,800ms,1600ms,3s,3s,5s,5s,10s';

/** A Postgres, a RabbitMQ and the whole product for this run alone, with a proxy on each way that is to be disturbed. */
export const openStage = async (log: (line: string) => void): Promise<Stage> => {
  const dataDir = await makeDataDir('chaos-');
  // Servers that the environment names may be shared, and must not be killed: this run starts its own.
  const { DELIVERY_CACHE_DIR, XDG_CACHE_HOME } = process.env;
  const servers = await startServers({ dataDir, env: { DELIVERY_CACHE_DIR, XDG_CACHE_HOME }, log });
  const release = async () => {
    // All of it is thrown away.
    await servers.rabbitmq.server?.kill9();
    await servers.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return await openOn(servers, release);
  } catch (error) {
    await release();
    throw error;
  }
};

const openOn = async (servers: RunningServers, release: () => Promise<void>): Promise<Stage> => {
  const { postgres, rabbitmq } = servers;
  if (!postgres.server || !rabbitmq.server) throw new Error('chaos needs servers that it can kill: no containers');
  const openProxy = () => startTcpProxy(() => [targetOf(rabbitmq.url)]);
  const [intake, orderState, dispatcher] = await Promise.all([openProxy(), openProxy(), openProxy()]);
  const brokerProxies = { 'intake-api': intake, 'order-state': orderState, 'webhook-dispatcher': dispatcher };
  const through = (name: ServiceName) => ({ RABBITMQ_URL: brokerProxies[name].urlOf(rabbitmq.brokerUrls[name]) });
  const product = await startProduct({
    databaseUrl: postgres.url,
    rabbitmqUrl: rabbitmq.url,
    proxied: { postgres: true, orderState: true },
    env: {
      'intake-api': { ...through('intake-api'), ...standardWait },
      'order-state': { ...through('order-state'), WEBHOOK_RETRY_SCHEDULE: retrySchedule },
      'webhook-dispatcher': through('webhook-dispatcher'),
    },
  });
  const { postgres: postgresProxy, orderState: orderStateProxy } = product.proxies;
  if (!postgresProxy || !orderStateProxy) throw new Error('there is no proxy before Postgres or order-state');
  const courierSystems = [await product.createCourierSystem(), await product.createCourierSystem()] as const;
  return {
    product,
    courierSystems,
    rabbitmqServer: rabbitmq.server,
    postgresServer: postgres.server,
    rabbitmqctl: rabbitmq.rabbitmqctl,
    databaseUrl: postgres.url,
    brokerProxies,
    postgresProxy,
    orderStateProxy,
    close: async () => {
      try {
        await product.close();
      } finally {
        await Promise.all(Object.values(brokerProxies).map((proxy) => proxy.close()));
        await release();
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
