import { describe, expect, it } from '@jest/globals';
import {
  pollUntil,
  type RawReceiver,
  rawResponse,
  receiverZoo,
  type Speak,
  startRawReceiver,
} from '@delivery/test-support';
import { type Poster, useResources } from '../support/post-harness.js';

const { cleanUps, poster } = useResources();
const start = async (speaks: Record<string, Speak>): Promise<{ receiver: RawReceiver; sender: Poster }> => {
  const receiver = await startRawReceiver(speaks);
  cleanUps.push(receiver.close);
  return { receiver, sender: poster() };
};
const untilAllClosed = (sender: Poster): Promise<true> =>
  pollUntil('no open connection', () => sender.counts.open === 0 || undefined);

describe('a response that no request asked for', () => {
  it('[P5] on the connection of one merchant is never the answer to another merchant of the same origin', async () => {
    const { receiver, sender } = await start({
      '/a': receiverZoo.plain(200),
      '/b': receiverZoo.secondResponseAtReuse(500),
    });
    for (let count = 0; count < 5; count += 1) {
      expect(await sender.postAs('merchant-a', `${receiver.origin}/a`)).toMatchObject({ statusCode: 200 });
      await sender.waitUntilRested();
      expect(await sender.postAs(`merchant-${count}`, `${receiver.origin}/b`)).toMatchObject({ statusCode: 500 });
    }
    expect(receiver.connectionCount()).toBe(6);
  });

  it.each([2, 40])(
    '[P5] that comes %i ms after the answer is not the answer to the next webhook of that merchant',
    async (afterMs) => {
      const { receiver, sender } = await start({
        '/a': receiverZoo.secondResponse(200, afterMs),
        '/b': receiverZoo.plain(500, 2 * afterMs),
      });
      for (let count = 0; count < 3; count += 1) {
        expect(await sender.post(`${receiver.origin}/a`)).toMatchObject({ statusCode: 200 });
        await sender.waitUntilRested();
        for (let after = 0; after < 2; after += 1)
          expect(await sender.post(`${receiver.origin}/b`)).toMatchObject({ statusCode: 500 });
      }
    },
  );

  it('ends the use of connections for more than one request of that merchant and origin', async () => {
    const { receiver, sender } = await start({
      '/a': receiverZoo.secondResponse(200, 2),
      '/b': receiverZoo.plain(500),
    });
    await sender.post(`${receiver.origin}/a`);
    await untilAllClosed(sender);
    for (let count = 0; count < 3; count += 1) {
      expect(await sender.post(`${receiver.origin}/b`)).toMatchObject({ statusCode: 500 });
      await sender.waitUntilRested();
    }
    expect(sender.counts).toEqual({ opened: 4, reused: 0, open: 0 });
  });

  it('[P5] is found where it comes while the connection is idle: a 408 of a load balancer answers no webhook', async () => {
    const { receiver, sender } = await start({ '/b': receiverZoo.plain(500) });
    await sender.post(`${receiver.origin}/b`);
    await sender.waitUntilRested();
    receiver.writeToAll(rawResponse(408, { connection: 'close' }));
    await untilAllClosed(sender);
    expect(await sender.post(`${receiver.origin}/b`)).toMatchObject({ statusCode: 500 });
    expect(receiver.connectionCount()).toBe(2);
  });

  it.each(['longerThanItsLength', 'tailAfterItsLength', 'closeWithSecondResponse'] as const)(
    '[P5] is not taken from a receiver that is %s',
    async (kind) => {
      const { receiver, sender } = await start({ '/a': receiverZoo[kind](200), '/b': receiverZoo[kind](500) });
      for (const [path, statusCode] of Object.entries({ '/a': 200, '/b': 500 })) {
        expect(await sender.post(`${receiver.origin}${path}`)).toMatchObject({ kind: 'answered', statusCode });
        await untilAllClosed(sender);
      }
      expect(receiver.paths).toEqual(['/a', '/b']);
    },
  );
});

describe('connections', () => {
  it('are kept for each merchant of one origin, and shared by none', async () => {
    const { receiver, sender } = await start({ '/a': receiverZoo.plain(200) });
    for (let count = 0; count < 3; count += 1) {
      for (const ownerId of ['merchant-a', 'merchant-b']) await sender.postAs(ownerId, `${receiver.origin}/a`);
      await sender.waitUntilRested();
    }
    expect(sender.counts).toEqual({ opened: 2, reused: 4, open: 2 });
  });
});
