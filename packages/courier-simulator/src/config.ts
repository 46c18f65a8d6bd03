import { z } from 'zod';
import { checkSecrets, demoSecretsSchema, logLevelSchema, portSchema, sharedSecretSchema } from '@delivery/service-kit';

/** The environment. Deployments are checked against it. */
export const configSchema = z
  .object({
    PORT: portSchema(8083),
    INTAKE_API_URL: z
      .url({ protocol: /^https?$/, error: 'required: the URL of intake-api, http or https' })
      .describe('The couriers’ API.'),
    SIMULATOR_TOKEN: sharedSecretSchema.describe('The `SIMULATOR_TOKEN` of order-state.'),
    DEMO_SECRETS: demoSecretsSchema,
    LOG_LEVEL: logLevelSchema,
  })
  .superRefine(checkSecrets('SIMULATOR_TOKEN'));

export type Config = z.infer<typeof configSchema>;

/** The part of it that may be logged. */
export const describeConfig = (config: Config) => ({ ...config, SIMULATOR_TOKEN: true });
