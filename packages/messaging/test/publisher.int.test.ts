import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createUnconfirmedPublisher, type Publisher } from '../src/index.js';
import { createPublisherCore, drainPublisher, publishConfirmed, setUpPublisher } from '../src/publisher.js';
import {
  type Broker,
  createBroker,
  ids,
  publishWork,
  until,
  untilReady,
  work,
  workMessage,
  workTopology,
} from './broker.js';

/** For a publisher with little patience: a busy machine may need more of it, and another try. */
const publishInTime = (publisher: Publisher): Promise<void> =>
  until('a message is confirmed in time', () =>
    publisher.publish(workMessage('after')).then(
      () => true,
      () => false,
    ),
  );

describe('a publisher', () => {
  let broker: Broker;
  beforeEach(async () => {
    broker = await createBroker();
  });
  afterEach(() => broker.stop());

  it('resolves when the message is in the queue, persistent and with its properties', async () => {
    const publisher = await broker.publisher();
    const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    await publisher.publish(workMessage('m1', { headers, correlationId: 'c1', timestamp: 1_700_000_000 }));
    const channel = await broker.channel();
    const message = await channel.get(work, { noAck: true });
    expect(message).toMatchObject({
      content: Buffer.from('m1'),
      properties: {
        messageId: 'm1',
        type: 'work.done',
        correlationId: 'c1',
        timestamp: 1_700_000_000,
        deliveryMode: 2,
        contentType: 'application/json',
        headers,
      },
    });
  });

  it('[P1] rejects a message that no queue takes, although the broker also acknowledges it', async () => {
    const publisher = await broker.publisher();
    const routed = ids('routed', 20).map((id) => publisher.publish(workMessage(id)));
    const unroutable = publisher.publish(workMessage('nowhere', { routingKey: 'nowhere' }));
    const sameIdRouted = publisher.publish(workMessage('nowhere'));
    await expect(unroutable).rejects.toMatchObject({ reason: 'returned', messageId: 'nowhere' });
    await Promise.all([...routed, sameIdRouted]);
  });

  it('lets a message pass that may go nowhere, when asked to', async () => {
    const publisher = await broker.publisher();
    await publisher.publish(workMessage('nowhere', { routingKey: 'nowhere', mandatory: false }));
  });

  it('rejects a message that the broker refuses', async () => {
    const topology = workTopology({ 'x-max-length': 1, 'x-overflow': 'reject-publish' });
    const publisher = await broker.publisher({}, { topology });
    // A quorum queue begins to refuse a little after it is full.
    const confirmed: string[] = [];
    const fill = async () => {
      for (const id of ids('m', 1_000)) {
        await publisher.publish(workMessage(id));
        confirmed.push(id);
      }
    };
    await expect(fill()).rejects.toMatchObject({ reason: 'nacked' });
    await untilReady(await broker.channel(), confirmed.length);
  });

  it('confirms a burst that is larger than the write buffer, in order', async () => {
    const publisher = await broker.publisher({ outstandingMax: 5_000 });
    const order: string[] = [];
    const names = ids('m', 5_000);
    await Promise.all(names.map((id) => publisher.publish(workMessage(id)).then(() => order.push(id))));
    const channel = await broker.channel();
    await untilReady(channel, 5_000);
    const first = await channel.get(work);
    expect(first).toMatchObject({ properties: { messageId: 'm-0' } });
    expect(new Set(order).size).toBe(5_000);
  });

  it('rejects unconfirmed messages when the connection is lost', async () => {
    const proxy = await broker.proxy();
    const publisher = await broker.publisher({}, { urls: [proxy.url] });
    proxy.stall();
    const publishing = Promise.allSettled(ids('m', 10).map((id) => publisher.publish(workMessage(id))));
    proxy.cut();
    for (const outcome of await publishing) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'channel_lost' } });
    }
    proxy.flow();
    await until('the publisher is back', publisher.isReady);
    await publisher.publish(workMessage('after'));
  });

  it('stops waiting for a confirm after its time, and takes a late one calmly', async () => {
    const proxy = await broker.proxy();
    const publisher = await broker.publisher({ confirmTimeoutMs: 50 }, { urls: [proxy.url] });
    proxy.stall();
    const outcomes = await Promise.allSettled(ids('m', 3).map((id) => publisher.publish(workMessage(id))));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'timeout' } });
    }
    proxy.flow();
    await publishInTime(publisher);
  });

  it('refuses more than it may have unconfirmed, also when their callers have given up', async () => {
    const proxy = await broker.proxy();
    const publisher = await broker.publisher({ confirmTimeoutMs: 50, outstandingMax: 5 }, { urls: [proxy.url] });
    proxy.stall();
    const five = Promise.allSettled(ids('m', 5).map((id) => publisher.publish(workMessage(id))));
    await expect(publisher.publish(workMessage('sixth'))).rejects.toMatchObject({ reason: 'overloaded' });
    await five;
    await expect(publisher.publish(workMessage('seventh'))).rejects.toMatchObject({ reason: 'overloaded' });
    proxy.flow();
    await until('the confirms have arrived', publisher.isReady);
    await publishInTime(publisher);
  });

  it('rejects a message that cannot be encoded, and goes on', async () => {
    const publisher = await broker.publisher();
    const unencodable = workMessage('m', { headers: { when: Symbol('not a header') } });
    await expect(publisher.publish(unencodable)).rejects.toMatchObject({ reason: 'unencodable' });
    await publisher.publish(workMessage('after'));
    const connection = broker.connection();
    const sender = createUnconfirmedPublisher(connection);
    await connection.waitUntilReady();
    expect(sender.publishUnconfirmed(workMessage('m', { correlationId: '\ufffd'.repeat(100) }))).toBe(false);
    expect(sender.publishUnconfirmed(workMessage('after'))).toBe(true);
  });

  it('waits for outstanding confirms before it closes', async () => {
    const connection = broker.connection();
    await connection.waitUntilReady();
    const publisher = await broker.publisher();
    const publishing = publishWork(publisher, ids('m', 500));
    await publisher.drain({ timeoutMs: 5_000 });
    await publishing;
    await expect(publisher.publish(workMessage('late'))).rejects.toMatchObject({ reason: 'not_connected' });
  });

  it('publishes without confirms, and drops messages while the connection is away', async () => {
    const proxy = await broker.proxy();
    const connection = broker.connection({ urls: [proxy.url] });
    const sender = createUnconfirmedPublisher(connection);
    await connection.waitUntilReady();
    expect(sender.publishUnconfirmed(workMessage('nowhere', { routingKey: 'nowhere' }))).toBe(true);
    expect(sender.publishUnconfirmed(workMessage('m'))).toBe(true);
    const channel = await broker.channel();
    await untilReady(channel, 1);
    await expect(channel.get(work)).resolves.toMatchObject({ properties: { deliveryMode: 1 } });
    await proxy.stop();
    await broker.log.written('messaging.connection_lost');
    expect(sender.publishUnconfirmed(workMessage('dropped'))).toBe(false);
  });

  it('forgets the messages of its backlog whose callers have given up, and keeps its connection', async () => {
    const connection = broker.connection();
    const core = createPublisherCore(connection, { outstandingMax: 5_000 });
    connection.join({
      setUp: (link) => setUpPublisher(core, link),
      drain: ({ timeoutMs }) => drainPublisher(core, timeoutMs),
    });
    await connection.waitUntilReady();
    const { session } = core;
    const publishing = Promise.allSettled(ids('m', 5_000).map((id) => publishConfirmed(core, workMessage(id))));
    // Before the write buffer, which is full, is read.
    core.outstanding.rejectAll('timeout');
    await publishing;
    await until('none is unconfirmed', () => session?.unconfirmedCount() === 0);
    expect((await (await broker.channel()).checkQueue(work)).messageCount).toBeLessThan(5_000);
    // This one's connection is given up after the same time, which begins later.
    const proxy = await broker.proxy();
    const frozen = await broker.publisher({}, { urls: [proxy.url], name: 'frozen' });
    proxy.stall();
    await expect(frozen.publish(workMessage('m'))).rejects.toMatchObject({ reason: 'channel_lost' });
    await broker.log.written('messaging.connection_lost');
    const lost = broker.log.lines.filter(({ message }) => message === 'messaging.connection_lost');
    expect(lost.map(({ fields }) => fields['connection'])).toEqual(['frozen']);
  });
});
