import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createBroker, ids, publishWork, until, work, workMessage, workTopology, type Broker } from './broker.js';
import { ack, createBatchConsumer, createPublisher, type ConnectionState } from '../src/index.js';

describe('a connection', () => {
  let broker: Broker;
  beforeEach(async () => {
    broker = await createBroker();
  });
  afterEach(() => broker.stop());

  it('comes back by itself after the broker has closed all connections', async () => {
    const connection = broker.connection();
    const publisher = createPublisher(connection);
    await connection.waitUntilReady();
    await broker.vhost.closeAllConnections();
    await broker.log.written('messaging.connection_lost');
    await connection.waitUntilReady();
    await publisher.publish(workMessage('after'));
    expect(broker.log.lines.map((line) => line.message)).toEqual([
      'messaging.connection_ready',
      'messaging.connection_lost',
      'messaging.connection_ready',
    ]);
  });

  it('declares the topology again on every connect', async () => {
    const connection = broker.connection();
    await connection.waitUntilReady();
    const channel = await broker.channel();
    await channel.deleteQueue(work);
    await broker.vhost.closeAllConnections();
    await broker.log.written('messaging.connection_ready', 2);
    const again = await broker.channel();
    await expect(again.checkQueue(work)).resolves.toMatchObject({ messageCount: 0 });
  });

  it('shows a queue that exists with other arguments, keeps trying, and works once that queue is gone', async () => {
    const channel = await broker.channel();
    await channel.assertQueue(work, { durable: true });
    const connection = broker.connection();
    await broker.log.written('messaging.connection_lost');
    expect(connection.isReady()).toBe(false);
    expect(connection.state().reason).toMatch(/PRECONDITION_FAILED.*test\.work/);
    expect(broker.log.lines[0]).toMatchObject({ level: 'error' });
    await channel.deleteQueue(work);
    await connection.waitUntilReady();
    expect(connection.state()).toEqual({ phase: 'ready', isBlocked: false, reason: undefined });
  });

  it('survives a socket that is lost during the setup', async () => {
    const proxy = await broker.proxy();
    const connection = broker.connection({ url: proxy.url });
    let setups = 0;
    connection.join({
      setUp: async (link) => {
        setups += 1;
        if (setups === 1) proxy.cut();
        await link.model.createChannel();
      },
      drain: () => Promise.resolve(),
    });
    const publisher = createPublisher(connection);
    await connection.waitUntilReady();
    await publisher.publish(workMessage('after'));
    expect(setups).toBe(2);
  });

  it('notices by heartbeat a broker that is silent on an open socket', async () => {
    const proxy = await broker.proxy();
    const connection = broker.connection({ url: proxy.url, heartbeatSeconds: 1 });
    await connection.waitUntilReady();
    proxy.stall();
    await broker.log.written('messaging.connection_lost');
    expect(connection.isReady()).toBe(false);
    proxy.flow();
    await connection.waitUntilReady();
  });

  it('replaces the whole link when one channel on it dies', async () => {
    const connection = broker.connection();
    const publisher = createPublisher(connection);
    await connection.waitUntilReady();
    // 404: the broker closes the channel.
    await expect(publisher.publish(workMessage('lost', { exchange: 'no-such-exchange' }))).rejects.toMatchObject({
      reason: 'channel_lost',
    });
    await broker.log.written('messaging.connection_ready', 2);
    await publisher.publish(workMessage('after'));
  });

  it('sets up what joins after it is ready', async () => {
    const connection = broker.connection();
    await connection.waitUntilReady();
    const publisher = createPublisher(connection);
    await until('the late publisher is ready', publisher.isReady);
    await publisher.publish(workMessage('late'));
  });

  it('writes few lines while the broker is away, however often it tries', async () => {
    const states: ConnectionState[] = [];
    const proxy = await broker.proxy();
    await proxy.stop();
    const connection = broker.connection({
      url: proxy.url,
      backoff: { minMs: 1, maxMs: 2 },
      onState: (state) => states.push(state),
    });
    await until('30 tries', () => states.length >= 30);
    expect(broker.log.lines).toHaveLength(1);
    expect(broker.log.lines[0]?.fields).toMatchObject({ tries: 1 });
    expect(connection.state().reason).toMatch(/ECONNREFUSED/);
  });

  it('stays closed, rejects who waits for it, and leaves no connection behind', async () => {
    const proxy = await broker.proxy();
    const connection = broker.connection({ url: proxy.url });
    await connection.waitUntilReady();
    await connection.close({ timeoutMs: 2_000 });
    await until('the socket is gone', () => proxy.connectionCount() === 0);
    expect(connection.state().phase).toBe('closed');
    await expect(connection.waitUntilReady()).rejects.toThrow('closed by this process');
  });

  it('closes within its time although the broker no longer answers', async () => {
    const proxy = await broker.proxy();
    const connection = broker.connection({ url: proxy.url });
    await connection.waitUntilReady();
    proxy.stall();
    await connection.close({ timeoutMs: 200 });
    expect(connection.state().phase).toBe('closed');
  });

  it('gives up connecting when it is closed', async () => {
    const proxy = await broker.proxy();
    proxy.stall();
    const connection = broker.connection({ url: proxy.url });
    await until('it is connecting', () => proxy.connectionCount() === 1);
    await connection.close({ timeoutMs: 1_000 });
    proxy.flow();
    await until('the socket is gone', () => proxy.connectionCount() === 0);
  });

  it('ends a wait when the caller no longer wants it', async () => {
    const abort = new AbortController();
    const proxy = await broker.proxy();
    proxy.stall();
    const connection = broker.connection({ url: proxy.url });
    const waiting = connection.waitUntilReady(abort.signal);
    abort.abort();
    await expect(waiting).rejects.toThrow('not ready');
  });

  it('is used by a consumer and a publisher through ten losses without losing a message', async () => {
    const consuming = broker.connection({ name: 'consume' });
    const publisher = await broker.publisher();
    const seen = new Set<string>();
    createBatchConsumer({
      connection: consuming,
      publisher,
      queue: work,
      prefetch: 20,
      logger: broker.log.logger,
      handleBatch: (messages) => {
        for (const { properties } of messages) seen.add(properties.messageId ?? '');
        return Promise.resolve(messages.map(() => ack));
      },
    });
    const publishUntilConfirmed = async (id: string): Promise<void> => {
      for (;;) {
        try {
          return await publishWork(publisher, [id]).then(() => undefined);
        } catch {
          await until('the publisher is back', publisher.isReady);
        }
      }
    };
    for (let round = 0; round < 10; round += 1) {
      const publishing = ids(`round-${round}`, 50).map(publishUntilConfirmed);
      await broker.vhost.closeAllConnections();
      await Promise.all(publishing);
    }
    await until('every message is handled', () => seen.size === 500);
  });

  it('takes a topology with nothing in it', async () => {
    const connection = broker.connection({ topology: { ...workTopology(), queues: [], exchanges: [], bindings: [] } });
    await connection.waitUntilReady();
    expect(connection.isReady()).toBe(true);
  });
});
