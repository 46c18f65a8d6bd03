import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { keepJson, keepText, randomSecret, readKeptJson } from '../files/kept-json.js';
import type { RabbitmqInstallation } from './installation.js';

export const rabbitmqUser = 'delivery';
/** Part of the path of the node's data: never changed. `localhost` needs no resolver and never moves. */
export const nodeName = 'delivery@localhost';

export const nodeDataDir = (home: string): string => join(home, 'mnesia');

/** Writes everything the node reads at its start; secrets are in files of mode 0600 or 0400, never in arguments. */
export const writeNodeFiles = (
  home: string,
  settings: NodeSettings & { plugins: readonly string[] },
  ports: NodePorts,
): void => {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  keepText(join(home, 'rabbitmq.conf'), renderConfig(settings.password, ports));
  keepText(
    join(home, 'enabled_plugins'),
    `[${['rabbitmq_management', 'rabbitmq_prometheus', ...settings.plugins].join(',')}].\n`,
  );
  keepText(join(home, 'advanced.config'), '[].\n');
  keepText(join(home, 'rabbitmq-env.conf'), '');
  const cookie = join(home, '.erlang.cookie');
  rmSync(cookie, { force: true });
  writeFileSync(cookie, settings.cookie, { mode: 0o400 });
  chmodSync(cookie, 0o400);
};

const renderConfig = (password: string, ports: NodePorts): string =>
  Object.entries({
    'listeners.tcp.default': `127.0.0.1:${ports.amqp}`,
    'management.tcp.ip': '127.0.0.1',
    'management.tcp.port': ports.management,
    'prometheus.tcp.ip': '127.0.0.1',
    'prometheus.tcp.port': ports.prometheus,
    default_user: rabbitmqUser,
    default_pass: password,
    'disk_free_limit.absolute': '200MB',
    'vm_memory_high_watermark.absolute': '1GB',
    // The write-ahead log of quorum queues is held in memory too, by default up to half a gigabyte.
    'raft.wal_max_size_bytes': 64 * 1024 * 1024,
  })
    .map(([key, value]) => `${key} = ${value}\n`)
    .join('');

/** The whole environment of the node and of its command line tools; everything they read and write is below `home`. */
export const nodeEnv = (home: string, installation: RabbitmqInstallation, ports: NodePorts): NodeJS.ProcessEnv => {
  const loopback = '-kernel inet_dist_use_interface {127,0,0,1}';
  const { libraryPath } = installation;
  // The other half of the cores is for those who talk to it: more schedulers than find work only wake each other.
  const schedulerCount = Math.max(1, Math.floor(availableParallelism() / 2));
  const schedulers = `+S ${schedulerCount}:${schedulerCount}`;
  return {
    PATH: [...installation.path, process.env['PATH'] ?? '/usr/bin:/bin'].join(delimiter),
    ...(libraryPath.length > 0 ? { LD_LIBRARY_PATH: libraryPath.join(delimiter) } : {}),
    HOME: home,
    LANG: 'C.UTF-8',
    // The script then becomes the node by exec, so that the child's pid is the node's.
    RUNNING_UNDER_SYSTEMD: 'true',
    RABBITMQ_NODENAME: nodeName,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(ports.amqp),
    RABBITMQ_DIST_PORT: String(ports.dist),
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_MNESIA_BASE: nodeDataDir(home),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_PID_FILE: join(home, 'node.pid'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(home, 'advanced.config'),
    RABBITMQ_CONF_ENV_FILE: join(home, 'rabbitmq-env.conf'),
    // Idle schedulers sleep at once instead of spinning.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `${loopback} ${schedulers} +sbwt none +sbwtdcpu none +sbwtdio none`,
    RABBITMQ_CTL_ERL_ARGS: loopback,
    ERL_CRASH_DUMP: join(home, 'log', 'erl_crash.dump'),
  };
};

/** The settings that a private node keeps between starts, readable by its owner alone. */
const settingsSchema = z.object({ password: z.string(), cookie: z.string(), ports: z.array(z.number()) });
type NodeSettings = z.infer<typeof settingsSchema>;

export type NodePorts = { amqp: number; dist: number; epmd: number; management: number; prometheus: number };

export const nodePortCount = 5;

export const namePorts = ([
  amqp = 0,
  dist = 0,
  epmd = 0,
  management = 0,
  prometheus = 0,
]: readonly number[]): NodePorts => ({
  amqp,
  dist,
  epmd,
  management,
  prometheus,
});

export const loadSettings = (home: string): NodeSettings =>
  settingsSchema.optional().parse(readKeptJson(settingsPath(home))) ?? {
    password: randomSecret(),
    cookie: randomSecret(),
    ports: [],
  };

export const keepSettings = (home: string, settings: NodeSettings): void => keepJson(settingsPath(home), settings);

const settingsPath = (home: string): string => join(home, 'settings.json');
