import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DemoMerchant, provideDemoLink, provideDemoMerchant } from '../demo/demo-merchant.js';
import { welcomeLines } from '../demo/print-welcome.js';
import { choosePorts, chooseServicePorts } from '../files/choose-ports.js';
import { openServiceLogs } from '../files/logs.js';
import { refuseUnreleasedData } from '../postgres/database.js';
import {
  reportDeaths,
  type SupervisedProcesses,
  superviseProcesses,
  type SupervisionEvent,
} from '../processes/supervise-processes.js';
import { type RunningServers, startServers } from '../start-servers.js';
import { keepForOperators, keepSecrets, listServices, readServiceVariables } from './services.js';
import { explainUnused } from './variables.js';

export type RunProductOptions = {
  /** The repository: where `services/` and `packages/` are built. */
  rootDir: string;
  /** For the services, such as `--watch` while they are being worked on. */
  nodeFlags: readonly string[];
  env: NodeJS.ProcessEnv;
  /** One line for people. */
  print: (line: string) => void;
};

export type RunningProduct = { stop: () => Promise<void> };

/**
 * The whole product on one machine: its servers, the three services, the courier simulator (sandbox merchants may be
 * there without a demo) and, unless `DEMO=false`, a demo merchant with a server that prints its webhooks. Everything it
 * needs to know again is kept in `DATA_DIR` (default `.data`).
 * @throws Error that says what is missing, after everything that had started is stopped
 */
export const runProduct = async (options: RunProductOptions): Promise<RunningProduct> => {
  const { env, print, rootDir } = options;
  const dataDir = resolve(rootDir, env['DATA_DIR'] || '.data');
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    const servers = await startServers({ dataDir, env, log: print });
    stops.push(servers.stop);
    const { url: databaseUrl, kind } = servers.postgres;
    const where = kind === 'external' ? 'the database' : dataDir;
    const migrationsDir = join(rootDir, 'services/order-state/migrations');
    await refuseUnreleasedData({ databaseUrl, migrationsDir, where });
    await startServices({ options, dataDir, servers, stops });
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

type Started = { options: RunProductOptions; dataDir: string; servers: RunningServers; stops: (() => Promise<void>)[] };

const startServices = async ({ options, dataDir, servers, stops }: Started): Promise<void> => {
  const { env, print, rootDir } = options;
  const variables = await readServiceVariables(rootDir);
  for (const line of explainUnused(env, Object.values(variables).flat())) print(line);
  const ports = await chooseServicePorts(env, print);
  const secrets = keepSecrets(dataDir, env);
  const wantsDemo = env['DEMO'] !== 'false';
  const logs = openServiceLogs(dataDir);
  print('services: starting');
  // The demo's receiver is on this machine, so the demo opens loopback; a run without it opens nothing.
  const demoDefaults = wantsDemo ? { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8,::1/128' } : {};
  const services = await superviseProcesses({
    dataDir,
    processes: listServices({
      rootDir,
      moreNodeFlags: options.nodeFlags,
      variables,
      ports,
      secrets,
      env: { ...demoDefaults, ...env },
      databaseUrl: servers.postgres.url,
      brokerUrls: servers.rabbitmq.brokerUrls,
    }),
    onLine: (name, line) => logs.write(name, line),
    onEvent: reportEvents(print, logs.lastLines),
  });
  stops.push(services.stopAll);
  const { OPERATOR_TOKEN: operatorToken } = secrets;
  keepForOperators(dataDir, { ports, rabbitmqManagementUrl: servers.rabbitmq.managementUrl, operatorToken });
  const demo = wantsDemo ? await startDemo({ options, dataDir, ports, operatorToken, stops }) : undefined;
  const lines = welcomeLines({ ports, operatorToken, logDirectory: logs.directory, ...demo });
  for (const line of lines) print(line);
};

const startDemo = async (deps: {
  options: RunProductOptions;
  dataDir: string;
  ports: Awaited<ReturnType<typeof chooseServicePorts>>;
  operatorToken: string;
  stops: (() => Promise<void>)[];
}): Promise<{ demo: DemoMerchant; portalLink: string | undefined }> => {
  const { options, dataDir, ports, operatorToken } = deps;
  const orderState = { orderStateUrl: `http://127.0.0.1:${ports.orderState}`, operatorToken };
  const demo = await provideDemoMerchant({
    ...orderState,
    dataDir,
    intakeUrl: `http://127.0.0.1:${ports.intakeApi}`,
    choosePort: async (kept) => (await choosePorts(1, kept === undefined ? [] : [kept]))[0] ?? 0,
  });
  const receiver = await superviseReceiver(options, dataDir, demo);
  deps.stops.push(receiver.stopAll);
  return { demo, portalLink: await provideDemoLink(orderState, demo) };
};

const superviseReceiver = (
  options: RunProductOptions,
  dataDir: string,
  demo: DemoMerchant,
): Promise<SupervisedProcesses> =>
  superviseProcesses({
    dataDir,
    processes: [
      {
        name: 'demo-receiver',
        command: process.execPath,
        args: [fileURLToPath(new URL('../demo/receiver.js', import.meta.url))],
        env: { PORT: String(demo.receiverPort), WEBHOOK_SECRET: demo.webhook_endpoint.secret },
        readyUrl: `http://127.0.0.1:${demo.receiverPort}/`,
      },
    ],
    onLine: (_name, line) => options.print(line),
    onEvent: reportEvents(options.print, () => []),
  });

/** @param lastLines of a process that stays down, to be shown: its output is not on the terminal yet */
const reportEvents =
  (print: (line: string) => void, lastLines: (name: string) => readonly string[]) =>
  (event: SupervisionEvent): void => {
    if (event.type === 'ready') print(`${event.name}: ready`);
    reportDeaths(print)(event);
    if (event.type === 'died' && event.restartInMs === undefined)
      for (const line of lastLines(event.name)) print(`  ${line}`);
  };
