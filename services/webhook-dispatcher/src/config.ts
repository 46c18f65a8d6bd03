import { z } from 'zod';
import { allowedNetworksSchema, blockedNetworksSchema, describeNetwork } from '@delivery/address-guard';
import {
  checkSecrets,
  demoSecretsSchema,
  flagSchema,
  loadConfig,
  logLevelSchema,
  portSchema,
  rabbitmqUrlSchema,
  secretKeySchema,
  serviceVersionSchema,
} from '@delivery/service-kit';
import { describeTracing, tracingEnv } from '@delivery/tracing';

const limit = (defaultLimit: number, max: number) => z.coerce.number().int().min(1).max(max).default(defaultLimit);

const proxySchema = z
  .url({ protocol: /^https?$/, error: 'expected http://user:password@host:port or https://…' })
  .transform((text) => new URL(text))
  .refine(({ pathname, search, hash }) => pathname === '/' && search === '' && hash === '', {
    error: 'expected no path, query or fragment',
  });

/** The schema of the environment, against which a deployment is checked. */
export const configSchema = z
  .object({
    PORT: portSchema(8082),
    RABBITMQ_URL: rabbitmqUrlSchema,
    SECRETS_KEY: secretKeySchema.describe('The `SECRETS_KEY` of order-state.'),
    SECRETS_KEY_PREVIOUS: secretKeySchema.optional().describe('The previous key, for deliveries sealed with it.'),
    DEMO_SECRETS: demoSecretsSchema,
    LOG_LEVEL: logLevelSchema,
    SERVICE_VERSION: serviceVersionSchema,
    WEBHOOK_ALLOW_HTTP: flagSchema.describe('Allows `http://` URLs: for development.'),
    WEBHOOK_ALLOW_NETWORKS: allowedNetworksSchema,
    WEBHOOK_BLOCK_NETWORKS: blockedNetworksSchema,
    WEBHOOK_PROXY_URL: proxySchema
      .optional()
      .describe('`http://user:password@proxy:3128` of a forward proxy for all webhooks.'),
    WEBHOOK_CONNECT_TIMEOUT_MS: limit(3_000, 10_000).describe("Milliseconds to connect to a merchant's server."),
    // A POST must end within the drain of 25 s.
    WEBHOOK_TOTAL_TIMEOUT_MS: limit(10_000, 20_000).describe(
      'Milliseconds for a POST as a whole, with its answer. An attempt in the format of Open Delivery may be two.',
    ),
    WEBHOOK_PREFETCH: limit(1_000, 10_000).describe('Deliveries of a replica at once.'),
    WEBHOOK_SOCKETS_PER_ORIGIN: limit(512, 10_000).describe(
      'Requests to one origin at once; one merchant gets half of them.',
    ),
    WEBHOOK_SOCKETS_MAX: limit(2_000, 20_000).describe('Open connections, including idle ones.'),
    ...tracingEnv,
  })
  .superRefine(checkSecrets('SECRETS_KEY'));

export type Config = z.infer<typeof configSchema>;

/** @throws ConfigError listing every fault of the environment */
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(configSchema, env);

/** The part of the environment that may be logged. */
export const describeConfig = (config: Config) => ({
  ...config,
  ...describeTracing(config),
  RABBITMQ_URL: true,
  SECRETS_KEY: true,
  SECRETS_KEY_PREVIOUS: config.SECRETS_KEY_PREVIOUS !== undefined,
  WEBHOOK_PROXY_URL: config.WEBHOOK_PROXY_URL && config.WEBHOOK_PROXY_URL.host,
  WEBHOOK_ALLOW_NETWORKS: config.WEBHOOK_ALLOW_NETWORKS.map(describeNetwork),
  WEBHOOK_BLOCK_NETWORKS: config.WEBHOOK_BLOCK_NETWORKS.map(describeNetwork),
});
