import { z } from 'zod';
import { allowedNetworksSchema, blockedNetworksSchema, describeNetwork } from '@delivery/address-guard';
import { operatorRoles, parseUrl } from '@delivery/contracts';
import {
  checkSecrets,
  demoSecretsSchema,
  flagSchema,
  logLevelSchema,
  portSchema,
  rabbitmqUrlSchema,
  secretKeySchema,
  sharedSecretSchema,
  trustProxySchema,
} from '@delivery/service-kit';
import { describeTracing, tracingEnv } from '@delivery/tracing';
import { retryScheduleSchema } from '@delivery/webhooks';
import { callbackPath } from './operator-api/rules/caller.js';

const databaseUrlSchema = z
  .string({ error: 'required: postgres://user:password@host:5432/database' })
  .regex(/^postgres(ql)?:\/\//, 'expected a postgres:// URL');

const minutesSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(24 * 60);
/** What is told in plain text may be told to this machine alone. */
const isIssuer = (text: string): boolean =>
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/.test(text);
const isSmtpUrl = (text: string): boolean => parseUrl(text) !== undefined && /^smtps?:\/\/[^/]/.test(text);

/** Environment of order-state. Secrets have no default. */
export const configSchema = z
  .object({
    PORT: portSchema(8081),
    DATABASE_URL: databaseUrlSchema.describe(
      "`postgres://user:password@host:5432/database` of the primary. With the owner's, order-state migrates at its start; a role that may only read and write rows waits for `dist/migrate.js`.",
    ),
    DATABASE_READ_URL: databaseUrlSchema
      .optional()
      .describe('The same for a hot standby, which then answers lists, searches and charts.'),
    DATABASE_READ_POOL_MAX: z.coerce.number().int().min(1).max(200).default(8).describe('Connections to the standby.'),
    DATABASE_READ_LAG_MAX_MS: z.coerce
      .number()
      .int()
      .min(2_000)
      .default(5_000)
      .describe('Milliseconds by which the standby may lag behind the primary; if it lags more, it is not used.'),
    DATABASE_POOL_MAX: z.coerce
      .number()
      .int()
      .min(4)
      .max(200)
      .default(16)
      .describe(
        'Connections to the primary: half of them serve the queues, three eighths merchants, an eighth the operator.',
      ),
    DATABASE_PIPELINING: z
      .enum(['on', 'off'])
      .default('on')
      .describe('`off` sends each statement to Postgres separately, in case a new version of `pg` breaks pipelining.'),
    RABBITMQ_URL: rabbitmqUrlSchema,
    INTERNAL_TOKEN: sharedSecretSchema.describe('The bearer token that the internal API expects.'),
    OPERATOR_TOKEN: sharedSecretSchema.describe('The bearer token of the operator API and the console.'),
    OPERATOR_READ_TOKEN: sharedSecretSchema
      .optional()
      .describe(
        "A second token of the operator API, which reads everything except customers' data and changes nothing.",
      ),
    SIMULATOR_TOKEN: sharedSecretSchema
      .optional()
      .describe(
        "The token of simulated couriers, which serve sandbox merchants alone; if not set, there are none. With it goes the courier's system “Simulated couriers”.",
      ),
    SECRETS_KEY: secretKeySchema.describe(
      '32 random bytes in base64, which seal secrets in the database and in queues.',
    ),
    SECRETS_KEY_PREVIOUS: secretKeySchema
      .optional()
      .describe('The previous key, until everything is sealed with the new one.'),
    DEMO_SECRETS: demoSecretsSchema,
    TRUST_PROXY: trustProxySchema,
    LOG_LEVEL: logLevelSchema,
    // Longer than the queue keeps a message, so that no message of an older generation is still under way at its end.
    DELIVERY_LEASE_MS: z.coerce
      .number()
      .int()
      .min(1_000)
      .default(12 * 60_000)
      .describe('Milliseconds after which a released delivery without a report is released again.'),
    WEBHOOK_RETRY_SCHEDULE: retryScheduleSchema,
    SECRET_ROTATION_OVERLAP_MS: z.coerce
      .number()
      .int()
      .min(0)
      .default(24 * 3_600_000)
      .describe('Milliseconds for which the previous secret still signs after a rotation.'),
    RETENTION_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .default(90)
      .describe(
        'Days without activity after which an order and its history are purged, and days until a deleted endpoint is.',
      ),
    IDEMPOTENCY_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .describe('Days without activity after which an `external_id` may be used for a new order; if not set, never.'),
    CUSTOMER_DATA_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .default(30)
      .describe("Days after its final status, or its last event, after which an order's customer data are erased."),
    DUE_PREPARE_MINUTES: minutesSchema
      .default(20)
      .describe('Minutes before an order should be ready at which its merchant should begin to prepare it.'),
    DUE_PICKUP_MINUTES: minutesSchema
      .default(5)
      .describe('Minutes before an order should be picked up at which it should be ready.'),
    DUE_DRIVE_MINUTES: minutesSchema
      .default(20)
      .describe('Minutes before the `delivery_time` of an order at which it should be picked up.'),
    COURIER_NOT_FOUND_SECONDS: z.coerce
      .number()
      .int()
      .min(1)
      .max(86_400)
      .default(600)
      .describe("Seconds after which a merchant is told that no courier's system has accepted an order that is ready."),
    SMTP_URL: z
      .string()
      .refine(isSmtpUrl, 'expected smtp://user:password@host:587 or smtps://user:password@host:465')
      .optional()
      .describe(
        '`smtp://user:password@host:587` or `smtps://…:465` of the mail server that tells merchants’ contacts; if not set, none are told.',
      ),
    MAIL_FROM: z.email().optional().describe('The address that these mails come from.'),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .overwrite((url) => url.replace(/\/+$/, ''))
      .optional()
      .describe(
        'The URL of intake-api as merchants and customers reach it: for tracking pages, and links to the portal in mails and from operators.',
      ),
    OIDC_ISSUER: z
      .url()
      .refine(isIssuer, 'expected an https:// URL, or http:// on this machine')
      .optional()
      .describe(
        'The issuer of the OpenID Connect provider at which people sign in to the console; if not set, a token is the only way in.',
      ),
    OIDC_CLIENT_ID: z.string().optional().describe('The id under which the console is registered there.'),
    OIDC_CLIENT_SECRET: z
      .string()
      .optional()
      .describe('The secret of that client (`client_secret_post`); if not set, it is a public client.'),
    OIDC_REDIRECT_URI: z
      .url({ protocol: /^https?$/ })
      .refine((url) => url.endsWith(callbackPath), `expected …${callbackPath}`)
      .optional()
      .describe(
        `Where the provider sends people back to, as it is registered there: the address of order-state as browsers reach it, with \`${callbackPath}\`.`,
      ),
    OIDC_ROLES_CLAIM: z
      .string()
      .default('roles')
      .describe(
        `The claim of the ID token that lists a person's roles: ${operatorRoles.map((role) => `\`${role}\``).join(', ')}.`,
      ),
    OIDC_SCOPE: z
      .string()
      .regex(/(^| )openid( |$)/, 'expected openid among them')
      .default('openid profile email')
      .describe('The scopes that are asked for, separated by spaces.'),
    ACTIVITY_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .default(365)
      .describe('Days after which a line of the activity log is deleted; `RETENTION_DAYS` or more.'),
    WEBHOOK_ALLOW_HTTP: flagSchema.describe('Whether an endpoint may have an `http://` URL: for development.'),
    WEBHOOK_ALLOW_NETWORKS: allowedNetworksSchema,
    WEBHOOK_BLOCK_NETWORKS: blockedNetworksSchema,
    ...tracingEnv,
  })
  .superRefine(
    checkSecrets('INTERNAL_TOKEN', 'OPERATOR_TOKEN', 'OPERATOR_READ_TOKEN', 'SIMULATOR_TOKEN', 'SECRETS_KEY'),
  )
  .refine(({ DATABASE_URL: url, DATABASE_READ_URL: readUrl }) => url !== readUrl, {
    path: ['DATABASE_READ_URL'],
    error: 'expected a hot standby, not DATABASE_URL again: leave it out where there is none',
  })
  .refine(({ IDEMPOTENCY_DAYS: days, RETENTION_DAYS: kept }) => days === undefined || days >= kept, {
    path: ['IDEMPOTENCY_DAYS'],
    error: 'expected RETENTION_DAYS or more: an order that still exists keeps its external_id',
  })
  .refine(
    ({ SMTP_URL: smtp, MAIL_FROM: from, PUBLIC_URL: url }) =>
      (smtp === undefined && from === undefined) || (smtp !== undefined && from !== undefined && url !== undefined),
    { path: ['SMTP_URL'], error: 'expected SMTP_URL and MAIL_FROM together, and PUBLIC_URL with them' },
  )
  .refine(
    ({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_REDIRECT_URI: uri }) =>
      new Set([issuer === undefined, id === undefined, uri === undefined]).size === 1,
    { path: ['OIDC_ISSUER'], error: 'expected OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_REDIRECT_URI together' },
  )
  .refine(({ ACTIVITY_DAYS: days, RETENTION_DAYS: kept }) => days >= kept, {
    path: ['ACTIVITY_DAYS'],
    error: 'expected RETENTION_DAYS or more: the timeline of an order shows what was changed at its endpoints',
  });
export type Config = z.infer<typeof configSchema>;

/** Environment of `migrate`, which needs the owner's URL and nothing else of the above. */
export const migrateConfigSchema = z.object({ DATABASE_URL: databaseUrlSchema, LOG_LEVEL: logLevelSchema });

/** The part of the environment that may be logged. */
export const describeConfig = (config: Config) => ({
  ...config,
  ...describeTracing(config),
  DATABASE_URL: true,
  DATABASE_READ_URL: config.DATABASE_READ_URL !== undefined,
  RABBITMQ_URL: true,
  SMTP_URL: config.SMTP_URL !== undefined,
  INTERNAL_TOKEN: true,
  OPERATOR_TOKEN: true,
  OPERATOR_READ_TOKEN: config.OPERATOR_READ_TOKEN !== undefined,
  SIMULATOR_TOKEN: config.SIMULATOR_TOKEN !== undefined,
  SECRETS_KEY: true,
  SECRETS_KEY_PREVIOUS: config.SECRETS_KEY_PREVIOUS !== undefined,
  OIDC_CLIENT_SECRET: config.OIDC_CLIENT_SECRET !== undefined,
  WEBHOOK_ALLOW_NETWORKS: config.WEBHOOK_ALLOW_NETWORKS.map(describeNetwork),
  WEBHOOK_BLOCK_NETWORKS: config.WEBHOOK_BLOCK_NETWORKS.map(describeNetwork),
});
