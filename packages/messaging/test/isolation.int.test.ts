import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ack, type ReceivedMessage, requeue } from '../src/index.js';
import { type Broker, createBroker, ids, publishWork, until, untilReady, work, workMessage } from './broker.js';
import { createGate, idOf, startBatchConsumer, startMessageConsumer } from './consumers.js';

/** A message that kills the process that handles it must not take its neighbours along. */
describe('a message delivered three times before', () => {
  let broker: Broker;
  beforeEach(async () => {
    broker = await createBroker();
  });
  afterEach(() => broker.stop());

  /** Takes the message and gives it back, as a process that dies does. */
  const raiseDeliveryCount = async (count: number) => {
    const channel = await broker.channel();
    for (let time = 0; time < count; time += 1) {
      const taken = await channel.get(work);
      if (!taken) throw new Error('there is no message to take');
      channel.reject(taken, true);
      await untilReady(channel, 1);
    }
  };

  it('[P9] is handled alone, with nothing else in hand, when it is the first to come', async () => {
    const publisher = await broker.publisher();
    await publishWork(publisher, ['returned']);
    await raiseDeliveryCount(3);
    await publishWork(publisher, ids('m', 20));
    const batches: ReceivedMessage[][] = [];
    let alone = 0;
    const channel = await broker.channel();
    await startBatchConsumer(broker, {
      publisher,
      handleBatch: async (messages) => {
        batches.push([...messages]);
        if (messages.some((message) => idOf(message) === 'returned')) {
          await untilReady(channel, 20);
          alone += 1;
        }
        return messages.map(() => ack);
      },
    });
    await until('all are handled', () => batches.flat().length === 21);
    expect(batches[0]?.map(idOf)).toEqual(['returned']);
    expect(alone).toBe(1);
    expect(batches.slice(1).some((batch) => batch.length > 1)).toBe(true);
  });

  it('waits for its neighbours to be finished when it comes among them', async () => {
    const publisher = await broker.publisher();
    const gate = createGate();
    const batches: string[][] = [];
    const counts = new Map<string, number>();
    const started = await startBatchConsumer(broker, {
      publisher,
      handleBatch: async (messages) => {
        batches.push(messages.map(idOf));
        for (const message of messages) counts.set(idOf(message), message.deliveryCount);
        await gate.opened;
        return messages.map(() => ack);
      },
    });
    await publishWork(publisher, ['first']);
    await until('it is busy', () => batches.length === 1);
    await publishWork(publisher, ids('m', 10));
    // Until the queue counts for itself, it hands on the header as it was published.
    await publisher.publish(workMessage('returned', { headers: { 'x-delivery-count': 3 } }));
    await until('all have arrived', () => started.consumer.load().waiting === 11);
    gate.open();
    await until('all are handled', () => batches.flat().length === 12);
    expect(batches).toEqual([['first'], ids('m', 10), ['returned']]);
    for (const id of ids('m', 10)) expect(counts.get(id)).toBe(0);
  });

  it('[P9] holds up nothing once it is handled, even where one message is in hand at once', async () => {
    const publisher = await broker.publisher();
    await publisher.publish(workMessage('returned', { headers: { 'x-delivery-count': 3 } }));
    await publishWork(publisher, ids('m', 3));
    const handled: string[] = [];
    await startMessageConsumer(broker, {
      publisher,
      prefetch: 1,
      handle: async (message) => {
        // Longer than the turn that it began in.
        await new Promise(setImmediate);
        await new Promise(setImmediate);
        handled.push(idOf(message));
        return ack;
      },
    });
    await until('all are handled', () => handled.length === 4);
  });

  it('blocks nothing while it waits for its requeue', async () => {
    const publisher = await broker.publisher();
    await publisher.publish(workMessage('returned', { headers: { 'x-delivery-count': 3 } }));
    const handled: string[] = [];
    const { consumer } = await startBatchConsumer(broker, {
      publisher,
      requeueDelay: { minMs: 600_000, maxMs: 600_000 },
      handleBatch: (messages) => {
        handled.push(...messages.map(idOf));
        return Promise.resolve(messages.map((message) => (idOf(message) === 'returned' ? requeue : ack)));
      },
    });
    await until('it waits', () => handled.length === 1 && consumer.load().running === 0);
    await publishWork(publisher, ids('m', 100));
    await until('the others are handled', () => handled.length === 101);
    await consumer.drain({ timeoutMs: 5_000 });
    await untilReady(await broker.channel(), 1);
  });

  it.each([['batch'], ['message']])(
    '[P9] ends among the dead letters after fifteen deaths of a %s consumer, and its 250 neighbours are all handled',
    async (kind) => {
      const proxy = await broker.proxy();
      const publisher = await broker.publisher();
      await publishWork(publisher, [...ids('before', 125), 'killer', ...ids('after', 125)]);
      const counts = new Map<string, number>();
      let deaths = 0;
      const dieOrAck = (message: ReceivedMessage) => {
        if (idOf(message) !== 'killer') return Promise.resolve(ack);
        deaths += 1;
        proxy.cut();
        return new Promise<never>(() => undefined);
      };
      const handleBatch = async (messages: readonly ReceivedMessage[]) => {
        const dispositions = await Promise.all(messages.map(dieOrAck));
        for (const message of messages) counts.set(idOf(message), message.deliveryCount);
        return dispositions;
      };
      // Each life of the process is a consumer of its own, that ends by losing its socket with the killer in hand.
      const on = { urls: [proxy.url], backoff: { minMs: 60_000, maxMs: 60_000 } };
      const live = () =>
        kind === 'batch'
          ? startBatchConsumer(broker, { publisher, on, prefetch: 300, handleBatch })
          : startMessageConsumer(broker, {
              publisher,
              on,
              prefetch: 300,
              handle: async (message) => (await handleBatch([message]))[0] ?? ack,
            });
      for (let life = 1; life <= 15; life += 1) {
        const { connection } = await live();
        await broker.log.written('messaging.connection_lost', life);
        await connection.close({ timeoutMs: 50 });
      }
      await live();
      await broker.log.written('consumer.dead_lettered');
      await until('all neighbours are handled', () => counts.size === 250);
      expect(deaths).toBe(15);
      // Three deaths in company, and one where those around it were in hand to be handled alone as well.
      expect(Math.max(...counts.values())).toBeLessThanOrEqual(5);
      const channel = await broker.channel();
      await untilReady(channel, 0);
      await untilReady(channel, 1, `${work}.dead`);
      expect(await channel.get(`${work}.dead`)).toMatchObject({
        properties: {
          messageId: 'killer',
          headers: {
            'x-dead-reason': expect.stringMatching(/^delivered 15 times without an answer: /),
            'x-dead-delivery-count': 15,
          },
        },
      });
    },
  );
});
