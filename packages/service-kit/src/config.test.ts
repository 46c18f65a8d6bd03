import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  checkSecrets,
  ConfigError,
  demoSecretsSchema,
  flagSchema,
  loadConfig,
  portSchema,
  rabbitmqUrlSchema,
  secretKeySchema,
  sharedSecretSchema,
} from './config.js';

const schema = z.object({
  PORT: portSchema(8080),
  RABBITMQ_URL: rabbitmqUrlSchema,
  SECRETS_KEY: secretKeySchema,
  FLAG: flagSchema,
});
const good = { RABBITMQ_URL: 'amqp://user:pass@host/vhost', SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') };

describe('loadConfig', () => {
  it('reads the given variables and fills in defaults; an empty text counts as absent', () => {
    const config = loadConfig(schema, { ...good, PORT: '', FLAG: 'true' });
    expect(config).toEqual({
      PORT: 8080,
      RABBITMQ_URL: [good.RABBITMQ_URL],
      SECRETS_KEY: Buffer.alloc(32, 1),
      FLAG: true,
    });
  });

  it('lists every fault at once, and no value', () => {
    const faulty = { PORT: '70000', RABBITMQ_URL: 'http://user:hunter2@host', SECRETS_KEY: 'c2hvcnQ=', FLAG: 'maybe' };
    const load = () => loadConfig(schema, faulty);
    expect(load).toThrow(ConfigError);
    for (const name of Object.keys(faulty)) expect(load).toThrow(new RegExp(`^  ${name}: `, 'm'));
    expect(load).not.toThrow(/hunter2|c2hvcnQ|maybe/);
  });

  it('takes the addresses of several nodes of RabbitMQ, and none that is not one', () => {
    const read = (text: string) => rabbitmqUrlSchema.safeParse(text).data;
    expect(read('amqp://u:p,q@a:5672/v, amqps://u:p@[::1]')).toEqual(['amqp://u:p,q@a:5672/v', 'amqps://u:p@[::1]']);
    for (const text of [
      'amqp://a,http://b',
      'amqp://a,',
      'amqp://a:5672,b:5672',
      'amqp://',
      'a',
      'amqp://a:1,amqp://',
    ]) {
      expect(read(text)).toBeUndefined();
    }
  });

  it('has no default for a secret', () => {
    expect(() => loadConfig(schema, {})).toThrow(/SECRETS_KEY: required/);
  });
});

const secretsSchema = z
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
    for (let n = 0; n < 200; n += 1) expect(() => loadConfig(secretsSchema, random())).not.toThrow();
  });

  it.each([
    ['INTERNAL_TOKEN', 'aaaaaaaaaaaaaaaa'],
    ['OPERATOR_TOKEN', 'abcabcabcabcabcabc'],
    ['SECRETS_KEY', Buffer.alloc(32).toString('base64')],
    ['SECRETS_KEY', Buffer.alloc(32, 'hunter2').toString('base64')],
  ])('that can be guessed is refused, and its variable is named: %s', (name, value) => {
    const load = () => loadConfig(secretsSchema, { ...random(), [name]: value });
    expect(load).toThrow(`${name}: expected random`);
    expect(load).not.toThrow(value);
  });

  it('that equals another secret is refused', () => {
    const env = random();
    expect(() => loadConfig(secretsSchema, { ...env, OPERATOR_TOKEN: env['INTERNAL_TOKEN'] })).toThrow(
      'OPERATOR_TOKEN: expected a secret that differs from INTERNAL_TOKEN',
    );
  });

  it.each(Object.entries(demo))('[P8] that is published with the demo is refused outside of it: %s', (name, value) => {
    const env = { ...random(), [name]: value };
    expect(() => loadConfig(secretsSchema, env)).toThrow(`${name}: expected a secret that is not published`);
    expect(() => loadConfig(secretsSchema, { ...env, DEMO_SECRETS: 'true' })).not.toThrow();
  });

  it('is in the demo’s file, each of them', () =>
    expect(Object.keys(demo).sort()).toEqual(Object.keys(random()).sort()));
});
