import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Channel } from 'amqplib';
import { ack, OutageError, type ReceivedMessage } from '../src/index.js';
import { type Broker, createBroker, ids, publishWork, until, untilReady, work } from './broker.js';
import { createGate, idOf, startMessageConsumer } from './consumers.js';

/** As another AMQP client would: with these bytes as table of headers. */
const publishRaw = (channel: Channel, headers: Buffer): void => {
  const { ch, connection } = channel as unknown as { ch: number; connection: { sendBytes: (bytes: Buffer) => void } };
  const [short, long] = [
    (text: string) => Buffer.from(String.fromCharCode(text.length) + text),
    (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]),
  ];
  const frame = (type: number, ...payload: Buffer[]) => {
    const bytes = Buffer.concat(payload);
    return Buffer.concat([Buffer.from([type, ch >>> 8, ch]), long(bytes.length), bytes, Buffer.from([0xce])]);
  };
  const publish = frame(1, Buffer.from([0, 60, 0, 40, 0, 0]), short('test'), short('work'), Buffer.from([0]));
  // With content type, headers and type.
  const head = [Buffer.from([0, 60, 0, 0]), long(0), long(4), Buffer.from([0xa0, 0x20]), short('application/json')];
  const properties = frame(2, ...head, long(headers.length), headers, short('status.reported'));
  connection.sendBytes(Buffer.concat([publish, properties, frame(3, Buffer.from('body'))]));
};

describe('a message consumer', () => {
  let broker: Broker;
  beforeEach(async () => {
    broker = await createBroker();
  });
  afterEach(() => broker.stop());

  it('handles up to its prefetch side by side, and a slow message holds up no other', async () => {
    const gate = createGate();
    const done: string[] = [];
    let running = 0;
    let most = 0;
    const started = await startMessageConsumer(broker, {
      prefetch: 10,
      handle: async (message) => {
        running += 1;
        most = Math.max(most, running);
        if (idOf(message) === 'm-0') await gate.opened;
        await Promise.resolve();
        running -= 1;
        done.push(idOf(message));
        return ack;
      },
    });
    await publishWork(started.publisher, ids('m', 200));
    await until('all but the slow one are done', () => done.length === 199);
    expect(done).not.toContain('m-0');
    expect(most).toBeLessThanOrEqual(10);
    gate.open();
    await until('the slow one is done', () => done.length === 200);
    await started.consumer.drain({ timeoutMs: 5_000 });
    const channel = await broker.channel();
    expect((await channel.checkQueue(work)).messageCount).toBe(0);
  });

  it('begins only so many in one turn of the event loop', async () => {
    const gate = createGate();
    let begunInTurn = 0;
    let mostInTurn = 0;
    const turn = () => {
      mostInTurn = Math.max(mostInTurn, begunInTurn);
      begunInTurn = 0;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    let begun = 0;
    const { publisher } = await startMessageConsumer(broker, {
      prefetch: 100,
      handle: async () => {
        begun += 1;
        begunInTurn += 1;
        await gate.opened;
        return ack;
      },
    });
    await publishWork(publisher, ids('m', 100));
    await until('all have begun', () => begun === 100);
    clearImmediate(next);
    expect(Math.max(mostInTurn, begunInTurn)).toBeLessThanOrEqual(16);
    gate.open();
  });

  it('[P5] acknowledges each message that is done and no other, in any order of completion', async () => {
    const done: string[] = [];
    const isDone = (id: string) => Number(id.slice(2)) % 7 !== 0;
    const started = await startMessageConsumer(broker, {
      prefetch: 100,
      handle: async (message) => {
        const id = idOf(message);
        if (!isDone(id)) return new Promise(() => undefined);
        for (let turns = (Number(id.slice(2)) * 5) % 11; turns > 0; turns -= 1) await new Promise(setImmediate);
        done.push(id);
        return ack;
      },
    });
    const all = ids('m', 100);
    await publishWork(started.publisher, all);
    await until('all that end are done', () => done.length === all.filter(isDone).length);
    await started.consumer.drain({ timeoutMs: 50 });
    const again: string[] = [];
    await startMessageConsumer(broker, {
      publisher: started.publisher,
      handle: (message) => {
        again.push(idOf(message));
        return Promise.resolve(ack);
      },
    });
    const unfinished = all.filter((id) => !isDone(id));
    await until('the unfinished have come again', () => again.length >= unfinished.length);
    const channel = await broker.channel();
    expect((await channel.checkQueue(work)).messageCount).toBe(0);
    expect(again.sort()).toEqual(unfinished.sort());
  });

  it('[P10] waits when it drains for an outage that left something half done, as long as it could settle it', async () => {
    const health = createGate();
    const startHalfDone = (waitUntilHealthy: OutageError['waitUntilHealthy']) => {
      const isUnder = new Set<string>();
      return startMessageConsumer(broker, {
        handle: (message) => {
          if (isUnder.has(idOf(message))) return Promise.resolve(ack);
          isUnder.add(idOf(message));
          throw new OutageError('down', { waitUntilHealthy, isHalfDone: true });
        },
      });
    };
    const first = await startHalfDone(() => health.opened);
    await publishWork(first.publisher, ['m']);
    await broker.log.written('consumer.paused');
    const drained = first.consumer.drain({ timeoutMs: 600_000 });
    health.open();
    await drained;
    const channel = await broker.channel();
    await untilReady(channel, 0);
    const second = await startHalfDone(async (signal) => void (await once(signal, 'abort')));
    await publishWork(second.publisher, ['n']);
    await broker.log.written('consumer.paused', 2);
    const lost = second.consumer.drain({ timeoutMs: 600_000 });
    await broker.vhost.closeAllConnections();
    await lost;
    await untilReady(await broker.channel(), 1);
  });

  it('[P9] handles a message without its headers where they cannot be read, as of tables nested deeper than a stack', async () => {
    const [depth, levelBytes] = [8_000, 7];
    const headers = Buffer.alloc(levelBytes * depth);
    for (let level = 0; level < depth; level += 1) {
      headers.write('\x01aF', levelBytes * level);
      headers.writeUInt32BE(levelBytes * (depth - level - 1), levelBytes * level + 3);
    }
    const handled: ReceivedMessage[] = [];
    const { publisher } = await startMessageConsumer(broker, {
      handle: (message) => {
        handled.push(message);
        return Promise.resolve(ack);
      },
    });
    publishRaw(await broker.channel(), headers);
    await until('it is handled', () => handled.length === 1);
    await publishWork(publisher, ['next']);
    await until('the next one is handled', () => handled.length === 2);
    expect(handled[0]).toMatchObject({
      properties: { type: 'status.reported', headers: {} },
      body: Buffer.from('body'),
    });
    expect(broker.log.lines.some(({ message }) => message === 'messaging.connection_lost')).toBe(false);
  });
});
