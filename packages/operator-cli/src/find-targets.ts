import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from './call-operator.js';

/** Where the product is. Without the optional ones `status` shows less. */
export type Targets = {
  operatorUrl: string;
  operatorToken: string;
  /** The name of the operator who acts; absent where none is configured. */
  operatorName?: string | undefined;
  intakeApiUrl?: string | undefined;
  webhookDispatcherUrl?: string | undefined;
  /** With credentials. */
  rabbitmqManagementUrl?: string | undefined;
};

const defaultOperatorUrl = 'http://127.0.0.1:8081';

const servicesSchema = z.object({
  operator_token: z.string().optional(),
  order_state_url: z.string().optional(),
  intake_api_url: z.string().optional(),
  webhook_dispatcher_url: z.string().optional(),
  rabbitmq_management_url: z.string().optional(),
});

/**
 * From the environment, else from the files of `npm start` in its data directory. A URL of the environment is never
 * called with a token that was kept for another place.
 * @throws UsageError that says which variable is missing, or is no URL
 */
export const findTargets = (env: NodeJS.ProcessEnv, rootDir: string): Targets => {
  const dataDir = resolve(rootDir, env['DATA_DIR'] || '.data');
  const given = readUrl(env, 'OPERATOR_URL');
  const kept = given ? {} : readKept(join(dataDir, 'services.json'));
  const token = env['OPERATOR_TOKEN'] || kept.operator_token;
  if (!token) {
    throw new UsageError(
      given
        ? 'OPERATOR_TOKEN is not set. With OPERATOR_URL it must be set too.'
        : `OPERATOR_TOKEN is not set, and ${dataDir} has no token of \`npm start\`.`,
    );
  }
  return {
    operatorUrl: given || kept.order_state_url || defaultOperatorUrl,
    operatorToken: token,
    operatorName: env['OPERATOR_NAME'] || env['USER'],
    intakeApiUrl: readUrl(env, 'INTAKE_API_URL') || kept.intake_api_url,
    webhookDispatcherUrl: readUrl(env, 'WEBHOOK_DISPATCHER_URL') || kept.webhook_dispatcher_url,
    rabbitmqManagementUrl: readUrl(env, 'RABBITMQ_MANAGEMENT_URL') || kept.rabbitmq_management_url,
  };
};

/** It may hold credentials, so it is not repeated. */
const readUrl = (env: NodeJS.ProcessEnv, name: string): string | undefined => {
  const text = env[name] || undefined;
  if (text === undefined || (/^https?:/i.test(text) && URL.canParse(text))) return text;
  throw new UsageError(`${name} is not an http or https URL such as ${defaultOperatorUrl}.`);
};

const readKept = (path: string): z.infer<typeof servicesSchema> => {
  try {
    return servicesSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new UsageError(`${path} cannot be read.`, { cause: error });
  }
};
