import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findOrStartRabbitmq } from '../src/rabbitmq/find-or-start-rabbitmq.js';
import type { RunningRabbitmq } from '../src/rabbitmq/start-local-rabbitmq.js';
import { consumeKept, publishKept } from './kept-messages.js';
import { makeDataDir, removeDataDir } from './run-servers.js';

const startLimitMs = 180_000;

describe('a private RabbitMQ', () => {
  const dataDir = makeDataDir();
  let rabbitmq: RunningRabbitmq;

  beforeAll(async () => {
    const env = { ...process.env, RABBITMQ_URL: undefined };
    rabbitmq = await findOrStartRabbitmq({ dataDir, env, log: () => undefined });
  }, startLimitMs);

  afterAll(async () => {
    await rabbitmq.stop();
    removeDataDir(dataDir);
  }, startLimitMs);

  it('is alone behind its name, and answers rabbitmqctl, management and Prometheus', async () => {
    const management = new URL('/api/overview', rabbitmq.managementUrl);
    const { username, password } = management;
    management.username = management.password = '';
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

    expect(await rabbitmq.rabbitmqctl(['--silent', 'list_users'])).toMatch(/^delivery\t\[administrator\]$/m);
    expect((await fetch(management, { headers: { authorization } })).status).toBe(200);
    expect((await fetch(management)).status).toBe(401);
    expect(await (await fetch(rabbitmq.prometheusUrl!)).text()).toContain('rabbitmq_build_info');
  });

  it('refuses a data directory in use, and names the process that uses it', async () => {
    const second = findOrStartRabbitmq({ dataDir, env: {}, log: () => undefined });

    await expect(second).rejects.toThrow(`is in use by process ${process.pid}`);
  });

  it('uses the broker of RABBITMQ_URL, and leaves it alone', async () => {
    const env = { RABBITMQ_URL: rabbitmq.url, RABBITMQ_MANAGEMENT_URL: 'http://management.test' };

    const external = await findOrStartRabbitmq({ dataDir, env, log: () => undefined });
    await external.stop();

    expect(external).toMatchObject({ kind: 'external', url: rabbitmq.url, managementUrl: 'http://management.test' });
    await publishKept(rabbitmq.url, 'still there');
    expect(await consumeKept(rabbitmq.url)).toBe('still there');
  });
});
