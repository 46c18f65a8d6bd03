import { z } from 'zod';
import { allowedNetworksSchema, blockedNetworksSchema, describeNetwork } from '@delivery/address-guard';
import { operatorRoles, parseUrl } from '@delivery/contracts';
import {
  checkSecrets,
  demoSecretsSchema,
  flagSchema,
  keepAliveTimeoutSchema,
  logLevelSchema,
  mapStyleUrlSchema,
  portSchema,
  rabbitmqUrlSchema,
  secretKeySchema,
  serviceVersionSchema,
  sharedSecretSchema,
  trustProxySchema,
} from '@delivery/service-kit';
import { describeTracing, tracingEnv } from '@delivery/tracing';
import { retryScheduleSchema } from './ledger/rules/retries.js';
import { explainSmtpFault } from './mails/rules/mail.js';
import { callbackPath } from './operator-api/rules/caller.js';

const databaseUrlSchema = z
  .string({ error: 'required: postgres://user:password@host:5432/database' })
  .regex(/^postgres(ql)?:\/\//, 'expected a postgres:// URL');

const minutesSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(24 * 60);
/** Plain text may only be sent to this machine. */
const isIssuer = (text: string): boolean =>
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/.test(text);
const isSmtpUrl = (text: string): boolean => parseUrl(text) !== undefined && /^smtps?:\/\/[^/]/.test(text);

/** Environment of order-state. Secrets have no default. */
export const configSchema = z
  .object({
    PORT: portSchema(8081),
    DATABASE_URL: databaseUrlSchema.describe(
      "`postgres://user:password@host:5432/database` of the primary. With the owner's URL, order-state migrates " +
        'at its start; otherwise it waits for `dist/migrate.js`.',
    ),
    DATABASE_READ_URL: databaseUrlSchema
      .optional()
      .describe('The URL of a hot standby, for lists, searches and charts.'),
    DATABASE_READ_POOL_MAX: z.coerce.number().int().min(1).max(200).default(8).describe('Connections to the standby.'),
    DATABASE_READ_LAG_MAX_MS: z.coerce
      .number()
      .int()
      .min(2_000)
      .default(5_000)
      .describe('Milliseconds by which the standby may lag; beyond, it is not used.'),
    DATABASE_POOL_MAX: z.coerce
      .number()
      .int()
      .min(4)
      .max(200)
      .default(16)
      .describe(
        'Connections to the primary: half for the queues, three eighths for merchants, an eighth for the operator.',
      ),
    DATABASE_PIPELINING: z
      .enum(['on', 'off'])
      .default('on')
      .describe('`off` sends each statement by itself, in case a version of `pg` breaks pipelining.'),
    DATABASE_ALLOW_DATA_LOSS: flagSchema.describe(
      'Starts on a server with `fsync` or `full_page_writes` off, whose crash loses what was confirmed: for tests.',
    ),
    RABBITMQ_URL: rabbitmqUrlSchema,
    INTERNAL_TOKEN: sharedSecretSchema.describe('The bearer token of the internal API.'),
    OPERATOR_TOKEN: sharedSecretSchema.describe('The bearer token of the operator API and the console.'),
    OPERATOR_READ_TOKEN: sharedSecretSchema
      .optional()
      .describe("A second token, which reads everything but customers' data and changes nothing."),
    SIMULATOR_TOKEN: sharedSecretSchema
      .optional()
      .describe('The token of the simulated couriers of sandbox merchants; without it there are none.'),
    SECRETS_KEY: secretKeySchema.describe('32 random bytes in base64, which seal secrets.'),
    SECRETS_KEY_PREVIOUS: secretKeySchema
      .optional()
      .describe('The previous key, until all is sealed with the new one.'),
    DEMO_SECRETS: demoSecretsSchema,
    TRUST_PROXY: trustProxySchema,
    KEEP_ALIVE_TIMEOUT_MS: keepAliveTimeoutSchema,
    LOG_LEVEL: logLevelSchema,
    SERVICE_VERSION: serviceVersionSchema,
    // Longer than the queue keeps a message, so that no message of an older generation is still under way at its end.
    DELIVERY_LEASE_MS: z.coerce
      .number()
      .int()
      .min(1_000)
      .default(12 * 60_000)
      .describe('Milliseconds until a delivery without a report is released again.'),
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
      .describe("Days from an order's last event, or an endpoint's deletion, to its purge."),
    IDEMPOTENCY_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .describe('Days from the last event until an `external_id` may be used again; if not set, never.'),
    CUSTOMER_DATA_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .default(30)
      .describe("Days from the final status, or the last event, until customers' data is erased."),
    DUE_PREPARE_MINUTES: minutesSchema
      .default(20)
      .describe('Minutes from when a merchant should begin to prepare until ready.'),
    DUE_PICKUP_MINUTES: minutesSchema.default(5).describe('Minutes from ready until pickup.'),
    DUE_DRIVE_MINUTES: minutesSchema.default(20).describe('Minutes from pickup until `delivery_time`.'),
    COURIER_NOT_FOUND_SECONDS: z.coerce
      .number()
      .int()
      .min(1)
      .max(86_400)
      .default(600)
      .describe("Seconds from ready until a merchant gets `courier_not_found`, if no courier's system has accepted."),
    SMTP_URL: z
      .string()
      .refine(isSmtpUrl, {
        error: 'expected smtp://user:password@host:587 or smtps://user:password@host:465',
        abort: true,
      })
      .superRefine((text, context) => {
        const fault = explainSmtpFault(new URL(text));
        if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
      })
      .optional()
      .describe(
        '`smtp://user:password@host:587` or `smtps://…:465` of the mail server; without it no mails are sent, ' +
          'and people cannot be invited to the portal. `?tls=` for a server without a login: `required`, ' +
          '`opportunistic` (any certificate) or `off`.',
      ),
    MAIL_FROM: z.email().optional().describe('The address that these mails come from.'),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .overwrite((url) => url.replace(/\/+$/, ''))
      .optional()
      .describe('intake-api as merchants and customers reach it: for tracking pages, and links to the portal.'),
    TRACKING_MAP_STYLE_URL: mapStyleUrlSchema,
    OIDC_ISSUER: z
      .url()
      .refine(isIssuer, 'expected an https:// URL, or http:// on this machine')
      .optional()
      .describe(
        'The OpenID Connect provider at which people sign in to the console; without it a token is the only way in.',
      ),
    OIDC_CLIENT_ID: z.string().optional().describe('The client of the console there.'),
    OIDC_CLIENT_SECRET: z
      .string()
      .optional()
      .describe('Its secret (`client_secret_post`); without it, it is a public client.'),
    OIDC_REDIRECT_URI: z
      .url({ protocol: /^https?$/ })
      .refine((url) => url.endsWith(callbackPath), `expected …${callbackPath}`)
      .optional()
      .describe(`Its registered redirect URI: order-state as browsers reach it, with \`${callbackPath}\`.`),
    OIDC_ROLES_CLAIM: z
      .string()
      .default('roles')
      .describe(
        "The claim of the ID token with a person's roles: " +
          `${operatorRoles.map((role) => `\`${role}\``).join(', ')}. Its name, or its path: \`realm_access.roles\`.`,
      ),
    OIDC_SCOPE: z
      .string()
      .regex(/(^| )openid( |$)/, 'expected openid among them')
      .default('openid profile email')
      .describe('The scopes, separated by spaces.'),
    ACTIVITY_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .default(365)
      .describe('Days for which the activity log and the times of orders are kept; `RETENTION_DAYS` or more.'),
    WEBHOOK_ALLOW_HTTP: flagSchema.describe('Allows `http://` URLs: for development.'),
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
  TRACKING_MAP_STYLE_URL: config.TRACKING_MAP_STYLE_URL && new URL(config.TRACKING_MAP_STYLE_URL).host,
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
