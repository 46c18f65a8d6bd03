import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'amqplib';
import { findOrStartRabbitmq } from '../src/rabbitmq/find-or-start-rabbitmq.js';
import type { RunningRabbitmq } from '../src/rabbitmq/running-rabbitmq.js';
import { makeDataDir, removeDataDir } from './run-servers.js';

const queue = 'kept';
const startLimitMs = 180_000;
const consumeLimitMs = 60_000;
const consumeAgainMs = 100;

describe('a private RabbitMQ', () => {
  const dataDir = makeDataDir();
  let rabbitmq: RunningRabbitmq;
  const start = async () => {
    rabbitmq = await findOrStartRabbitmq({
      dataDir,
      env: { ...process.env, RABBITMQ_URL: undefined },
      log: () => undefined,
    });
  };

  beforeAll(start, startLimitMs);

  afterAll(async () => {
    await rabbitmq.stop();
    removeDataDir(dataDir);
  }, startLimitMs);

  const publish = async (text: string) => {
    const connection = await connect(rabbitmq.url, { noDelay: true });
    const channel = await connection.createConfirmChannel();
    await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    channel.sendToQueue(queue, Buffer.from(text), { persistent: true });
    await channel.waitForConfirms();
    await connection.close();
  };

  /** Undefined where the broker closes the connection. */
  const tryToConsume = async (): Promise<string | undefined> => {
    const connection = await connect(rabbitmq.url, { noDelay: true });
    const lost = new Promise<undefined>((resolve) => connection.once('close', () => resolve(undefined)));
    connection.on('error', () => undefined);
    const channel = await connection.createChannel();
    channel.on('error', () => undefined);
    const received = new Promise<string>((resolve) => {
      const subscribed = channel.consume(queue, (message) => {
        channel.ack(message!);
        resolve(message!.content.toString());
      });
      subscribed.catch(() => undefined);
    });
    const text = await Promise.race([received, lost]);
    if (text === undefined) return undefined;
    // The broker has taken the ack when it has closed the channel.
    await channel.close();
    await connection.close();
    return text;
  };

  /** Just after a kill -9 a quorum queue has no leader yet: the broker then closes the consumer's connection. */
  const consumeOne = async (): Promise<string> => {
    const deadlineMs = performance.now() + consumeLimitMs;
    for (;;) {
      const text = await tryToConsume();
      if (text !== undefined) return text;
      if (performance.now() > deadlineMs) throw new Error('no consumer stays subscribed');
      await delay(consumeAgainMs);
    }
  };

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

  // In this order: for half a second after its declaration a quorum queue is not wholly on disk (its entry in Ra's
  // directory is flushed later), and a kill -9 would lose it. After a stop it is.
  it(
    'keeps its URL and every confirmed message from one start to the next, and after kill -9',
    async () => {
      const before = rabbitmq.url;
      await publish('kept over a restart');
      await rabbitmq.stop();
      await start();
      expect(rabbitmq.url).toBe(before);
      expect(await consumeOne()).toBe('kept over a restart');

      await publish('kept over a kill');
      await rabbitmq.server!.kill9();
      await rabbitmq.server!.start();
      expect(rabbitmq.url).toBe(before);
      expect(await consumeOne()).toBe('kept over a kill');
    },
    startLimitMs,
  );

  it('refuses a data directory in use, and names the process that uses it', async () => {
    const second = findOrStartRabbitmq({ dataDir, env: {}, log: () => undefined });

    await expect(second).rejects.toThrow(`is in use by process ${process.pid}`);
  });

  it('uses the broker of RABBITMQ_URL, and leaves it alone', async () => {
    const env = { RABBITMQ_URL: rabbitmq.url, RABBITMQ_MANAGEMENT_URL: 'http://management.test' };

    const external = await findOrStartRabbitmq({ dataDir, env, log: () => undefined });
    await external.stop();

    expect(external).toMatchObject({ kind: 'external', url: rabbitmq.url, managementUrl: 'http://management.test' });
    await publish('still there');
    expect(await consumeOne()).toBe('still there');
  });
});
