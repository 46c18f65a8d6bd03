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
  });

  it('lists every fault at once, without the values', () => {
    const faulty = {
      SECRETS_KEY: 'c2hvcnQ=',
      WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/8,x',
    };
    expect(() => readConfig(faulty)).toThrow(/RABBITMQ_URL[^]*SECRETS_KEY[^]*WEBHOOK_ALLOW_NETWORKS/);
    expect(() => readConfig(faulty)).not.toThrow(/c2hvcnQ/);
  });

  it.each(['proxy:3128', 'socks5://proxy:1080', 'http://proxy:3128/path', 'http://'])(
    'refuses the proxy %s without repeating it',
    (url) => {
      expect(() => readConfig({ ...required, WEBHOOK_PROXY_URL: url })).toThrow(/WEBHOOK_PROXY_URL/);
    },
  );

  it('is described without credentials', () => {
    const env = {
      ...required,
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      WEBHOOK_PROXY_URL: 'http://ana:hunter2@proxy:3128',
    };
    const text = JSON.stringify(describeConfig(readConfig(env)));
    expect(text).toContain('"proxy:3128"');
    expect(text).not.toMatch(/hunter2|amqp/);
    expect(text).not.toContain(required.SECRETS_KEY);
    expect(text).toContain('127.0.0.0/8');
  });
});
