import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { checkSecrets, demoSecretsSchema } from './check-secrets.js';
import { loadConfig, secretKeySchema, sharedSecretSchema } from './load-config.js';

const schema = z
  .object({
    INTERNAL_TOKEN: sharedSecretSchema,
    OPERATOR_TOKEN: sharedSecretSchema,
    SECRETS_KEY: secretKeySchema,
    DEMO_SECRETS: demoSecretsSchema,
  })
  .superRefine(checkSecrets('INTERNAL_TOKEN', 'OPERATOR_TOKEN', 'SECRETS_KEY'));

const random = (): Record<string, string> => ({
  INTERNAL_TOKEN: randomBytes(24).toString('hex'),
  OPERATOR_TOKEN: randomBytes(24).toString('hex'),
  SECRETS_KEY: randomBytes(32).toString('base64'),
});

const demo = Object.fromEntries(
  readFileSync(new URL('../../../deploy/demo.env', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return name in random() ? [[name, value]] : [];
    }),
);

describe('A secret', () => {
  it('that is random is taken', () => {
    for (let n = 0; n < 200; n += 1) expect(() => loadConfig(schema, random())).not.toThrow();
  });

  it.each([
    ['INTERNAL_TOKEN', 'aaaaaaaaaaaaaaaa'],
    ['OPERATOR_TOKEN', 'abcabcabcabcabcabc'],
    ['SECRETS_KEY', Buffer.alloc(32).toString('base64')],
    ['SECRETS_KEY', Buffer.alloc(32, 'hunter2').toString('base64')],
  ])('that can be guessed is refused, and its variable is named: %s', (name, value) => {
    const load = () => loadConfig(schema, { ...random(), [name]: value });
    expect(load).toThrow(`${name}: expected random`);
    expect(load).not.toThrow(value);
  });

  it('that is another one’s is refused', () => {
    const env = random();
    expect(() => loadConfig(schema, { ...env, OPERATOR_TOKEN: env['INTERNAL_TOKEN'] })).toThrow(
      'OPERATOR_TOKEN: expected a secret that differs from INTERNAL_TOKEN',
    );
  });

  it.each(Object.entries(demo))('[P8] that is published with the demo is refused outside of it: %s', (name, value) => {
    const env = { ...random(), [name]: value };
    expect(() => loadConfig(schema, env)).toThrow(`${name}: expected a secret that is not published`);
    expect(() => loadConfig(schema, { ...env, DEMO_SECRETS: 'true' })).not.toThrow();
  });

  it('is in the demo’s file, each of them', () =>
    expect(Object.keys(demo).sort()).toEqual(Object.keys(random()).sort()));
});
