import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@delivery/service-kit';
import { configSchema, describeConfig } from './config.js';

const required = {
  DATABASE_URL: 'postgres://user:hunter2@postgres:5432/delivery',
  RABBITMQ_URL: 'amqp://user:hunter2@broker:5672',
  INTERNAL_TOKEN: 'hunter2-hunter2-hunter2',
  OPERATOR_TOKEN: 'hunter2-hunter2-hunter2',
  SECRETS_KEY: Buffer.alloc(32, 'hunter2').toString('base64'),
};

describe('OPERATOR_READ_TOKEN', () => {
  it('is not there unless it is given', () =>
    expect(loadConfig(configSchema, required).OPERATOR_READ_TOKEN).toBeUndefined());

  it('is not the token that may change everything', () =>
    expect(() => loadConfig(configSchema, { ...required, OPERATOR_READ_TOKEN: required.OPERATOR_TOKEN })).toThrow(
      'OPERATOR_READ_TOKEN: expected another token than OPERATOR_TOKEN',
    ));
});

it('no secret can be read from what is logged of the environment', () => {
  const config = loadConfig(configSchema, { ...required, OPERATOR_READ_TOKEN: 'hunter2-hunter2-reader' });
  expect(JSON.stringify(describeConfig(config))).not.toContain('hunter2');
});
