import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { listen } from '../src/http-server.js';

const open = async (port: number): Promise<{ socket: Socket; closed: Promise<unknown> }> => {
  const socket = connect(port, '127.0.0.1');
  // Whether it ends or is reset, it is closed.
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return { socket: socket.resume(), closed };
};

describe('an HTTP server that closes', () => {
  it('does not wait for a connection on which nothing was ever sent', async () => {
    const server = await listen(express(), 0);
    const silent = await open(server.port);
    // Connections are accepted in order: once this answer has arrived, the silent one is accepted too.
    await (await fetch(`http://127.0.0.1:${server.port}/`)).text();
    await server.close();
    await silent.closed;
  });

  it('answers the request that is under way, and the one that is on its way', async () => {
    const app = express();
    let answer = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      app.get('/slow', (_request, response) => {
        answer = () => response.end('done');
        resolve();
      });
    });
    app.get('/quick', (_request, response) => {
      response.end('done');
      answer();
    });
    const server = await listen(app, 0);
    const { socket } = await open(server.port);
    const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`).then(({ status }) => status);
    const slow = get('/slow');
    await arrived;
    const closed = server.close();
    socket.write('GET /quick HTTP/1.1\r\nhost: test\r\n\r\n');
    const [head] = await once(socket, 'data');
    expect(String(head)).toContain('200 OK');
    expect(await slow).toBe(200);
    await closed;
  });

  it.each([
    ['no more than the start of its headers', 'GET /quick HTTP/1.1\r\nhost: te'],
    ['half of its body', 'POST /body HTTP/1.1\r\nhost: test\r\ncontent-length: 4\r\n\r\nha'],
  ])('answers 408 to a request of which there is %s, and then to one that is complete', async (_what, half) => {
    const app = express();
    let answer = (): void => undefined;
    app.get('/slow', (_request, response) => {
      answer = () => response.end('done');
    });
    app.post('/body', (request) => void request.resume());
    const server = await listen(app, 0, (started) => Object.assign(started, { requestTimeout: 1_000 }));
    const [complete, incomplete] = [await open(server.port), await open(server.port)];
    complete.socket.write('GET /slow HTTP/1.1\r\nhost: test\r\n\r\n');
    const closed = server.close();
    incomplete.socket.write(half);
    const [refused] = await once(incomplete.socket, 'data');
    expect(String(refused)).toMatch(/^HTTP\/1.1 408 [^]*"code":"request_timeout"/);
    await incomplete.closed;
    const answered = once(complete.socket, 'data');
    answer();
    expect(String(await answered)).toContain('200 OK');
    await closed;
  });
});

describe('an HTTP server', () => {
  it('closes a connection on which nothing was sent, without an answer to a request that was never made', async () => {
    const server = await listen(express(), 0, (started) =>
      Object.assign(started, { headersTimeout: 100, connectionsCheckingInterval: 50 }),
    );
    const { socket, closed } = await open(server.port);
    const received: unknown[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    await closed;
    expect(received).toEqual([]);
    await server.close();
  });
});
