import type { Audit, MerchantMode } from '@delivery/contracts';
import { type BrokerUrls, forEachBrokerUser } from '@delivery/local-stack';
import { startTcpProxy, targetOf, type TcpProxy } from '../tcp-proxy.js';
import { type CourierSystem, createCourierSystemFactory, type NewCourierSystem } from './create-courier-system.js';
import { createMerchantFactory, type Merchant } from './create-merchant.js';
import { createPlatformFactory, type Platform } from './create-platform.js';
import { createServices, serviceNames } from './create-services.js';
import type { LogLine } from './log-lines.js';
import { createOperatorClient, type NewMerchant, type OperatorClient } from './operator-client.js';
import { provideServers, type ServerOptions, type Servers } from './provide-servers.js';
import { withQueueDepths } from './queue-depths.js';
import { createEnvironments, createSecrets, type ProductSecrets } from './service-environment.js';
import type { ProcessExit, ProcessName, ServiceName, ServiceProcess } from './service-process.js';
import { stopProduct } from './stop-product.js';
import { type QuietDeps, type QuietOptions, waitForQuiet } from './wait-for-quiet.js';
import { waitForReady } from './wait-for-ready.js';

export type ProductOptions = ServerOptions & {
  /** Processes of each service; default 1, of the courier simulator 0; 0: none until `start` is called. */
  replicas?: Partial<Record<ProcessName, number>>;
  /** `orderState`: between intake-api and order-state's HTTP address, which others reach undisturbed. */
  proxied?: ServerOptions['proxied'] & { orderState?: boolean };
  /** Added to each service's environment, or replacing variables of it. */
  env?: Partial<Record<ProcessName, Record<string, string>>>;
  /** Default `info`. */
  logLevel?: string;
};

export type Product = Omit<Servers, 'proxies'> & {
  /** Those that were asked for. */
  proxies: Servers['proxies'] & { orderState: TcpProxy | undefined };
  /** Every replica that was ever started, order-state's first. */
  services: readonly ServiceProcess[];
  service: (name: ProcessName, replica?: number) => ServiceProcess;
  /** The replicas that get calls, as behind a load balancer. */
  inRotation: (name: ProcessName) => readonly ServiceProcess[];
  url: (name: ProcessName, replica?: number) => string;
  secrets: ProductSecrets;
  /** By the operator API; usable at once. Its calls go to the running replicas of intake-api in turn. */
  createMerchant: (merchant?: NewMerchant) => Promise<Merchant>;
  /** By the operator API; usable at once. */
  createCourierSystem: (system?: NewCourierSystem) => Promise<CourierSystem>;
  createPlatform: (platform: { name: string; mode?: MerchantMode }) => Promise<Platform>;
  operator: OperatorClient;
  /** A replica that was not there yet is added. Its port is the same at each start. */
  start: (name: ProcessName, replica?: number) => Promise<void>;
  /** Default SIGKILL; resolves when the process has ended, with SIGSTOP and SIGCONT at once. */
  kill: (name: ProcessName, replica?: number, signal?: NodeJS.Signals) => Promise<ProcessExit | undefined>;
  /** Default SIGTERM; resolves when everything is ready again. */
  restart: (name: ProcessName, replica?: number, signal?: NodeJS.Signals) => Promise<void>;
  /** The log lines of one service, or of all. */
  logs: (name?: ProcessName) => LogLine[];
  /** Until every running replica says that it is ready. */
  waitForReady: (timeoutMs?: number) => Promise<void>;
  waitForQuiet: (options?: QuietOptions) => Promise<Audit>;
  /** SIGTERM to all; rejects unless all end with 0 within the drain's 25 s; removes database and vhost. */
  close: () => Promise<void>;
};

/**
 * The whole product as processes of its own, on real servers, ready when it resolves. The services do not outlive this
 * process. They must have been built.
 */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const { value: servers, release } = await provideServers(options);
  const secrets = createSecrets();
  // As in a cluster: one address per service, however many replicas it has.
  const balance = (name: ServiceName) =>
    startTcpProxy(() => services.inRotation(name).map(({ url }) => targetOf(url())));
  const balancer = await balance('order-state');
  const intakeBalancer = await balance('intake-api');
  const orderStateUrl = `http://127.0.0.1:${balancer.port}`;
  const orderStateProxy = options.proxied?.orderState
    ? await startTcpProxy(() => [targetOf(orderStateUrl)])
    : undefined;
  const environments = createEnvironments({
    databaseUrl: servers.proxies.postgres?.urlOf(servers.workingDatabaseUrl) ?? servers.workingDatabaseUrl,
    brokerUrls: throughProxy(servers.brokerUrls, servers.proxies.rabbitmq),
    orderStateUrl: orderStateProxy?.urlOf(orderStateUrl) ?? orderStateUrl,
    intakeUrl: `http://127.0.0.1:${intakeBalancer.port}`,
    isSimulated: (options.replicas?.['courier-simulator'] ?? 0) > 0,
    secrets,
    logLevel: options.logLevel ?? 'info',
  });
  const services = createServices((name) => ({ ...environments[name], ...options.env?.[name] }));
  const operator = createOperatorClient(() => orderStateUrl, secrets.operatorToken);
  const proxies = { ...servers.proxies, orderState: orderStateProxy };
  const closeProxies = [...(orderStateProxy ? [orderStateProxy.close] : []), balancer.close, intakeBalancer.close];
  const close = () => stopProduct({ services: services.all, release: [...closeProxies, ...release] });
  try {
    await startAll(services, options.replicas ?? {});
  } catch (error) {
    await Promise.all(services.all.map((service) => service.kill()));
    await close();
    throw error;
  }
  return { ...servers, proxies, secrets, operator, close, ...control(services), ...watch(services, servers, operator) };
};

const throughProxy = (urls: BrokerUrls, proxy: TcpProxy | undefined): BrokerUrls =>
  forEachBrokerUser((name) => proxy?.urlOf(urls[name]) ?? urls[name]);

type Services = ReturnType<typeof createServices>;

const startAll = async (services: Services, replicas: NonNullable<ProductOptions['replicas']>): Promise<void> => {
  const counts: [ProcessName, number][] = [
    ...serviceNames.map((name): [ProcessName, number] => [name, replicas[name] ?? 1]),
    ['courier-simulator', replicas['courier-simulator'] ?? 0],
  ];
  const wanted = counts.flatMap(([name, length]) =>
    Array.from({ length }, (_, replica) => services.provide(name, replica)),
  );
  await Promise.all(wanted.map((service) => service.start()));
  await waitForReady(services.all);
};

const control = (services: Services) => {
  const start: Product['start'] = (name, replica = 0) => services.provide(name, replica).start();
  const kill: Product['kill'] = (name, replica, signal) => services.get(name, replica).kill(signal);
  const restart: Product['restart'] = async (name, replica, signal = 'SIGTERM') => {
    await kill(name, replica, signal);
    await start(name, replica);
    await waitForReady(services.all);
  };
  const url: Product['url'] = (name, replica) => services.get(name, replica).url();
  return { services: services.all, service: services.get, inRotation: services.inRotation, url, start, kill, restart };
};

const watch = (services: Services, servers: Servers, operator: OperatorClient) => {
  const withDepths: QuietDeps['withDepths'] = (work) => withQueueDepths(servers.rabbitmqUrl, work);
  const logs: Product['logs'] = (name) =>
    services.all.filter((service) => name === undefined || service.name === name).flatMap((service) => service.logs());
  const findIntakes = () => services.inRotation('intake-api');
  return {
    createMerchant: createMerchantFactory(operator, findIntakes),
    createCourierSystem: createCourierSystemFactory(operator, findIntakes),
    createPlatform: createPlatformFactory(operator, findIntakes),
    logs,
    waitForReady: (timeoutMs?: number) => waitForReady(services.all, timeoutMs),
    waitForQuiet: (quiet?: QuietOptions) => waitForQuiet({ audit: operator.audit, withDepths }, quiet),
  };
};
