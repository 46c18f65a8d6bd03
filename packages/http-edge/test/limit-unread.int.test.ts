import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeAnswer } from '../src/answer.js';
import { limitUnread } from '../src/limit-unread.js';

const answerBytes = 32 * 1024 * 1024;
/** So short that the kernel takes it whole, and longer than what the client's kernel takes unread. */
const longBytes = 1024 * 1024;
/** A busy machine may stop this process, server and client, for some hundred milliseconds. */
const limitMs = 1_000;

let server: Server;
let client: Socket;
beforeEach(async () => {
  server = createServer();
  limitUnread(server, limitMs);
  server.on('request', ({ url }, response) => {
    if (url === '/') response.end(Buffer.alloc(answerBytes));
    else writeAnswer(response, 'id', { status: 200, body: 'x'.repeat(longBytes) });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => client.destroy());
  await once(client, 'connect');
});
afterEach(() => {
  client.destroy();
  server.close();
  server.closeAllConnections();
});

const ask = async (path = '/') => {
  const accepted = once(server, 'request');
  client.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  const [request] = (await accepted) as [{ socket: Socket }];
  return request.socket;
};

describe('an answer', () => {
  it('[P12] that its client never reads is given up, and its connection closed', async () => {
    client.pause();
    const socket = await ask();
    await once(socket, 'close');
    expect(socket.bytesRead).toBeGreaterThan(0);
  });

  it('that its client reads, however slowly, comes whole, and the connection is used again', async () => {
    for (const pauses of [20, 0]) {
      const socket = await ask();
      let [readBytes, paused] = [0, 0];
      for await (const bytes of client.iterator({ destroyOnReturn: false })) {
        readBytes += (bytes as Buffer).length;
        if (readBytes > answerBytes) break;
        if (paused >= pauses || readBytes < (paused * answerBytes) / pauses) continue;
        // All pauses together take twice the limit.
        await delay((2 * limitMs) / pauses);
        paused += 1;
      }
      expect(readBytes).toBeGreaterThan(answerBytes);
      expect(socket.destroyed).toBe(false);
    }
  });

  it('[P12] that is with the kernel, and that its client does not read, is taken back from there', async () => {
    client.pause();
    const socket = await ask('/long');
    await once(socket, 'close');
    const closed = once(client, 'close');
    client.resume();
    await closed;
    expect(client.bytesRead).toBeLessThan(longBytes);
  });

  it('that is long is the last of its connection, which ends once the client has read it', async () => {
    const socket = await ask('/long');
    const closed = once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
    let text = '';
    for await (const bytes of client) text += String(bytes);
    await closed;
    expect([text.includes('connection: close'), text.length > longBytes, client.errored]).toEqual([true, true, null]);
  });
});
