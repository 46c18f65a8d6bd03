import { describe, expect, it } from '@jest/globals';
import { describeConfig, readConfig } from './config.js';

const required = {
  RABBITMQ_URL: 'amqp://user:hunter2@broker:5672',
  ORDER_STATE_URL: 'http://user:hunter2@order-state:8081/?token=hunter2',
  INTERNAL_TOKEN: 'hunter2-hunter2-hunter2',
};

describe('readConfig', () => {
  it('has a default for everything but where the others are and the shared secret', () => {
    expect(readConfig(required)).toMatchObject({
      PORT: 8080,
      VERDICT_WAIT_MS: 1500,
      RATE_LIMIT_CREATE_PER_MINUTE: 600,
      RATE_LIMIT_OTHER_PER_MINUTE: 1200,
      RATE_LIMIT_PLATFORM_PER_MINUTE: 12_000,
      RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: 60,
      RATE_LIMIT_SANDBOX_CREATE_PER_MINUTE: 120,
      RATE_LIMIT_SANDBOX_OTHER_PER_MINUTE: 600,
      RATE_LIMIT_SANDBOX_PLATFORM_PER_MINUTE: 2400,
      TRUST_PROXY: false,
      MAX_IN_FLIGHT: 2000,
    });
  });

  it('names every fault at once', () => {
    const read = () => readConfig({ VERDICT_WAIT_MS: '0', TRUST_PROXY: 'yes', PORT: 'x' });
    for (const name of [
      'PORT',
      'RABBITMQ_URL',
      'ORDER_STATE_URL',
      'INTERNAL_TOKEN',
      'VERDICT_WAIT_MS',
      'TRUST_PROXY',
    ]) {
      expect(read).toThrow(name);
    }
  });

  it('takes the number of proxies, or false', () => {
    expect(readConfig({ ...required, TRUST_PROXY: 'false' }).TRUST_PROXY).toBe(false);
    expect(readConfig({ ...required, TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2);
  });

  it('is described without a secret', () => {
    expect(JSON.stringify(describeConfig(readConfig(required)))).not.toContain('hunter2');
  });
});
