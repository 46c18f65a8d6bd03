import { z } from 'zod';
import {
  checkSecrets,
  demoSecretsSchema,
  flagSchema,
  keepAliveTimeoutSchema,
  loadConfig,
  logLevelSchema,
  mapStyleUrlSchema,
  portSchema,
  rabbitmqUrlSchema,
  serviceVersionSchema,
  sharedSecretSchema,
  trustProxySchema,
} from '@delivery/service-kit';
import { describeTracing, tracingEnv } from '@delivery/tracing';

const limitOf = (defaultLimit: number) => z.coerce.number().int().min(1).max(10_000_000).default(defaultLimit);

/** The schema of the environment, against which a deployment is checked. */
export const configSchema = z
  .object({
    PORT: portSchema(8080),
    RABBITMQ_URL: rabbitmqUrlSchema,
    ORDER_STATE_URL: z
      .url({ protocol: /^https?$/, error: 'required: the http:// URL of order-state' })
      .describe('The internal API of order-state.'),
    INTERNAL_TOKEN: sharedSecretSchema.describe('The bearer token for it, the same in both services.'),
    LOG_LEVEL: logLevelSchema,
    SERVICE_VERSION: serviceVersionSchema,
    VERDICT_WAIT_MS: z.coerce
      .number()
      .int()
      .min(1)
      .max(20_000)
      .default(1_500)
      .describe('Milliseconds for which a create, ready or cancel waits for confirm and verdict together.'),
    RATE_LIMIT_CREATE_PER_MINUTE: limitOf(600).describe('Creates per merchant token and replica.'),
    RATE_LIMIT_OTHER_PER_MINUTE: limitOf(1_200).describe('Other calls per merchant token and replica.'),
    // A client that waits polls three times a minute.
    RATE_LIMIT_PULL_PER_MINUTE: limitOf(600).describe(
      'Polls, acks and reads of `/v1/events`, per merchant token and replica.',
    ),
    RATE_LIMIT_COURIER_PER_MINUTE: limitOf(12_000).describe('Calls per courier’s system and replica.'),
    RATE_LIMIT_PLATFORM_API_PER_MINUTE: limitOf(1_200).describe(
      'Calls with a platform’s tokens per platform and replica.',
    ),
    RATE_LIMIT_PLATFORM_PER_MINUTE: limitOf(12_000).describe('Calls per platform key and replica.'),
    // Many customers of one mobile network come from one address, and a page asks four times a minute.
    RATE_LIMIT_TRACKING_PER_MINUTE: limitOf(1_200).describe(
      'Tracking pages, and pages that confirm a contact, per address and replica.',
    ),
    TRACKING_MAP_STYLE_URL: mapStyleUrlSchema,
    RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: limitOf(60).describe('Calls with wrong credentials per address and replica.'),
    // Enough to try everything, too little for a load test of the resources that live and sandbox merchants share.
    RATE_LIMIT_SANDBOX_CREATE_PER_MINUTE: limitOf(120).describe('Creates of a sandbox merchant.'),
    RATE_LIMIT_SANDBOX_OTHER_PER_MINUTE: limitOf(600).describe('Other calls of a sandbox merchant.'),
    RATE_LIMIT_SANDBOX_PLATFORM_PER_MINUTE: limitOf(2_400).describe('Calls with a sandbox key of a platform.'),
    RATE_LIMIT_CREATES_PER_DAY: limitOf(500_000).describe('Creates per merchant, day and replica.'),
    RATE_LIMIT_CREATE_BYTES_PER_DAY: z.coerce
      .number()
      .int()
      .min(1)
      .default(2 * 1024 ** 3)
      .describe('Bytes of the bodies of creates per merchant, day and replica.'),
    TRUST_PROXY: trustProxySchema,
    KEEP_ALIVE_TIMEOUT_MS: keepAliveTimeoutSchema,
    SECURITY_CONTACT: z
      .url({ protocol: /^(mailto|https|tel)$/, error: 'expected mailto:…, https://… or tel:…' })
      .optional()
      .describe('Where to report a vulnerability, as `mailto:security@example.com`, for `/.well-known/security.txt`.'),
    MCP_DISABLED: flagSchema.describe('Takes `/mcp` away, where agents find calls as tools.'),
    MAX_IN_FLIGHT: z.coerce
      .number()
      .int()
      .min(1)
      .default(2_000)
      .describe('Calls under way at once; one merchant has up to eight ninths, then 429.'),
    MAX_POLLS: z.coerce
      .number()
      .int()
      .min(1)
      .default(10_000)
      .describe('Open polls of pull endpoints and of `/v1/events`; then 503.'),
    DEMO_SECRETS: demoSecretsSchema,
    ...tracingEnv,
  })
  .superRefine(checkSecrets('INTERNAL_TOKEN'));

export type Config = z.infer<typeof configSchema>;

/** @throws ConfigError listing every fault of the environment */
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(configSchema, env);

/** The part of the environment that may be logged. */
export const describeConfig = ({ INTERNAL_TOKEN, ORDER_STATE_URL, TRACKING_MAP_STYLE_URL, ...rest }: Config) => ({
  ...rest,
  ...describeTracing(rest),
  RABBITMQ_URL: true,
  INTERNAL_TOKEN: INTERNAL_TOKEN !== '',
  ORDER_STATE_URL: new URL(ORDER_STATE_URL).host,
  TRACKING_MAP_STYLE_URL: TRACKING_MAP_STYLE_URL && new URL(TRACKING_MAP_STYLE_URL).host,
});
