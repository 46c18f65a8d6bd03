import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { describeConfig, readConfig } from './config.js';

const required = {
  RABBITMQ_URL: 'amqp://user:hunter2@broker:5672/v',
  SECRETS_KEY: randomBytes(32).toString('base64'),
};

describe('readConfig', () => {
  it('needs no more than broker and key, and is strict by default', () => {
    const config = readConfig(required);
    expect(config).toMatchObject({ PORT: 8082, WEBHOOK_ALLOW_HTTP: false, WEBHOOK_ALLOW_NETWORKS: [] });
    expect(config.WEBHOOK_RETRY_SCHEDULE).toHaveLength(9);
  });

  it('lists every fault at once, without the values', () => {
    const faulty = {
      SECRETS_KEY: 'c2hvcnQ=',
      WEBHOOK_RETRY_SCHEDULE: '10s,soon',
      WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/8,x',
    };
    expect(() => readConfig(faulty)).toThrow(
      /RABBITMQ_URL[^]*SECRETS_KEY[^]*WEBHOOK_RETRY_SCHEDULE[^]*WEBHOOK_ALLOW_NETWORKS/,
    );
    expect(() => readConfig(faulty)).not.toThrow(/c2hvcnQ/);
  });

  it('is described without credentials', () => {
    const text = JSON.stringify(describeConfig(readConfig({ ...required, WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' })));
    expect(text).not.toMatch(/hunter2|amqp/);
    expect(text).not.toContain(required.SECRETS_KEY);
    expect(text).toContain('127.0.0.0/8');
  });
});
