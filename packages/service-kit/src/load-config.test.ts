import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, flagSchema, loadConfig, portSchema, rabbitmqUrlSchema, secretKeySchema } from './load-config.js';

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
