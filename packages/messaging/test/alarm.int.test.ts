import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type PrivateRabbit, startPrivateRabbit } from '@delivery/test-support';
import { ack, createPublisher, createUnconfirmedPublisher } from '../src/index.js';
import { type Broker, ids, publishWork, until, useBroker, work, workMessage } from './broker.js';
import { createGate, idOf, startBatchConsumer } from './consumers.js';

/** On a broker of its own: alarms and timeouts are settings of the whole node. */
describe('on a broker', () => {
  let rabbit: PrivateRabbit;
  let broker: Omit<Broker, 'vhost'>;
  beforeAll(async () => {
    rabbit = await startPrivateRabbit();
  });
  afterAll(() => rabbit.stop());
  beforeEach(() => {
    broker = useBroker(rabbit.url);
  });
  afterEach(async () => {
    await broker.stop();
    const channel = await (broker = useBroker(rabbit.url)).channel();
    await channel.deleteQueue(work);
    await broker.stop();
  });

  it('with a memory alarm publishes are refused at once, consuming goes on, and all is well after it', async () => {
    const publishing = broker.connection({ name: 'publish' });
    const blocks: string[] = [];
    const unblocked = createGate();
    publishing.onBlocked((reason) => blocks.push(reason));
    publishing.onUnblocked(unblocked.open);
    const publisher = createPublisher(publishing, { confirmTimeoutMs: 60_000, stalledAfterMs: 10_000 });
    const unconfirmed = createUnconfirmedPublisher(publishing);
    await publishing.waitUntilReady();
    await publishWork(await broker.publisher(), ids('before', 20));
    await rabbit.rabbitmqctl('set_vm_memory_high_watermark', 'absolute', '1MB');
    const ticking = jest.spyOn(globalThis, 'setInterval');
    // The broker says "blocked" to a connection when it publishes; this one waits no longer than that.
    await expect(publisher.publish(workMessage('first'))).rejects.toMatchObject({ reason: 'blocked' });
    await expect(publisher.publish(workMessage('second'))).rejects.toMatchObject({ reason: 'blocked' });
    expect(unconfirmed.publishUnconfirmed(workMessage('dropped'))).toBe(false);
    expect({ isBlocked: publishing.isBlocked(), isReady: publishing.isReady(), blocks }).toEqual({
      isBlocked: true,
      isReady: true,
      blocks: ['blocked by the broker: low on memory'],
    });
    // The first one is still unconfirmed: the stall watch looks at it for much longer than its limit.
    expect(ticking).toHaveBeenCalledTimes(1);
    for (const [tick] of ticking.mock.calls) for (let ticks = 0; ticks < 100; ticks += 1) tick();
    ticking.mockRestore();
    const seen: string[] = [];
    const { consumer } = await startBatchConsumer(broker, {
      publisher,
      handleBatch: (messages) => {
        seen.push(...messages.map(idOf));
        return Promise.resolve(messages.map(() => ack));
      },
    });
    await until('the backlog is consumed during the alarm', () => seen.length === 20);
    const channel = await broker.channel();
    await consumer.drain({ timeoutMs: 5_000 });
    // Acknowledged during the alarm: nothing came back when the channel was closed.
    expect((await channel.checkQueue(work)).messageCount).toBe(0);
    await rabbit.rabbitmqctl('set_vm_memory_high_watermark', 'absolute', '2GB');
    await unblocked.opened;
    expect(publishing.state()).toEqual({ phase: 'ready', isBlocked: false, reason: undefined });
    await publisher.publish(workMessage('after'));
    // A broker that says why it confirms nothing is not a dead one.
    expect(broker.log.lines.some(({ message }) => message === 'messaging.connection_lost')).toBe(false);
  });

  it('that gives up on an unacknowledged message, the consumer heals and the message comes again', async () => {
    // Read when a channel opens: the tick at which it looks at its unacknowledged messages.
    await rabbit.rabbitmqctl('eval', 'application:set_env(rabbit, channel_tick_interval, 200).');
    await rabbit.rabbitmqctl('eval', 'application:set_env(rabbit, consumer_timeout, 500).');
    const gate = createGate();
    const counts: number[] = [];
    const started = await startBatchConsumer(broker, {
      handleBatch: async (messages) => {
        counts.push(...messages.map(({ deliveryCount }) => deliveryCount));
        if (counts.length === 1) await gate.opened;
        return messages.map(() => ack);
      },
    });
    await publishWork(started.publisher, ['slow']);
    await broker.log.written('messaging.connection_lost');
    expect(started.connection.state().phase).not.toBe('closed');
    const [loss] = broker.log.lines.filter(({ message }) => message === 'messaging.connection_lost');
    expect(String(loss?.fields['err'])).toMatch(/PRECONDITION_FAILED.*delivery acknowledgement.*timed out/);
    gate.open();
    await until('it has come again', () => counts.length === 2);
    expect(counts).toEqual([0, 1]);
    const channel = await broker.channel();
    await until('it is settled', async () => (await channel.checkQueue(work)).messageCount === 0);
  });
});
