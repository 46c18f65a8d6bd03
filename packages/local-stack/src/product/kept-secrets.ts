import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKeptJson } from '../files/kept-json.js';

const secretNames = ['INTERNAL_TOKEN', 'OPERATOR_TOKEN', 'SIMULATOR_TOKEN', 'SECRETS_KEY'] as const;
const keptSchema = z.record(z.string(), z.string()).default({});

export type ProductSecrets = Record<(typeof secretNames)[number], string>;

/** Secrets from the environment; missing ones are made once and kept in the data directory, readable by its owner alone. */
export const keepSecrets = (dataDir: string, env: NodeJS.ProcessEnv): ProductSecrets => {
  const path = join(dataDir, 'secrets.json');
  const kept = keptSchema.parse(readKeptJson(path));
  const secretOf = (name: string, make: () => string): string => env[name] || kept[name] || make();
  const secrets: ProductSecrets = {
    INTERNAL_TOKEN: secretOf('INTERNAL_TOKEN', () => randomBytes(24).toString('hex')),
    OPERATOR_TOKEN: secretOf('OPERATOR_TOKEN', () => randomBytes(24).toString('hex')),
    SIMULATOR_TOKEN: secretOf('SIMULATOR_TOKEN', () => randomBytes(24).toString('hex')),
    SECRETS_KEY: secretOf('SECRETS_KEY', () => randomBytes(32).toString('base64')),
  };
  const made = secretNames.filter((name) => !env[name] && !kept[name]);
  if (made.length > 0) keepJson(path, { ...kept, ...Object.fromEntries(made.map((name) => [name, secrets[name]])) });
  return secrets;
};
