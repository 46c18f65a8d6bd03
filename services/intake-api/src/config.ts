import { z } from 'zod';
import { loadConfig, logLevelSchema, portSchema, rabbitmqUrlSchema, sharedSecretSchema } from '@delivery/service-kit';
import { describeTracing, tracingEnv } from '@delivery/tracing';

const perMinute = (defaultLimit: number) => z.coerce.number().int().min(1).max(10_000_000).default(defaultLimit);

/** The environment: what a deployment may set is checked against it. */
export const configSchema = z.object({
  PORT: portSchema(8080),
  RABBITMQ_URL: rabbitmqUrlSchema,
  ORDER_STATE_URL: z.url({ protocol: /^https?$/, error: 'required: the http:// URL of order-state' }),
  INTERNAL_TOKEN: sharedSecretSchema,
  LOG_LEVEL: logLevelSchema,
  /** The whole wait of a create, ready or cancel for confirm and verdict. */
  VERDICT_WAIT_MS: z.coerce.number().int().min(1).max(20_000).default(1_500),
  RATE_LIMIT_CREATE_PER_MINUTE: perMinute(600),
  RATE_LIMIT_OTHER_PER_MINUTE: perMinute(1_200),
  /** Polls and acks of pull endpoints and reads of the event feed, per merchant token: a till that waits comes three times a minute. */
  RATE_LIMIT_PULL_PER_MINUTE: perMinute(600),
  RATE_LIMIT_PLATFORM_PER_MINUTE: perMinute(12_000),
  RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: perMinute(60),
  /** Of sandbox merchants: enough to try everything, too little to be a load test of what live merchants share with them. */
  RATE_LIMIT_SANDBOX_CREATE_PER_MINUTE: perMinute(120),
  RATE_LIMIT_SANDBOX_OTHER_PER_MINUTE: perMinute(600),
  RATE_LIMIT_SANDBOX_PLATFORM_PER_MINUTE: perMinute(2_400),
  /** How many proxies in front add to X-Forwarded-For; `false`: the peer's address is the client's. */
  TRUST_PROXY: z
    .union([z.literal('false').transform(() => false as const), z.coerce.number().int().min(1).max(16)], {
      error: 'expected false or the number of proxies in front',
    })
    .default(false),
  /** Requests under way at once; one more is answered 503 at once. */
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(2_000),
  /** Polls open at once, those that wait included; one more is answered 503 at once. */
  MAX_POLLS: z.coerce.number().int().min(1).default(10_000),
  ...tracingEnv,
});

export type Config = z.infer<typeof configSchema>;

/** @throws ConfigError listing every fault of the environment */
export const readConfig = (env: NodeJS.ProcessEnv): Config => loadConfig(configSchema, env);

/** What may be logged of it. */
export const describeConfig = ({ INTERNAL_TOKEN, ORDER_STATE_URL, ...rest }: Config) => ({
  ...rest,
  ...describeTracing(rest),
  RABBITMQ_URL: true,
  INTERNAL_TOKEN: INTERNAL_TOKEN !== '',
  ORDER_STATE_URL: new URL(ORDER_STATE_URL).host,
});
