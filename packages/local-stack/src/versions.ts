import { readFileSync } from 'node:fs';
import { z } from 'zod';

const versionsSchema = z.object({
  node: z.string(),
  postgres: z.string(),
  rabbitmq: z.string(),
  /** Versions of npm's binaries: one for each other major that the tests run on. */
  otherPostgres: z.array(z.string()),
});

/**
 * The servers that are deployed. YAML cannot read this file: a test of deploy-checks holds the manifests against it.
 */
export const versions = versionsSchema.parse(
  JSON.parse(readFileSync(new URL('../../../deploy/versions.json', import.meta.url), 'utf8')),
);
