import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ack, type Connection, createPublisher } from '../src/index.js';
import type { Link } from '../src/link.js';
import { socketOf } from '../src/turn-cork.js';
import { type Broker, createBroker, ids, publishWork, until, workMessage } from './broker.js';
import { createGate, startMessageConsumer } from './consumers.js';

/** Sizes of the frames in each write that goes to the broker from here on. */
const recordWrites = async (connection: Connection): Promise<number[][]> => {
  const socket = await new Promise<Duplex>((resolve, reject) => {
    const setUp = (link: Link) => {
      const found = socketOf(link.model.connection);
      if (found) resolve(found);
      else reject(new Error('the connection has no socket'));
      return Promise.resolve();
    };
    connection.join({ setUp, drain: () => Promise.resolve() });
  });
  const writes: number[][] = [];
  const [one, many] = [socket._write.bind(socket), socket._writev!.bind(socket)];
  jest.spyOn(socket, '_write').mockImplementation((chunk: Buffer, encoding, done) => {
    writes.push([chunk.length]);
    one(chunk, encoding, done);
  });
  jest.spyOn(socket as Required<Duplex>, '_writev').mockImplementation((chunks, done) => {
    writes.push(chunks.map(({ chunk }: { chunk: Buffer }) => chunk.length));
    many(chunks, done);
  });
  return writes;
};

const ackFrameBytes = 21;

describe('frames of one turn of the event loop', () => {
  let broker: Broker;
  beforeEach(async () => {
    broker = await createBroker();
  });
  afterEach(() => broker.stop());

  it('leave together when they are published together, and at once when alone', async () => {
    // A heartbeat would be one more write.
    const connection = broker.connection({ heartbeatSeconds: 600 });
    const publisher = createPublisher(connection);
    await connection.waitUntilReady();
    const writes = await recordWrites(connection);
    const body = Buffer.alloc(1_000, 'x');
    await Promise.all(ids('m', 100).map((id) => publisher.publish(workMessage(id, { body }))));
    await publisher.publish(workMessage('alone'));
    expect(writes.map((frames) => frames.length)).toEqual([100, 1]);
  });

  it('are one, when all that was taken is done in that turn', async () => {
    const gate = createGate();
    let begun = 0;
    const { connection, consumer, publisher } = await startMessageConsumer(broker, {
      prefetch: 20,
      handle: async () => {
        begun += 1;
        await gate.opened;
        return ack;
      },
    });
    await publishWork(publisher, ids('m', 20));
    await until('all have begun', () => begun === 20);
    const writes = await recordWrites(connection);
    gate.open();
    await until('all are done', () => consumer.load().running === 0 && writes.length > 0);
    await consumer.drain({ timeoutMs: 5_000 });
    expect(writes.flat().filter((bytes) => bytes === ackFrameBytes)).toHaveLength(1);
  });
});
