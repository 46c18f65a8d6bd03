import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { ServicePorts } from '../files/choose-ports.js';
import { keepJson, readKeptJson } from '../files/kept-json.js';
import type { ProcessSpec } from '../processes/supervise-processes.js';
import type { BrokerUrls } from '../rabbitmq/broker-users.js';
import { readVariables } from './variables.js';

type ServiceName = 'order-state' | 'intake-api' | 'webhook-dispatcher' | 'courier-simulator';

/** Passed to every service beside what its schema names; everything else of the environment stays outside. */
const passedToAll = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'PATH', 'HOME', 'TZ', /^OTEL_/];

/** Node's flags for a service, as in its image. */
export const nodeFlags: readonly string[] = ['--enable-source-maps', '--max-semi-space-size=16'];

export type ServiceSpecDeps = {
  rootDir: string;
  /** Further flags for Node. */
  moreNodeFlags: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The variables that each service reads. */
  variables: ServiceVariables;
  ports: ServicePorts;
  secrets: ProductSecrets;
  databaseUrl: string;
  brokerUrls: BrokerUrls;
};

/** Where a process's `dist/main.js` is, below the repository. */
const directoryOf = (name: ServiceName): string => join(name === 'courier-simulator' ? 'packages' : 'services', name);

export type ServiceVariables = Readonly<Record<ServiceName, readonly string[]>>;

export const readServiceVariables = async (rootDir: string): Promise<ServiceVariables> => {
  const of = (name: ServiceName) => readVariables(join(rootDir, directoryOf(name)));
  return {
    'order-state': await of('order-state'),
    'intake-api': await of('intake-api'),
    'webhook-dispatcher': await of('webhook-dispatcher'),
    'courier-simulator': await of('courier-simulator'),
  };
};

/**
 * The three services and the courier simulator as processes of their own, from the same entry points and variables as
 * everywhere else.
 */
export const listServices = (deps: ServiceSpecDeps): ProcessSpec[] => {
  const { ports, secrets, brokerUrls } = deps;
  const { INTERNAL_TOKEN, OPERATOR_TOKEN, SIMULATOR_TOKEN, SECRETS_KEY } = secrets;
  const ORDER_STATE_URL = `http://127.0.0.1:${ports.orderState}`;
  return [
    toSpec(deps, 'order-state', ports.orderState, {
      DATABASE_URL: deps.databaseUrl,
      RABBITMQ_URL: brokerUrls['order-state'],
      INTERNAL_TOKEN,
      OPERATOR_TOKEN,
      SIMULATOR_TOKEN,
      SECRETS_KEY,
      PUBLIC_URL: deps.env['PUBLIC_URL'] ?? `http://localhost:${ports.intakeApi}`,
    }),
    toSpec(deps, 'intake-api', ports.intakeApi, {
      RABBITMQ_URL: brokerUrls['intake-api'],
      ORDER_STATE_URL,
      INTERNAL_TOKEN,
    }),
    toSpec(deps, 'webhook-dispatcher', ports.webhookDispatcher, {
      RABBITMQ_URL: brokerUrls['webhook-dispatcher'],
      SECRETS_KEY,
    }),
    toSpec(deps, 'courier-simulator', ports.courierSimulator, {
      INTAKE_API_URL: `http://127.0.0.1:${ports.intakeApi}`,
      SIMULATOR_TOKEN,
    }),
  ];
};

const toSpec = (deps: ServiceSpecDeps, name: ServiceName, port: number, own: Record<string, string>): ProcessSpec => ({
  name,
  command: process.execPath,
  args: [...nodeFlags, ...deps.moreNodeFlags, 'dist/main.js'],
  cwd: join(deps.rootDir, directoryOf(name)),
  env: { ...pick(deps.env, [...passedToAll, ...deps.variables[name]]), ...own, PORT: String(port) },
  readyUrl: `http://127.0.0.1:${port}/readyz`,
});

const pick = (env: NodeJS.ProcessEnv, names: readonly (string | RegExp)[]): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([key]) =>
      names.some((name) => (typeof name === 'string' ? name === key : name.test(key))),
    ),
  );

const secretNames = ['INTERNAL_TOKEN', 'OPERATOR_TOKEN', 'SIMULATOR_TOKEN', 'SECRETS_KEY'] as const;
const keptSchema = z.record(z.string(), z.string()).default({});

type ProductSecrets = Record<(typeof secretNames)[number], string>;

/**
 * Secrets from the environment; missing ones are made once and kept in the data directory, readable by its owner alone.
 */
export const keepSecrets = (dataDir: string, env: NodeJS.ProcessEnv): ProductSecrets => {
  const path = join(dataDir, 'secrets.json');
  const kept = keptSchema.parse(readKeptJson(path));
  const secretOf = (name: string, make: () => string): string => env[name] || kept[name] || make();
  const secrets: ProductSecrets = {
    INTERNAL_TOKEN: secretOf('INTERNAL_TOKEN', () => randomBytes(24).toString('hex')),
    OPERATOR_TOKEN: secretOf('OPERATOR_TOKEN', () => randomBytes(24).toString('hex')),
    SIMULATOR_TOKEN: secretOf('SIMULATOR_TOKEN', () => randomBytes(24).toString('hex')),
    SECRETS_KEY: secretOf('SECRETS_KEY', () => randomBytes(32).toString('base64')),
  };
  const made = secretNames.filter((name) => !env[name] && !kept[name]);
  if (made.length > 0) keepJson(path, { ...kept, ...Object.fromEntries(made.map((name) => [name, secrets[name]])) });
  return secrets;
};

export type Running = {
  ports: { orderState: number; intakeApi: number; webhookDispatcher: number };
  /** With credentials; absent: a broker from elsewhere. */
  rabbitmqManagementUrl: string | undefined;
  operatorToken: string;
};

/**
 * For the operator's command line: the addresses of the processes that run here, and their token. Readable by its owner
 * alone.
 */
export const keepForOperators = (dataDir: string, { ports, rabbitmqManagementUrl, operatorToken }: Running): void => {
  const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
  keepJson(join(dataDir, 'services.json'), {
    order_state_url: urlOf(ports.orderState),
    intake_api_url: urlOf(ports.intakeApi),
    webhook_dispatcher_url: urlOf(ports.webhookDispatcher),
    rabbitmq_management_url: rabbitmqManagementUrl,
    operator_token: operatorToken,
  });
};
