import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ack, keep, type ReceivedMessage } from '../src/index.js';
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

  it('is handled alone, with nothing else in hand, when it is the first to come', async () => {
    const publisher = await broker.publisher();
    await publishWork(publisher, ['suspect']);
    await raiseDeliveryCount(3);
    await publishWork(publisher, ids('m', 20));
    const batches: ReceivedMessage[][] = [];
    let alone = 0;
    const channel = await broker.channel();
    await startBatchConsumer(broker, {
      publisher,
      handleBatch: async (messages) => {
        batches.push([...messages]);
        if (messages.some((message) => idOf(message) === 'suspect')) {
          await untilReady(channel, 20);
          alone += 1;
        }
        return messages.map(() => ack);
      },
    });
    await until('all are handled', () => batches.flat().length === 21);
    expect(batches[0]?.map(idOf)).toEqual(['suspect']);
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
    await publisher.publish(workMessage('suspect', { headers: { 'x-delivery-count': 3 } }));
    await until('all have arrived', () => started.consumer.load().waiting === 11);
    gate.open();
    await until('all are handled', () => batches.flat().length === 12);
    expect(batches).toEqual([['first'], ids('m', 10), ['suspect']]);
    for (const id of ids('m', 10)) expect(counts.get(id)).toBe(0);
  });

  it('is kept as others are: while two wait their turns no try of them counts, and both are handled in the end', async () => {
    const publisher = await broker.publisher();
    const suspects = ['one', 'other'].map((id) => workMessage(id, { headers: { 'x-delivery-count': 3 } }));
    await Promise.all(suspects.map((suspect) => publisher.publish(suspect)));
    const tries: ReceivedMessage[] = [];
    const together: number[] = [];
    const acked: string[] = [];
    let isTime = false;
    await startBatchConsumer(broker, {
      publisher,
      prefetch: 10,
      keptDelayMs: 1,
      handleBatch: (messages) => {
        tries.push(...messages);
        together.push(messages.length);
        if (isTime) acked.push(...messages.map(idOf));
        return Promise.resolve(messages.map(() => (isTime ? ack : keep)));
      },
    });
    const triesOf = (id: string) => tries.filter((message) => idOf(message) === id);
    await until('both have been tried often', () => triesOf('one').length > 20 && triesOf('other').length > 20);
    isTime = true;
    await until('both are handled', () => acked.length === 2);
    expect(Math.max(...together)).toBe(1);
    expect([...acked].sort()).toEqual(['one', 'other']);
    // A delivery that counts would have been of another number.
    expect(new Set(tries.map(({ deliveryCount }) => deliveryCount))).toEqual(new Set([3]));
    expect((await (await broker.channel()).checkQueue(`${work}.dead`)).messageCount).toBe(0);
  });

  it.each([['batch'], ['message']])(
    'raises only its own count when it kills a %s consumer again and again',
    async (kind) => {
      const proxy = await broker.proxy();
      const publisher = await broker.publisher();
      await publishWork(publisher, [...ids('before', 15), 'killer', ...ids('after', 15)]);
      const counts = new Map<string, number>();
      let killerCount = 0;
      const dieOrAck = (message: ReceivedMessage) => {
        if (idOf(message) === 'killer' && message.deliveryCount < 12) {
          killerCount = message.deliveryCount;
          proxy.cut();
          return new Promise<never>(() => undefined);
        }
        return Promise.resolve(ack);
      };
      // Each life of the process is a consumer of its own, that ends by losing its socket with the killer in hand.
      for (let life = 0; life < 14 && !counts.has('killer'); life += 1) {
        const losses = broker.log.lines.filter(({ message }) => message === 'messaging.connection_lost').length;
        const on = { urls: [proxy.url], backoff: { minMs: 60_000, maxMs: 60_000 } };
        const settled = (message: ReceivedMessage) => counts.set(idOf(message), message.deliveryCount);
        const handleBatch = async (messages: readonly ReceivedMessage[]) => {
          const dispositions = await Promise.all(messages.map(dieOrAck));
          messages.forEach(settled);
          return dispositions;
        };
        const started =
          kind === 'batch'
            ? await startBatchConsumer(broker, { publisher, on, handleBatch })
            : await startMessageConsumer(broker, {
                publisher,
                on,
                handle: async (message) => (await handleBatch([message]))[0] ?? ack,
              });
        const lost = broker.log.written('messaging.connection_lost', losses + 1);
        await Promise.race([lost, until('the killer is handled', () => counts.has('killer'))]);
        await started.connection.close({ timeoutMs: 50 });
      }
      expect(killerCount).toBeGreaterThanOrEqual(10);
      const channel = await broker.channel();
      await startBatchConsumer(broker, {
        publisher,
        handleBatch: (messages) => {
          for (const message of messages) counts.set(idOf(message), message.deliveryCount);
          return Promise.resolve(messages.map(() => ack));
        },
      });
      await until('all are handled', () => counts.size === 31);
      const neighbours = [...counts].filter(([id]) => id !== 'killer').map(([, count]) => count);
      expect(Math.max(...neighbours)).toBeLessThanOrEqual(5);
      expect((await channel.checkQueue(`${work}.dead`)).messageCount).toBe(0);
    },
  );
});
