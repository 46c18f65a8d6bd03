import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** All packages of the repository have one version. */
const packageSchema = z.object({ version: z.string() });

export const serviceVersionSchema = z
  .string()
  .max(64)
  .optional()
  .describe('How the console names this build, such as its git revision. Default: the version of the release.');

/** @param given the environment's `SERVICE_VERSION` */
export const serviceVersionOf = (given: string | undefined): string =>
  given ?? packageSchema.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version;
