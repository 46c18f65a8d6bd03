import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { choosePorts } from '../files/choose-ports.js';
import { messageOf } from '../files/error-code.js';
import { openServerLog, type ServerLog } from '../files/logs.js';
import { awaitAnswer } from '../processes/await-answer.js';
import { findProcessesIn } from '../processes/process-identity.js';
import { runCommand } from '../processes/run-command.js';
import { stopLeftovers, stopProcess } from '../processes/stop-process.js';
import {
  defaultRestartPolicy,
  type SupervisedProcess,
  superviseProcess,
  type SupervisionEvent,
} from '../processes/supervise-processes.js';
import type { BrokerUrls } from './broker-users.js';
import type { RabbitmqInstallation } from './installation.js';
import {
  keepSettings,
  loadSettings,
  namePorts,
  nodeDataDir,
  nodeEnv,
  nodeName,
  nodePortCount,
  type NodePorts,
  rabbitmqUser,
  writeNodeFiles,
} from './node-files.js';
import { awaitRabbitmq } from './with-connection.js';

export const serverKinds = ['installed', 'container', 'packages'] as const;
type RabbitmqKind = (typeof serverKinds)[number];

export type RunningRabbitmq = {
  /** With user and password, as the next: never log them. */
  url: string;
  managementUrl?: string;
  /** For each user of the product its own, with no more permissions than it needs; all the same for an external one. */
  brokerUrls: BrokerUrls;
  /** Metrics of the broker; needs no credentials. */
  prometheusUrl?: string;
  kind: 'external' | RabbitmqKind;
  /** Where the node stores its data; undefined where it is no child of this process. */
  dataDir?: string;
  /** Erlang's name of the node; undefined for an external one. */
  nodeName?: string;
  /** Runs rabbitmqctl against the node and returns its output. @throws Error for an external one */
  rabbitmqctl: (args: readonly string[]) => Promise<string>;
  /** The node where it is a child of this process: fault tests kill and start it, its URL stays. */
  server?: SupervisedProcess;
  /** Ends a node that was started here, and its epmd; an external broker is left alone. */
  stop: () => Promise<void>;
};

/** As a node has started, before the product's users are made. */
export type StartedRabbitmq = Omit<RunningRabbitmq, 'brokerUrls' | 'managementUrl'> & { managementUrl: string };

export type RabbitmqStart = {
  dataDir: string;
  /** In addition to management and Prometheus. */
  plugins?: readonly string[] | undefined;
  log: (line: string) => void;
  report: (event: SupervisionEvent) => void;
};

const readyLimitMs = 120_000;
const stopGraceMs = 30_000;
const hastenLimitMs = 5_000;
const portTryMax = 3;
const restart = { ...defaultRestartPolicy, attemptMax: 4 };

type Node = { start: RabbitmqStart; home: string; env: NodeJS.ProcessEnv; ports: NodePorts; log: ServerLog };

/** A private node and its private epmd, as children of this process. */
export const startLocalRabbitmq = async (
  start: RabbitmqStart,
  installation: RabbitmqInstallation,
): Promise<StartedRabbitmq> => {
  const home = join(start.dataDir, 'rabbitmq');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  await stopLeftovers(start.dataDir);
  await stopEarlierRabbitmq(home);
  const log = openServerLog(join(home, 'server.log'));
  const settings = loadSettings(home);
  for (let tries = 1; ; tries += 1) {
    const portList = await choosePorts(nodePortCount, tries === 1 ? settings.ports : []);
    const ports = namePorts(portList);
    keepSettings(home, { ...settings, ports: portList });
    writeNodeFiles(home, { ...settings, plugins: start.plugins ?? [] }, ports);
    const node: Node = { start, home, env: nodeEnv(home, installation, ports), ports, log };
    const epmd = superviseEpmd(node);
    const server = superviseNode(node, installation, settings.password);
    // The node says good-bye to its epmd, and hangs when that is gone before it.
    const stopBoth = async () => {
      await server.stop();
      await epmd.stop();
    };
    try {
      await epmd.start();
      await server.start();
      const stop = async () => {
        if (server.pid() !== undefined) await hastenStop(node, installation);
        await stopBoth().finally(() => log.close());
      };
      return { ...describe(node, installation, settings.password), server, stop };
    } catch (error) {
      await stopBoth();
      if (tries < portTryMax && /eaddrinuse|already in use/i.test(log.tail(60))) continue;
      throw new Error(`RabbitMQ did not start: ${log.tail(12)}`, { cause: error });
    }
  }
};

const superviseEpmd = ({ start, home, env, ports, log }: Node): SupervisedProcess =>
  superviseProcess({
    dataDir: start.dataDir,
    spec: {
      name: 'rabbitmq-epmd',
      command: 'epmd',
      args: [],
      env,
      cwd: home,
      tier: 0,
      restart,
      awaitReady: (signal) => awaitPort(ports.epmd, signal),
    },
    onLine: log.write,
    onEvent: start.report,
  });

const superviseNode = (
  { start, home, env, ports, log }: Node,
  installation: RabbitmqInstallation,
  password: string,
): SupervisedProcess => {
  let onBooted: () => void = () => undefined;
  return superviseProcess({
    dataDir: start.dataDir,
    spec: {
      name: 'rabbitmq',
      command: join(installation.scriptsDir, 'rabbitmq-server'),
      args: [],
      env,
      cwd: home,
      stopGraceMs,
      tier: 1,
      restart,
      // Open ports come too early: the node says by this line that all its queues and plugins are up.
      awaitReady: async (signal) => {
        await new Promise<void>((resolve) => {
          onBooted = resolve;
          void delay(readyLimitMs, undefined, { signal }).then(resolve, resolve);
        });
        await awaitRabbitmq(amqpUrl(ports, password), readyLimitMs, signal);
      },
    },
    onLine: (line) => {
      log.write(line);
      if (/completed with \d+ plugins/.test(line)) onBooted();
    },
    onEvent: start.report,
  });
};

/**
 * While the node stops, its management plugin makes one call to a part that is gone already and waits 5 s for the
 * answer (seen with 3.10). Removed before, it does not. Without this the stop is only slower, so a failure is noted, no
 * more.
 */
const hastenStop = async ({ env, log }: Node, installation: RabbitmqInstallation): Promise<void> => {
  const removal = 'gen_event:delete_handler(rabbit_event, rabbit_mgmt_db_handler, []).';
  const rabbitmqctl = join(installation.scriptsDir, 'rabbitmqctl');
  await runCommand(rabbitmqctl, ['--node', nodeName, 'eval', removal], { env, timeoutMs: hastenLimitMs }).catch(
    (error: unknown) => log.write(`the stop will take longer: ${messageOf(error)}`),
  );
};

const amqpUrl = (ports: NodePorts, password: string): string =>
  `amqp://${rabbitmqUser}:${password}@127.0.0.1:${ports.amqp}`;

const describe = ({ home, env, ports }: Node, installation: RabbitmqInstallation, password: string) => ({
  kind: installation.kind,
  url: amqpUrl(ports, password),
  managementUrl: `http://${rabbitmqUser}:${password}@127.0.0.1:${ports.management}`,
  prometheusUrl: `http://127.0.0.1:${ports.prometheus}/metrics`,
  dataDir: nodeDataDir(home),
  nodeName,
  rabbitmqctl: (args: readonly string[]) =>
    runCommand(join(installation.scriptsDir, 'rabbitmqctl'), ['--node', nodeName, ...args], { env }),
});

const awaitPort = (port: number, signal: AbortSignal): Promise<void> =>
  awaitAnswer(
    'epmd',
    async () => {
      const socket = connect({ port, host: '127.0.0.1' });
      await once(socket, 'connect');
      socket.destroy();
    },
    { signal },
  );

/**
 * Ends a node and then the epmd that earlier runs left in this directory: one without its epmd hangs while it stops.
 */
const stopEarlierRabbitmq = async (home: string): Promise<void> => {
  for (const name of ['beam.smp', 'epmd']) {
    for (const leftover of findProcessesIn(home, [name])) await stopProcess(leftover, 'SIGTERM', stopGraceMs);
  }
};
