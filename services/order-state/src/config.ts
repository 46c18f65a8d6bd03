import { z } from 'zod';
import { networksSchema } from '@delivery/address-guard';
import {
  flagSchema,
  logLevelSchema,
  portSchema,
  rabbitmqUrlSchema,
  secretKeySchema,
  sharedSecretSchema,
} from '@delivery/service-kit';
import { describeTracing, tracingEnv } from '@delivery/tracing';
import { retryScheduleSchema } from '@delivery/webhooks';

const databaseUrlSchema = z
  .string({ error: 'required: postgres://user:password@host:5432/database' })
  .regex(/^postgres(ql)?:\/\//, 'expected a postgres:// URL');

/** Environment of order-state. Secrets have no default. */
export const configSchema = z
  .object({
    PORT: portSchema(8081),
    DATABASE_URL: databaseUrlSchema,
    /** Of a hot standby of the same database, which then answers reads that may be late. */
    DATABASE_READ_URL: databaseUrlSchema.optional(),
    DATABASE_READ_POOL_MAX: z.coerce.number().int().min(1).max(200).default(8),
    /** What the standby shows is never older: it is not used while it may be. Two looks a second tell. */
    DATABASE_READ_LAG_MAX_MS: z.coerce.number().int().min(2_000).default(5_000),
    DATABASE_POOL_MAX: z.coerce.number().int().min(4).max(200).default(16),
    /** `off`: each statement goes to Postgres by itself, should a new version of `pg` break the flights. */
    DATABASE_PIPELINING: z.enum(['on', 'off']).default('on'),
    RABBITMQ_URL: rabbitmqUrlSchema,
    INTERNAL_TOKEN: sharedSecretSchema,
    OPERATOR_TOKEN: sharedSecretSchema,
    /** Reads the operator API and changes nothing. */
    OPERATOR_READ_TOKEN: sharedSecretSchema.optional(),
    SECRETS_KEY: secretKeySchema,
    /** The key before the last rotation, while texts sealed with it are still about. */
    SECRETS_KEY_PREVIOUS: secretKeySchema.optional(),
    LOG_LEVEL: logLevelSchema,
    /**
     * Milliseconds after which an unreported delivery is released anew. Longer than the queue keeps a message, so that nothing
     * of an older generation is still under way then.
     */
    DELIVERY_LEASE_MS: z.coerce
      .number()
      .int()
      .min(1_000)
      .default(12 * 60_000),
    /** As of the dispatchers: here it is reckoned with for what is pulled and not acked. */
    WEBHOOK_RETRY_SCHEDULE: retryScheduleSchema,
    /** Milliseconds for which the secret before a rotation goes on signing. */
    SECRET_ROTATION_OVERLAP_MS: z.coerce
      .number()
      .int()
      .min(0)
      .default(24 * 3_600_000),
    /** Days without activity after which an order is purged, with its deliveries, attempts, events and commands. */
    RETENTION_DAYS: z.coerce.number().int().min(1).default(90),
    /** Days without activity for which an `external_id` stays the same order. Absent: for ever. */
    IDEMPOTENCY_DAYS: z.coerce.number().int().min(1).optional(),
    /** Days after its final status, or its last event where it has none, at which customers' data is erased from an order. */
    CUSTOMER_DATA_DAYS: z.coerce.number().int().min(1).default(30),
    WEBHOOK_ALLOW_HTTP: flagSchema,
    WEBHOOK_ALLOW_NETWORKS: networksSchema,
    ...tracingEnv,
  })
  .refine(({ OPERATOR_TOKEN: token, OPERATOR_READ_TOKEN: readToken }) => token !== readToken, {
    path: ['OPERATOR_READ_TOKEN'],
    error: 'expected another token than OPERATOR_TOKEN, which may change everything',
  })
  .refine(({ DATABASE_URL: url, DATABASE_READ_URL: readUrl }) => url !== readUrl, {
    path: ['DATABASE_READ_URL'],
    error: 'expected a hot standby, not DATABASE_URL again: leave it out where there is none',
  })
  .refine(({ IDEMPOTENCY_DAYS: days, RETENTION_DAYS: kept }) => days === undefined || days >= kept, {
    path: ['IDEMPOTENCY_DAYS'],
    error: 'expected RETENTION_DAYS or more: an order that is there is the same order',
  });
export type Config = z.infer<typeof configSchema>;

/** What may be logged of it. */
export const describeConfig = (config: Config) => ({
  ...config,
  ...describeTracing(config),
  DATABASE_URL: true,
  DATABASE_READ_URL: config.DATABASE_READ_URL !== undefined,
  RABBITMQ_URL: true,
  INTERNAL_TOKEN: true,
  OPERATOR_TOKEN: true,
  OPERATOR_READ_TOKEN: config.OPERATOR_READ_TOKEN !== undefined,
  SECRETS_KEY: true,
  SECRETS_KEY_PREVIOUS: config.SECRETS_KEY_PREVIOUS !== undefined,
  WEBHOOK_ALLOW_NETWORKS: config.WEBHOOK_ALLOW_NETWORKS.map(([address, bits]) => `${address.toString()}/${bits}`),
});
