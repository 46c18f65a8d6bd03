import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { root } from './read-yaml.js';

export const serviceNames = ['intake-api', 'order-state', 'webhook-dispatcher'] as const;
/** The services, and the courier simulator for sandbox merchants. */
export const processNames = [...serviceNames, 'courier-simulator'] as const;
export type ProcessName = (typeof processNames)[number];

/** Where it is in the repository. */
export const directoryOf = (name: ProcessName): 'packages' | 'services' =>
  name === 'courier-simulator' ? 'packages' : 'services';

/** Read by Node itself, not by the services' schemas. */
const runtimeNames = ['NODE_OPTIONS', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS'];

/** A process, or what order-state's image runs before it. */
type Configured = ProcessName | 'migrate';

/** The schema of an environment, from the service's build: what is deployed is that build, not a package to import. */
const loadSchema = async (name: Configured): Promise<z.ZodObject> => {
  const service = name === 'migrate' ? 'order-state' : name;
  const url = pathToFileURL(join(root, directoryOf(service), service, 'dist/modules/config.js'));
  const schemas = (await import(url.href)) as { configSchema: z.ZodObject; migrateConfigSchema: z.ZodObject };
  return name === 'migrate' ? schemas.migrateConfigSchema : schemas.configSchema;
};

/** Every variable that it reads. */
export const listVariables = async (service: Configured): Promise<string[]> =>
  Object.keys((await loadSchema(service)).shape);

/** 32 bytes that are not all the same. */
const keyFrom = (first: number): string =>
  Buffer.from(Array.from({ length: 32 }, (_, at) => first + at)).toString('base64');

/** A value as the placeholder of something that is only known when it runs (a Secret's key). */
export const placeholders: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@postgres-rw:5432/delivery',
  DATABASE_READ_URL: 'postgres://user:password@postgres-ro:5432/delivery',
  RABBITMQ_URL: 'amqp://user:password@rabbitmq.delivery.svc:5672/',
  INTERNAL_TOKEN: 'a-secret-of-more-than-16-characters',
  OPERATOR_TOKEN: 'an-operators-token-of-more-than-16-characters',
  OPERATOR_READ_TOKEN: 'another-secret-of-more-than-16-characters',
  SIMULATOR_TOKEN: 'a-third-secret-of-more-than-16-characters',
  SECRETS_KEY: keyFrom(0),
  SECRETS_KEY_PREVIOUS: keyFrom(32),
};

/** The faults of an environment: names that the service does not read, and the schema's messages. */
export const findEnvFaults = async (service: Configured, env: Readonly<Record<string, string>>): Promise<string[]> => {
  const schema = await loadSchema(service);
  const unknown = Object.keys(env).filter((name) => !(name in schema.shape) && !runtimeNames.includes(name));
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const issues = schema.safeParse(given).error?.issues ?? [];
  return [
    ...unknown.map((name) => `${service} does not read ${name}`),
    ...issues.map((issue) => `${service} ${issue.path.join('.')}: ${issue.message}`),
  ];
};
