import { randomBytes } from 'node:crypto';
import type { BrokerUrls } from '@delivery/local-stack';
import type { ProcessName } from './service-process.js';

export type ProductSecrets = {
  internalToken: string;
  operatorToken: string;
  simulatorToken: string;
  secretsKey: string;
};

export const createSecrets = (): ProductSecrets => ({
  internalToken: randomBytes(24).toString('hex'),
  operatorToken: randomBytes(24).toString('hex'),
  simulatorToken: randomBytes(24).toString('hex'),
  secretsKey: randomBytes(32).toString('base64'),
});

/** Retries within a test's patience: ten attempts in about 13 seconds. */
const retrySchedule = '100ms,200ms,400ms,800ms,1600ms,2s,2s,3s,3s';
/** A slow machine must not look like a service that does not decide, nor like a broker that does not confirm. */
const patientWait = { VERDICT_WAIT_MS: '15000' };
/** Longer than a slow machine takes for a confirm, for tests that also cover answers without a verdict. */
export const boundedWait = { VERDICT_WAIT_MS: '3000' };
/** intake-api's own wait, for tests and measurements of answers without a verdict. */
export const standardWait = { VERDICT_WAIT_MS: '1500' };
/** No merchant meets a limit by default: limits have tests of their own. */
const unlimitedPerMinute = '1000000';
const unlimitedBytesPerDay = '1000000000000';

/** The environment of each service. Only variables that it reads: no service may depend on the variables of another. */
export const createEnvironments = (deps: {
  databaseUrl: string;
  brokerUrls: BrokerUrls;
  orderStateUrl: string;
  intakeUrl: string;
  /** Whether there are simulated couriers. */
  isSimulated: boolean;
  secrets: ProductSecrets;
  logLevel: string;
}): Record<ProcessName, Record<string, string>> => {
  const { secrets, brokerUrls } = deps;
  const common = { LOG_LEVEL: deps.logLevel };
  const webhooks = {
    SECRETS_KEY: secrets.secretsKey,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  };
  return {
    'order-state': {
      ...common,
      ...webhooks,
      RABBITMQ_URL: brokerUrls['order-state'],
      DATABASE_URL: deps.databaseUrl,
      // `npm test` runs its server without fsync.
      DATABASE_ALLOW_DATA_LOSS: 'true',
      INTERNAL_TOKEN: secrets.internalToken,
      OPERATOR_TOKEN: secrets.operatorToken,
      ...(deps.isSimulated && { SIMULATOR_TOKEN: secrets.simulatorToken }),
      WEBHOOK_RETRY_SCHEDULE: retrySchedule,
    },
    'intake-api': {
      ...common,
      RABBITMQ_URL: brokerUrls['intake-api'],
      ORDER_STATE_URL: deps.orderStateUrl,
      INTERNAL_TOKEN: secrets.internalToken,
      ...patientWait,
      RATE_LIMIT_CREATE_PER_MINUTE: unlimitedPerMinute,
      RATE_LIMIT_OTHER_PER_MINUTE: unlimitedPerMinute,
      RATE_LIMIT_PULL_PER_MINUTE: unlimitedPerMinute,
      RATE_LIMIT_PLATFORM_PER_MINUTE: unlimitedPerMinute,
      RATE_LIMIT_PLATFORM_API_PER_MINUTE: unlimitedPerMinute,
      RATE_LIMIT_TRACKING_PER_MINUTE: unlimitedPerMinute,
      RATE_LIMIT_COURIER_PER_MINUTE: unlimitedPerMinute,
      RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: unlimitedPerMinute,
      RATE_LIMIT_SANDBOX_CREATE_PER_MINUTE: unlimitedPerMinute,
      RATE_LIMIT_SANDBOX_OTHER_PER_MINUTE: unlimitedPerMinute,
      RATE_LIMIT_SANDBOX_PLATFORM_PER_MINUTE: unlimitedPerMinute,
      RATE_LIMIT_CREATES_PER_DAY: unlimitedPerMinute,
      RATE_LIMIT_CREATE_BYTES_PER_DAY: unlimitedBytesPerDay,
    },
    'webhook-dispatcher': {
      ...common,
      ...webhooks,
      RABBITMQ_URL: brokerUrls['webhook-dispatcher'],
    },
    'courier-simulator': {
      INTAKE_API_URL: deps.intakeUrl,
      SIMULATOR_TOKEN: secrets.simulatorToken,
      LOG_LEVEL: deps.logLevel,
    },
  };
};
