import { z } from 'zod';
import { checkSecrets, demoSecretsSchema, logLevelSchema, portSchema, sharedSecretSchema } from '@delivery/service-kit';

/** The environment. Deployments are checked against it. */
export const configSchema = z
  .object({
    PORT: portSchema(8083),
    ORDER_STATE_URL: z
      .url({ protocol: /^https?$/, error: 'required: the URL of order-state, http or https' })
      .describe('Where the operator API is.'),
    OPERATOR_TOKEN: sharedSecretSchema.describe('The `OPERATOR_TOKEN` of order-state.'),
    DEMO_SECRETS: demoSecretsSchema,
    LOG_LEVEL: logLevelSchema,
  })
  .superRefine(checkSecrets('OPERATOR_TOKEN'));

export type Config = z.infer<typeof configSchema>;

/** The part of it that may be logged. */
export const describeConfig = (config: Config) => ({ ...config, OPERATOR_TOKEN: true });
