import { type z } from 'zod';
import { flagSchema } from './load-config.js';

/** Lets a deployment use the secrets of `deploy/demo.env`, which are public. */
export const demoSecretsSchema = flagSchema.describe(
  'Whether the public secrets of `deploy/demo.env` are accepted: only for a demo on your own machine.',
);

/** In `deploy/demo.env`. */
const published: ReadonlySet<string> = new Set([
  'demo-internal-token',
  'demo-operator-token',
  'ZGVtby1zZWNyZXRzLWtleS1ub3QtYS1zZWNyZXQhISE=',
]);

const kindsMin = { characters: 8, bytes: 16 };

/**
 * A check for `superRefine` of a service's environment: each of these secrets must look random, be published nowhere and be no
 * other one of them again. A fault names the variable, never its value.
 */
export const checkSecrets =
  (...names: readonly string[]) =>
  (config: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    const first = new Map<string, string>();
    for (const name of names) {
      const secret = config[name];
      if (typeof secret !== 'string' && !Buffer.isBuffer(secret)) continue;
      const text = typeof secret === 'string' ? secret : secret.toString('base64');
      const fault = faultOf(secret, text, first.get(text), config['DEMO_SECRETS'] === true);
      if (fault !== undefined) context.addIssue({ code: 'custom', path: [name], message: fault });
      first.set(text, first.get(text) ?? name);
    }
  };

const tooSimple = 'expected random text (openssl rand -hex 24) or, of a key, random bytes (openssl rand -base64 32)';

const isGuessable = (secret: string | Buffer): boolean =>
  typeof secret === 'string'
    ? new Set(secret).size < kindsMin.characters
    : new Set(secret.values()).size < kindsMin.bytes;

const faultOf = (
  secret: string | Buffer,
  text: string,
  other: string | undefined,
  isDemo: boolean,
): string | undefined => {
  if (other !== undefined) return `expected a secret that differs from ${other}`;
  if (published.has(text)) return isDemo ? undefined : 'expected a secret that is not published in deploy/demo.env';
  return isGuessable(secret) ? tooSimple : undefined;
};
