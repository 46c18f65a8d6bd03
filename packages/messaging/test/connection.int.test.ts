import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Channel } from 'amqplib';
import { ack, createBroadcastListener, createPublisher, createUnconfirmedPublisher } from '../src/index.js';
import { type Broker, createBroker, publishUntilConfirmed, until, untilReady, work, workMessage } from './broker.js';
import { createGate, idOf, startBatchConsumer } from './consumers.js';

describe('a connection', () => {
  let broker: Broker;
  beforeEach(async () => {
    broker = await createBroker();
  });
  afterEach(() => broker.stop());

  it('[P1] declares its topology once, and no more when it connects again: a frozen node would hold up a binding', async () => {
    const connection = broker.connection();
    await connection.waitUntilReady();
    const channel = await broker.channel();
    await channel.unbindQueue(work, 'test', 'work');
    await broker.vhost.closeAllConnections();
    await broker.log.written('messaging.connected', 2);
    const again = await broker.channel();
    const unroutable = await new Promise((resolve) => {
      again.on('return', resolve);
      again.publish('test', 'work', Buffer.from('m'), { mandatory: true });
    });
    expect(unroutable).toMatchObject({ fields: { replyText: 'NO_ROUTE' } });
  });

  it('counts the ready messages and the consumers of queues, and leaves out a missing one', async () => {
    const connection = broker.connection();
    expect(await connection.inspectQueues([work])).toBeUndefined();
    const publisher = createPublisher(connection);
    await connection.waitUntilReady();
    await publisher.publish(workMessage('one'));
    await publisher.publish(workMessage('two'));
    // The broker counts a confirmed message a moment later.
    await until('both are counted', async () => (await connection.inspectQueues([work]))?.get(work)?.messages === 2);
    let seen: Awaited<ReturnType<typeof connection.inspectQueues>>;
    await until('both are counted again', async () => {
      seen = await connection.inspectQueues(['not there', work]);
      return seen?.get(work)?.messages === 2;
    });
    expect(seen).toEqual(new Map([[work, { messages: 2, consumers: 0 }]]));
    expect(connection.isReady()).toBe(true);
  });

  it('ends every look at the broker with itself, so that none holds up a stop', async () => {
    const connection = broker.connection();
    await connection.waitUntilReady();
    // So long, and begun one after the other, that each is at another point of its way when the connection ends.
    const many = Array<string>(200).fill(work);
    const looks: Promise<unknown>[] = [];
    while (looks.length < 20) {
      looks.push(connection.inspectQueues(many).catch((error: unknown) => error));
      await connection.restoreBindings();
    }
    await connection.close({ timeoutMs: 5_000 });
    await Promise.all(looks);
  });

  it.each([
    ['its queue', (channel: Channel) => channel.deleteQueue(work)],
    ['its exchange', (channel: Channel) => channel.deleteExchange('test')],
    ['its binding', (channel: Channel) => channel.unbindQueue(work, 'test', 'work')],
    ['everything', (channel: Channel) => channel.deleteQueue(work).then(() => channel.deleteExchange('test'))],
  ])('[P5] declares its topology again when the broker has lost %s', async (_what, lose) => {
    const publisher = await broker.publisher();
    const arrived: string[] = [];
    await startBatchConsumer(broker, {
      publisher,
      handleBatch: (messages) => {
        arrived.push(...messages.map(idOf));
        return Promise.resolve(messages.map(() => ack));
      },
    });
    await lose(await broker.channel());
    await publishUntilConfirmed(publisher, 'after');
    await until('it has arrived', () => arrived.includes('after'));
  });

  it('[P5] repairs what is lost while it still declares its topology', async () => {
    const connection = broker.connection();
    connection.repairTopology();
    await connection.waitUntilReady();
    await (await broker.channel()).deleteQueue(work);
    await until('it is there again', async () => (await connection.inspectQueues([work]))?.has(work) === true);
  });

  it('[P5] does not go on beside a queue that was deleted and made again with other arguments', async () => {
    const { connection } = await startBatchConsumer(broker, { handleBatch: () => Promise.resolve([]) });
    const channel = await broker.channel();
    await channel.deleteQueue(work);
    await channel.assertQueue(work, { durable: true });
    await until('it says so', () => /PRECONDITION_FAILED/.test(connection.state().reason ?? ''));
    expect(connection.isReady()).toBe(false);
  });

  it('[P1] tries its addresses in turn, and writes one line for each that fails', async () => {
    const [refusing, silent, working] = [await broker.proxy(), await broker.proxy(), await broker.proxy()];
    await refusing.stop();
    silent.stall();
    const urls = [refusing.url, silent.url, working.url];
    const connection = broker.connection({ urls, connectTimeoutMs: 100 });
    await connection.waitUntilReady();
    working.cut();
    await broker.log.written('messaging.connected', 2);
    await until('only the last is open', () => working.connectionCount() === 1);
    const refused = broker.log.lines.filter(({ fields }) => fields['address'] === new URL(refusing.url).host);
    expect(refused.length).toBeLessThanOrEqual(2);
  });

  it('[P1] dials every address before it waits any longer, and gives each that accepts and never answers one time limit', async () => {
    const [silent, working] = [await broker.proxy(), await broker.proxy()];
    silent.stall();
    const silentMax = 14;
    const connection = broker.connection({
      urls: [...Array.from({ length: silentMax }, () => silent.url), working.url],
      connectTimeoutMs: 200,
      // Doubled at each try it would be minutes by the last address.
      backoff: { minMs: 10, maxMs: 3_600_000 },
    });
    await connection.waitUntilReady();
    working.cut();
    await broker.log.written('messaging.connected', 2);
    const [, again] = broker.log.lines.filter(({ message }) => message === 'messaging.connected');
    expect(again?.fields).toMatchObject({ address: new URL(working.url).host });
    // Once around; more often only on a machine so slow that the one which works takes longer than the limit.
    expect(Number(again?.fields['tries']) % (1 + silentMax)).toBe(0);
  });

  it('[P1] is dialled anew to another address when its publishes are not confirmed, long before a heartbeat is missed', async () => {
    const nodes = [await broker.proxy(), await broker.proxy()];
    const publisher = await broker.publisher(
      { stalledAfterMs: 100 },
      { urls: nodes.map(({ url }) => url), heartbeatSeconds: 600 },
    );
    const [frozen] = nodes.filter((node) => node.connectionCount() === 1);
    if (!frozen) throw new Error('it is connected to neither');
    frozen.stall();
    await publishUntilConfirmed(publisher, 'through the other');
    const [loss] = broker.log.lines.filter(({ message }) => message === 'messaging.connection_lost');
    expect(String(loss?.fields['err'])).toMatch('no publish was confirmed for 100 ms');
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
    const connection = broker.connection({ urls: [proxy.url] });
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
    const connection = broker.connection({ urls: [proxy.url], heartbeatSeconds: 1 });
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
    await broker.log.written('messaging.connected', 2);
    await publisher.publish(workMessage('after'));
  });

  it('sets up participants that join after it is ready', async () => {
    const connection = broker.connection();
    await connection.waitUntilReady();
    const publisher = createPublisher(connection);
    await until('the late publisher is ready', publisher.isReady);
    await publisher.publish(workMessage('late'));
  });

  it('stays closed, rejects callers that wait for it, and leaves no connection behind', async () => {
    const proxy = await broker.proxy();
    const connection = broker.connection({ urls: [proxy.url] });
    await connection.waitUntilReady();
    await connection.close({ timeoutMs: 2_000 });
    await until('the socket is gone', () => proxy.connectionCount() === 0);
    expect(connection.state().phase).toBe('closed');
    await expect(connection.waitUntilReady()).rejects.toThrow('closed by this process');
  });

  it('closes within its time although the broker no longer answers', async () => {
    const proxy = await broker.proxy();
    const connection = broker.connection({ urls: [proxy.url] });
    await connection.waitUntilReady();
    proxy.stall();
    await connection.close({ timeoutMs: 200 });
    expect(connection.state().phase).toBe('closed');
  });

  it('[P10] closes at once where it is lost while its publishers and listeners close', async () => {
    const proxy = await broker.proxy();
    const connection = broker.connection({ urls: [proxy.url] });
    createPublisher(connection);
    createUnconfirmedPublisher(connection);
    createBroadcastListener(connection, { exchange: 'test', onMessage: () => undefined });
    await connection.waitUntilReady();
    proxy.stall();
    const closing = connection.close({ timeoutMs: 600_000 });
    await new Promise(setImmediate);
    proxy.cut();
    await closing;
  });

  it('[P10] closes at once where it is lost while its consumer closes', async () => {
    const proxy = await broker.proxy();
    const gate = createGate();
    const { connection, publisher, consumer } = await startBatchConsumer(broker, {
      on: { urls: [proxy.url] },
      handleBatch: (messages) => gate.opened.then(() => messages.map(() => ack)),
    });
    await publisher.publish(workMessage('running'));
    await until('the handler runs', () => consumer.load().running === 1);
    await publisher.publish(workMessage('waiting'));
    await until('the other waits', () => consumer.load().waiting === 1);
    const closing = connection.close({ timeoutMs: 600_000 });
    await untilReady(await broker.channel(), 1);
    proxy.stall();
    gate.open();
    await until('the handler is done', () => consumer.load().running === 0);
    proxy.cut();
    await closing;
  });

  it('gives up connecting when it is closed', async () => {
    const proxy = await broker.proxy();
    proxy.stall();
    const connection = broker.connection({ urls: [proxy.url] });
    await until('it is connecting', () => proxy.connectionCount() === 1);
    await connection.close({ timeoutMs: 1_000 });
    proxy.flow();
    await until('the socket is gone', () => proxy.connectionCount() === 0);
  });

  it('ends a wait when the caller no longer wants it', async () => {
    const abort = new AbortController();
    const proxy = await broker.proxy();
    proxy.stall();
    const connection = broker.connection({ urls: [proxy.url] });
    const waiting = connection.waitUntilReady(abort.signal);
    abort.abort();
    await expect(waiting).rejects.toThrow('not ready');
  });
});
