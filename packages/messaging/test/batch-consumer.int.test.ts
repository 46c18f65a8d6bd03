import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ack, deadLetter, OutageError, type ReceivedMessage, requeue, type WaitingMessages } from '../src/index.js';
import { type Broker, createBroker, ids, publishWork, until, untilReady, work } from './broker.js';
import { createGate, idOf, startBatchConsumer } from './consumers.js';

describe('a batch consumer', () => {
  let broker: Broker;
  beforeEach(async () => {
    broker = await createBroker();
  });
  afterEach(() => broker.stop());

  /** Whether the queue has this many messages ready, and no consumer has any in hand. */
  const isLeft = async (count: number, queue = work) => untilReady(await broker.channel(), count, queue);

  const ackAll = (messages: readonly ReceivedMessage[]) => Promise.resolve(messages.map(() => ack));

  it('takes the messages that arrived during a batch as the next one, one batch at a time', async () => {
    const batches: string[][] = [];
    const gate = createGate();
    let running = 0;
    const { publisher, consumer } = await startBatchConsumer(broker, {
      handleBatch: async (messages) => {
        batches.push(messages.map(idOf));
        running += 1;
        expect(running).toBe(1);
        await gate.opened;
        running -= 1;
        return messages.map(() => ack);
      },
    });
    await publishWork(publisher, ['first']);
    await until('the first batch runs', () => batches.length === 1);
    await publishWork(publisher, ids('m', 30));
    await until('the others have arrived', () => consumer.load().waiting === 30);
    gate.open();
    await until('all are handled', () => batches.flat().length === 31);
    expect(batches).toEqual([['first'], ids('m', 30)]);
  });

  it('cuts its batches as the waiting messages it was given say, and acks each message once', async () => {
    /** Handles the newest message in hand first, two at once. */
    const createWaiting = <Item>(): WaitingMessages<Item> => {
      const items: Item[] = [];
      return {
        add: (item) => void items.unshift(item),
        takeBatch: () => items.splice(0, 2),
        takeAll: () => items.splice(0),
        putBack: (earlier) => void items.push(...earlier),
        size: () => items.length,
      };
    };
    const batches: string[][] = [];
    const gate = createGate();
    const { publisher, consumer } = await startBatchConsumer(broker, {
      createWaiting,
      handleBatch: async (messages) => {
        batches.push(messages.map(idOf));
        await gate.opened;
        return messages.map(() => ack);
      },
    });
    await publishWork(publisher, ['first']);
    await until('the first batch runs', () => batches.length === 1);
    await publishWork(publisher, ids('m', 5));
    await until('the others have arrived', () => consumer.load().waiting === 5);
    gate.open();
    await until('all are handled', () => batches.flat().length === 6);
    const [one, two, three, four, five] = ids('m', 5);
    expect(batches).toEqual([['first'], [five, four], [three, two], [one]]);
    await consumer.drain({ timeoutMs: 5_000 });
    await isLeft(0);
  });

  it('[P12] never makes a batch larger than its bound, and never has more in hand than its prefetch', async () => {
    const gate = createGate();
    const sizes: number[] = [];
    const publisher = await broker.publisher();
    await publishWork(publisher, ids('m', 100));
    const { consumer } = await startBatchConsumer(broker, {
      publisher,
      batchMax: 7,
      prefetch: 20,
      handleBatch: async (messages) => {
        sizes.push(messages.length);
        await gate.opened;
        return messages.map(() => ack);
      },
    });
    // The one message that a new consumer takes first comes on top of the prefetch, once.
    await until('its hands are full', () => consumer.load().waiting === 20);
    await isLeft(100 - 21);
    expect(consumer.load()).toEqual({ waiting: 20, running: 1 });
    gate.open();
    await until('all are handled', () => sizes.reduce((sum, size) => sum + size, 0) === 100);
    expect(Math.max(...sizes)).toBe(7);
  });

  it('settles each message of a batch by its own disposition', async () => {
    const seen: string[] = [];
    const publisher = await broker.publisher();
    await publisher.publish({
      exchange: 'test',
      routingKey: 'work',
      body: Buffer.from([0, 255, 128]),
      messageId: 'bad',
      type: 'work.done',
      correlationId: 'c',
      timestamp: 1_700_000_000,
      headers: { traceparent: 'tp' },
    });
    await publishWork(publisher, ['good', 'again']);
    await startBatchConsumer(broker, {
      publisher,
      handleBatch: (messages) => {
        seen.push(...messages.map(idOf));
        const decide = (message: ReceivedMessage) => {
          if (idOf(message) === 'bad') return deadLetter('unreadable');
          return idOf(message) === 'again' && message.deliveryCount === 0 ? requeue : ack;
        };
        return Promise.resolve(messages.map(decide));
      },
    });
    await until('the requeued one has come again', () => seen.filter((id) => id === 'again').length === 2);
    await isLeft(1, `${work}.dead`);
    const channel = await broker.channel();
    expect(await channel.get(`${work}.dead`)).toMatchObject({
      content: Buffer.from([0, 255, 128]),
      properties: {
        messageId: 'bad',
        type: 'work.done',
        correlationId: 'c',
        timestamp: 1_700_000_000,
        headers: {
          traceparent: 'tp',
          'x-dead-reason': 'unreadable',
          'x-dead-queue': work,
          'x-dead-exchange': 'test',
          'x-dead-routing-key': 'work',
          'x-dead-at': expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        },
      },
    });
    await isLeft(0);
  });

  it('[P9] makes a dead letter, without its properties, of a message whose properties can be read and not written', async () => {
    const publisher = await broker.publisher();
    const channel = await broker.channel();
    const headers = { change: { '!': 'double', value: -1e30 }, tenant: 'a' };
    channel.publish('test', 'work', Buffer.from('bad'), { messageId: 'bad', headers });
    await untilReady(channel, 1);
    await publishWork(publisher, ['good']);
    const handled: string[] = [];
    await startBatchConsumer(broker, {
      publisher,
      handleBatch: (messages) => {
        handled.push(...messages.map(idOf));
        return Promise.resolve(messages.map((message) => (idOf(message) === 'bad' ? deadLetter('unreadable') : ack)));
      },
    });
    await until('the other is handled', () => handled.includes('good'));
    await isLeft(1, `${work}.dead`);
    const letter = await channel.get(`${work}.dead`);
    expect(letter).toMatchObject({
      content: Buffer.from('bad'),
      properties: { headers: { 'x-dead-reason': 'unreadable', 'x-dead-queue': work, 'x-dead-routing-key': 'work' } },
    });
    expect(letter).not.toHaveProperty('properties.headers.tenant');
    await isLeft(0);
  });

  it('acknowledges a dead letter only after it is confirmed in the dead queue', async () => {
    const proxy = await broker.proxy();
    const publisher = await broker.publisher();
    await publishWork(publisher, ['bad']);
    const cutOff = await broker.publisher({}, { urls: [proxy.url], name: 'cut off' });
    await proxy.stop();
    await broker.log.written('messaging.connection_lost');
    const { connection } = await startBatchConsumer(broker, {
      publisher: cutOff,
      handleBatch: (messages) => Promise.resolve(messages.map(() => deadLetter('bad'))),
    });
    await broker.log.written('consumer.dead_letter_delayed');
    await connection.close({ timeoutMs: 2_000 });
    await isLeft(1);
    await isLeft(0, `${work}.dead`);
    await startBatchConsumer(broker, {
      publisher,
      handleBatch: (messages) => Promise.resolve(messages.map(() => deadLetter('bad'))),
    });
    await isLeft(1, `${work}.dead`);
    await isLeft(0);
  });

  it('keeps its messages through an outage and handles the same ones again: none is lost, none counts as tried', async () => {
    const health = createGate();
    const batches: { id: string; count: number }[][] = [];
    let isDown = true;
    const { publisher, consumer } = await startBatchConsumer(broker, {
      handleBatch: async (messages) => {
        batches.push(messages.map((message) => ({ id: idOf(message), count: message.deliveryCount })));
        if (isDown) throw new OutageError('database away', { waitUntilHealthy: () => health.opened });
        return ackAll(messages);
      },
    });
    await publishWork(publisher, ids('m', 10));
    await broker.log.written('consumer.paused');
    await publishWork(publisher, ids('n', 10));
    await until('the others wait', () => consumer.load().waiting + (batches[0]?.length ?? 0) === 20);
    expect(batches).toHaveLength(1);
    expect(consumer.isInOutage()).toBe(true);
    isDown = false;
    health.open();
    await until('all are handled', () => batches.slice(1).flat().length === 20);
    expect(batches[1]).toEqual(batches[0]);
    expect(batches.flat().every(({ count }) => count === 0)).toBe(true);
    expect(broker.log.lines.filter(({ message }) => message === 'consumer.resumed')).toHaveLength(1);
    await isLeft(0);
    await isLeft(0, `${work}.dead`);
  });

  it('[P12] handles what an outage has left of a batch with messages that came since, within the bound of a batch', async () => {
    const batches: string[][] = [];
    const health = createGate();
    const { publisher, consumer } = await startBatchConsumer(broker, {
      batchMax: 4,
      handleBatch: async (messages) => {
        batches.push(messages.map(idOf));
        const slow = messages.filter((message) => idOf(message).startsWith('slow'));
        const done = new Map(messages.filter((message) => !slow.includes(message)).map((message) => [message, ack]));
        if (slow.length === 0 || done.size > 0) return ackAll(messages);
        throw new OutageError('slow', { waitUntilHealthy: () => health.opened, done });
      },
    });
    await publishWork(publisher, ['slow-0']);
    await broker.log.written('consumer.paused');
    await publishWork(publisher, ids('m', 10));
    await until('the others wait', () => consumer.load().waiting === 10);
    health.open();
    await until('all are handled', () => batches.flat().length === 12);
    expect(batches).toEqual([['slow-0'], ['slow-0', ...ids('m', 3)], ids('m', 10).slice(3, 7), ids('m', 10).slice(7)]);
    await isLeft(0);
  });

  it('probes again when the probe fails, and does not spin when health is only pretended', async () => {
    let probes = 0;
    let calls = 0;
    const { publisher } = await startBatchConsumer(broker, {
      handleBatch: (messages) => {
        calls += 1;
        if (calls > 5) return ackAll(messages);
        throw new OutageError('down', {
          waitUntilHealthy: () => {
            probes += 1;
            return probes % 2 === 0 ? Promise.resolve() : Promise.reject(new Error('refused'));
          },
        });
      },
    });
    await publishWork(publisher, ['m']);
    await until('it is handled in the end', () => calls === 6);
    expect(probes).toBe(10);
    await isLeft(0);
  });

  it('takes nothing during an outage on a new channel either, and everything after it', async () => {
    const health = createGate();
    const handled: ReceivedMessage[] = [];
    let isDown = true;
    const started = await startBatchConsumer(broker, {
      handleBatch: (messages) => {
        if (isDown) throw new OutageError('database away', { waitUntilHealthy: () => health.opened });
        handled.push(...messages);
        return ackAll(messages);
      },
    });
    await publishWork(started.publisher, ids('m', 5));
    await broker.log.written('consumer.paused');
    for (let round = 1; round <= 5; round += 1) {
      await broker.vhost.closeAllConnections(2);
      await broker.log.written('messaging.connection_lost', 2 * round);
      await until('both are back', () => started.connection.isReady() && started.publisher.isReady());
    }
    await isLeft(5);
    isDown = false;
    health.open();
    await until('all are handled', () => handled.length === 5);
    // Once for those in hand when the outage began, not once for each reconnect.
    expect(Math.max(...handled.map(({ deliveryCount }) => deliveryCount))).toBe(1);
    await isLeft(0);
  });

  it('[P9] survives an unexpected error: the neighbours are handled, the bad one comes again alone, then is a dead letter', async () => {
    const publisher = await broker.publisher();
    await publishWork(publisher, [...ids('good', 20), 'bad', ...ids('fine', 20)]);
    const handled: string[] = [];
    const badBatches: number[] = [];
    await startBatchConsumer(broker, {
      publisher,
      giveUpFromDeliveryCount: 5,
      handleBatch: (messages) => {
        if (messages.some((message) => idOf(message) === 'bad')) {
          badBatches.push(messages.length);
          throw new TypeError('a bug');
        }
        handled.push(...messages.map(idOf));
        return ackAll(messages);
      },
    });
    await isLeft(1, `${work}.dead`);
    await until('the neighbours are handled', () => handled.length === 40);
    expect(badBatches.slice(-5)).toEqual([1, 1, 1, 1, 1]);
    expect(broker.log.lines.some(({ message }) => message === 'consumer.handler_failed')).toBe(true);
    await isLeft(0);
  });

  it('never settles on a new channel a message that an old one delivered', async () => {
    const gate = createGate();
    const handled: ReceivedMessage[] = [];
    const started = await startBatchConsumer(broker, {
      handleBatch: async (messages) => {
        handled.push(...messages);
        if (handled.length === messages.length) await gate.opened;
        return ackAll(messages);
      },
    });
    await publishWork(started.publisher, ['m']);
    await until('the handler runs', () => handled.length === 1);
    await broker.vhost.closeAllConnections(2);
    await broker.log.written('messaging.connected', 4);
    gate.open();
    await until('it has come again', () => handled.length === 2);
    expect(handled[1]).toMatchObject({ deliveryCount: 1, redelivered: true });
    await isLeft(0);
    // An ack of an unknown delivery would have closed the new channel.
    expect(broker.log.lines.filter(({ message }) => message === 'messaging.connection_lost')).toHaveLength(2);
  });

  it('[P10] finishes its batch when it is drained, and returns at once the messages that it has not started', async () => {
    const gate = createGate();
    const first: string[] = [];
    const started = await startBatchConsumer(broker, {
      handleBatch: async (messages) => {
        first.push(...messages.map(idOf));
        await gate.opened;
        return ackAll(messages);
      },
    });
    await publishWork(started.publisher, ['running']);
    await until('the handler runs', () => first.length === 1);
    await publishWork(started.publisher, ids('waiting', 20));
    await until('the others have arrived', () => started.consumer.load().waiting === 20);
    const draining = started.consumer.drain({ timeoutMs: 10_000 });
    await isLeft(20);
    gate.open();
    await draining;
    const second: string[] = [];
    await startBatchConsumer(broker, {
      publisher: started.publisher,
      handleBatch: (messages) => {
        second.push(...messages.map(idOf));
        return ackAll(messages);
      },
    });
    await until('another consumer has the rest', () => second.length === 20);
    expect(first).toEqual(['running']);
    expect(second).not.toContain('running');
  });

  it('drains within its time although a handler hangs, and the message is not lost', async () => {
    const { publisher, consumer } = await startBatchConsumer(broker, {
      handleBatch: () => new Promise(() => undefined),
    });
    await publishWork(publisher, ['m']);
    await until('the handler runs', () => consumer.load().running === 1);
    await consumer.drain({ timeoutMs: 50 });
    await isLeft(1);
  });

  it('drains during an outage, and the messages are not lost', async () => {
    const { publisher, consumer } = await startBatchConsumer(broker, {
      handleBatch: () => {
        throw new OutageError('down', {
          waitUntilHealthy: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
        });
      },
    });
    await publishWork(publisher, ids('m', 3));
    await broker.log.written('consumer.paused');
    await consumer.drain({ timeoutMs: 10_000 });
    await isLeft(3);
  });

  it('[P2] drops the messages that wait when its connection is lost: each is handled and acked only as it comes anew', async () => {
    const gate = createGate();
    const handled: string[] = [];
    const { publisher, consumer } = await startBatchConsumer(broker, {
      handleBatch: async (messages) => {
        handled.push(...messages.map((message) => `${idOf(message)}, returned ${message.deliveryCount}`));
        await gate.opened;
        return ackAll(messages);
      },
    });
    await publishWork(publisher, ['running']);
    await until('the handler runs', () => handled.length === 1);
    await publishWork(publisher, ids('m', 20));
    await until('the others wait', () => consumer.load().waiting === 20);
    await broker.vhost.closeAllConnections(2);
    await until('all have come again', () => consumer.load().waiting > 20);
    gate.open();
    await until('all are handled', () => handled.length > 21);
    await consumer.drain({ timeoutMs: 10_000 });
    const again = ['running', ...ids('m', 20)].map((id) => `${id}, returned 1`);
    expect(handled.slice(1).sort()).toEqual(again.sort());
    await isLeft(0);
  });
});
