import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findEngine } from '../containers/engine.js';
import { runContainer } from '../containers/run-container.js';
import { messageOf } from '../files/error-code.js';
import { awaitUrl } from '../processes/await-answer.js';
import { startAlone, startAsKept, wantedKind } from '../processes/start-own-server.js';
import { reportDeaths } from '../processes/supervise-processes.js';
import { versions } from '../versions.js';
import { openCacheDir } from './apt.js';
import { makeBrokerUsers, sameBrokerUrl } from './broker-users.js';
import { findInstalledRabbitmq, type RabbitmqInstallation, unpackRabbitmq } from './installation.js';
import { rabbitmqUser } from './node-files.js';
import {
  type RabbitmqStart,
  type RunningRabbitmq,
  serverKinds,
  type StartedRabbitmq,
  startLocalRabbitmq,
} from './start-local-rabbitmq.js';
import { awaitRabbitmq } from './with-connection.js';

export type RabbitmqOptions = {
  /** Everything of this stack on disk; the node's data is in `rabbitmq` below it. */
  dataDir: string;
  env: {
    RABBITMQ_URL?: string | undefined;
    /** Where the management API of `RABBITMQ_URL` answers, with credentials. */
    RABBITMQ_MANAGEMENT_URL?: string | undefined;
    STACK?: string | undefined;
    /** Where unpacked packages are kept; default: `~/.cache/delivery-order-intake`. */
    DELIVERY_CACHE_DIR?: string | undefined;
    XDG_CACHE_HOME?: string | undefined;
  };
  /** A node of our own has them in addition to management and Prometheus; a container does not. */
  plugins?: readonly string[];
  /** One line of progress for people. */
  log: (line: string) => void;
};

const externalLimitMs = 15_000;
const managementLimitMs = 30_000;

/**
 * The RabbitMQ of `RABBITMQ_URL`; else a private node from an installed server, in a container where an engine answers,
 * or from the distribution's packages unpacked into a cache. `STACK=containers` takes a container in any case. A data
 * directory keeps the kind of node that its first start used. The node has its own free loopback ports, user, password
 * and cookie; management and Prometheus plugins are on. Ends processes that an earlier run left behind in the
 * directory. Restarts a node that dies, on the same ports. The node does not outlive this process.
 * @throws Error that says what to do when no server can be started
 * @throws DirectoryInUseError when another process runs on the same data directory
 */
export const findOrStartRabbitmq = async (options: RabbitmqOptions): Promise<RunningRabbitmq> => {
  const { RABBITMQ_URL } = options.env;
  if (RABBITMQ_URL) return useExternal(RABBITMQ_URL, options.env.RABBITMQ_MANAGEMENT_URL);
  const dataDir = resolve(options.dataDir);
  const directory = join(dataDir, 'rabbitmq');
  const start = { dataDir, plugins: options.plugins, log: options.log, report: reportDeaths(options.log) };
  return startAlone({ dataDir, directory }, async () => makeUsers(await startOwn(directory, start, options.env)));
};

const makeUsers = async (running: StartedRabbitmq): Promise<RunningRabbitmq> => {
  try {
    const { origin } = new URL(running.managementUrl);
    await awaitUrl(origin, AbortSignal.timeout(managementLimitMs));
    return { ...running, brokerUrls: await makeBrokerUsers(running) };
  } catch (error) {
    await running.stop();
    throw error;
  }
};

const useExternal = async (url: string, managementUrl: string | undefined): Promise<RunningRabbitmq> => {
  await awaitOneOf(url.split(/,(?=amqps?:)/));
  return {
    url,
    brokerUrls: sameBrokerUrl(url),
    kind: 'external',
    ...(managementUrl === undefined ? {} : { managementUrl }),
    rabbitmqctl: () => Promise.reject(new Error('rabbitmqctl works only with a RabbitMQ that was started here')),
    stop: () => Promise.resolve(),
  };
};

/** Several addresses are those of one cluster: one node that answers is enough. */
const awaitOneOf = async (urls: readonly string[]): Promise<void> => {
  const answered = new AbortController();
  try {
    await Promise.any(urls.map((url) => awaitRabbitmq(url, externalLimitMs, answered.signal)));
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    answered.abort();
  }
};

/**
 * The kind of the first start; on a new data directory an installed server, a container, or the packages, in this
 * order.
 */
const startOwn = (directory: string, start: RabbitmqStart, env: RabbitmqOptions['env']): Promise<StartedRabbitmq> =>
  startAsKept(directory, { kinds: serverKinds, wanted: wantedKind(env.STACK) }, async (kind) => {
    const installed = findInstalledRabbitmq(process.env['PATH'] ?? '');
    if (kind === 'installed' && !installed) throw new Error('no installed RabbitMQ found');
    if (installed && (kind === undefined || kind === 'installed')) return startLocalRabbitmq(start, installed);
    if (kind === 'container') return startRabbitmqContainer(start);
    const inContainer = kind === undefined ? await tryContainer(start) : undefined;
    return inContainer ?? startLocalRabbitmq(start, await unpackOrExplain(start, env));
  });

/** An engine that does not get its images is common behind a firewall: that is said, and the next way is taken. */
const tryContainer = async (start: RabbitmqStart): Promise<StartedRabbitmq | undefined> => {
  if (!(await findEngine())) return undefined;
  try {
    return await startRabbitmqContainer(start);
  } catch (error) {
    start.log(`RabbitMQ does not start in a container (${messageOf(error)}): using the packages of this distribution`);
    return undefined;
  }
};

const unpackOrExplain = async (start: RabbitmqStart, env: RabbitmqOptions['env']): Promise<RabbitmqInstallation> => {
  const advice = 'Set RABBITMQ_URL, install RabbitMQ 3.10 or newer, or start a Docker engine.';
  if (!existsSync('/usr/bin/apt-get'))
    throw new Error(`no RabbitMQ found, and this is not Debian or Ubuntu. ${advice}`);
  try {
    return await unpackRabbitmq(openCacheDir(env, start.dataDir), start.log);
  } catch (error) {
    throw new Error(`no RabbitMQ was found, and its packages cannot be unpacked: ${messageOf(error)}. ${advice}`, {
      cause: error,
    });
  }
};

export const rabbitmqImage = `rabbitmq:${versions.rabbitmq}-management`;
/** The node's name, and with it the place of its data, contains the host's name. */
const hostname = 'rabbitmq';
const readyLimitMs = 120_000;
const stopGraceMs = 30_000;

/** In a container, with management and Prometheus plugins, which are on in this image. */
const startRabbitmqContainer = async (start: RabbitmqStart): Promise<StartedRabbitmq> => {
  const { password, ports, exec, stop } = await runContainer(
    {
      server: 'rabbitmq',
      image: rabbitmqImage,
      hostname,
      env: (given) => ({ RABBITMQ_DEFAULT_USER: rabbitmqUser, RABBITMQ_DEFAULT_PASS: given }),
      dataPath: '/var/lib/rabbitmq',
      ports: [5_672, 15_672, 15_692],
      stopSignal: 'SIGTERM',
      stopGraceMs,
      awaitReady: (login) => awaitRabbitmq(amqpUrl(login.password, login.ports[0]), readyLimitMs),
    },
    start,
  );
  const [amqp, management = 0, prometheus = 0] = ports;
  return {
    url: amqpUrl(password, amqp),
    managementUrl: `http://${rabbitmqUser}:${password}@127.0.0.1:${management}`,
    prometheusUrl: `http://127.0.0.1:${prometheus}/metrics`,
    kind: 'container',
    nodeName: `rabbit@${hostname}`,
    rabbitmqctl: (args) => exec(['rabbitmqctl', ...args]),
    stop,
  };
};

const amqpUrl = (password: string, port = 0): string => `amqp://${rabbitmqUser}:${password}@127.0.0.1:${port}`;
