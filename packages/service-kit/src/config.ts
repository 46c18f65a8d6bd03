import { readFileSync } from 'node:fs';
import { z } from 'zod';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Parses the environment once and lists every fault at once.
 * @param schema object schema keyed by environment variable name; empty strings count as absent
 * @throws ConfigError naming each variable and what was expected of it, never its value
 */
export const loadConfig = <T extends z.ZodType>(schema: T, env: NodeJS.ProcessEnv): z.infer<T> => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given, { reportInput: false });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The environment is not valid:\n${faults.join('\n')}`);
};

/** `loadConfig` for a `main`: faults of the environment are printed without a stack trace, and the process exits 78. */
export const loadConfigOrExit = <T extends z.ZodType>(schema: T, env: NodeJS.ProcessEnv): z.infer<T> => {
  try {
    return loadConfig(schema, env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(unusableEnvironment);
  }
};

/** TCP port; with 0 the system chooses one. */
export const portSchema = (defaultPort: number) =>
  z.coerce.number().int().min(0).max(65_535).default(defaultPort).describe('The TCP port to listen on.');

/** `true` or `false`, nothing else. */
export const flagSchema = z
  .enum(['true', 'false'], { error: 'expected true or false' })
  .default('false')
  .transform((value) => value === 'true');

export const logLevelSchema = z
  .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
  .default('info')
  .describe('The least severe level that is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.');

/** 32 random bytes in base64: `openssl rand -base64 32`. */
export const secretKeySchema = z
  .string({ error: 'required: 32 random bytes in base64 (openssl rand -base64 32)' })
  .refine((value) => Buffer.from(value, 'base64').length === 32, 'expected 32 bytes in base64')
  .transform((value) => Buffer.from(value, 'base64'));

export const trustProxySchema = z
  .union([z.literal('false').transform(() => false as const), z.coerce.number().int().min(1).max(16)], {
    error: 'expected false or the number of proxies in front',
  })
  .prefault('false')
  .describe(
    "The number of proxies in front that add to `X-Forwarded-For`; `false`: the peer's address is the client's.",
  );

/**
 * Longer than the timeout of any balancer or proxy, which must close an idle connection first. Otherwise it sends a
 * request on a connection that is being closed.
 */
export const keepAliveTimeoutSchema = z.coerce
  .number()
  .int()
  .min(1_000)
  .max(24 * 3_600_000)
  .default(65_000)
  .describe('Milliseconds until an idle connection is closed: more than the idle time of the balancer in front.');

export const mapStyleUrlSchema = z
  .url({ protocol: /^https?$/, error: 'expected the URL of a MapLibre style' })
  .optional()
  .describe(
    'A MapLibre style, for maps on tracking pages and in the portal, and in order-state’s console. All that it ' +
      'loads must come from its origin, whose server sees where customers are.',
  );

/** A shared secret of at least 16 characters. */
export const sharedSecretSchema = z
  .string({ error: 'required: a secret of at least 16 characters' })
  .min(16, 'expected at least 16 characters');

/** One `amqp://` or `amqps://` URL of RabbitMQ, or those of several nodes of one cluster with commas between them. */
export const rabbitmqUrlSchema = z
  .string({ error: 'required: amqp://user:password@host:5672/vhost, several with commas' })
  // A comma in a password is not followed by the next URL.
  .transform((text) => text.split(/\s*,\s*(?=amqps?:\/\/)/))
  .refine((urls) => urls.every(isAmqpUrl), 'expected amqp:// or amqps:// URLs, several with commas')
  .describe('`amqp://user:password@host:5672/vhost` of RabbitMQ; several nodes of a cluster with commas between them.');

const isAmqpUrl = (text: string): boolean => {
  const url = z.url({ protocol: /^amqps?$/, hostname: /^[^,\s]+$/ });
  return url.safeParse(text).success;
};

/**
 * EX_CONFIG of sysexits.h: the process would end in the same way with the same environment. A supervisor should show its
 * last lines and not restart it.
 */
export const unusableEnvironment = 78;

/** All packages of the repository have one version. */
const packageSchema = z.object({ version: z.string() });

export const serviceVersionSchema = z
  .string()
  .max(64)
  .optional()
  .describe('How the console names this build, such as its git revision. Default: the version of the release.');

/** @param given the environment's `SERVICE_VERSION` */
export const serviceVersionOf = (given: string | undefined): string =>
  given ?? packageSchema.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version;

/** Allows a deployment to use the public secrets of `deploy/demo.env`. */
export const demoSecretsSchema = flagSchema.describe(
  'Whether the public secrets of `deploy/demo.env` are accepted: only for a demo on your own machine.',
);

/** In `deploy/demo.env`. */
const publishedSecrets: ReadonlySet<string> = new Set([
  'demo-internal-token',
  'demo-operator-token',
  'ZGVtby1zZWNyZXRzLWtleS1ub3QtYS1zZWNyZXQhISE=',
]);

const kindsMin = { characters: 8, bytes: 16 };

/**
 * A check for `superRefine` of a service's environment: each of these secrets must look random, be unpublished, and
 * differ from the others. A fault names the variable, never its value.
 */
export const checkSecrets =
  (...names: readonly string[]) =>
  (config: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    const first = new Map<string, string>();
    for (const name of names) {
      const secret = config[name];
      if (typeof secret !== 'string' && !Buffer.isBuffer(secret)) continue;
      const text = typeof secret === 'string' ? secret : secret.toString('base64');
      const fault = faultOf(secret, text, first.get(text), config['DEMO_SECRETS'] === true);
      if (fault !== undefined) context.addIssue({ code: 'custom', path: [name], message: fault });
      first.set(text, first.get(text) ?? name);
    }
  };

const tooSimple = 'expected random text (openssl rand -hex 24) or, of a key, random bytes (openssl rand -base64 32)';

const isGuessable = (secret: string | Buffer): boolean =>
  typeof secret === 'string'
    ? new Set(secret).size < kindsMin.characters
    : new Set(secret.values()).size < kindsMin.bytes;

const faultOf = (
  secret: string | Buffer,
  text: string,
  other: string | undefined,
  isDemo: boolean,
): string | undefined => {
  if (other !== undefined) return `expected a secret that differs from ${other}`;
  if (publishedSecrets.has(text))
    return isDemo ? undefined : 'expected a secret that is not published in deploy/demo.env';
  return isGuessable(secret) ? tooSimple : undefined;
};
