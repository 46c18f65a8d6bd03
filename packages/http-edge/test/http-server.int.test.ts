import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type Express } from 'express';
import { listen, type RunningHttpServer } from '../src/http-server.js';

const running: RunningHttpServer[] = [];
const start = async (app: Express, configure?: (server: Server) => void): Promise<number> => {
  const server = await listen(app, 0, configure);
  running.push(server);
  return server.port;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const prototypesOf = (...objects: object[]): unknown[] => objects.map((object) => Object.getPrototypeOf(object));

describe('listen', () => {
  it('makes requests and responses as Express wants them, so that it changes no prototype', async () => {
    let before: unknown[] = [];
    let after: unknown[] = [];
    const app = express();
    app.get('/', (request, response) => {
      after = prototypesOf(request, response);
      response.json({ path: request.path });
    });
    const port = await start(app, (server) =>
      server.prependListener('request', (...pair) => (before = prototypesOf(...pair))),
    );
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).json()).toEqual({ path: '/' });
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect(before).toHaveLength(2);
  });

  it('[P15] answers a client that closes its side after a whole request, and then closes the connection', async () => {
    const app = express();
    let answer = (): void => undefined;
    app.post('/', (request, response) => {
      // Long after the end of the client's side was read.
      request.socket.once('end', () => setImmediate(() => answer()));
      answer = () => void response.end('answered');
    });
    const socket = connect({ port: await start(app), host: '127.0.0.1', allowHalfOpen: true });
    const received = text(socket);
    socket.end('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}');
    expect(await received).toMatch(/^HTTP\/1\.1 200 [^]*answered/);
  });

  it('gives up a request whose client resets its connection', async () => {
    const app = express();
    const events = new EventEmitter();
    app.get('/', ({ socket }) => {
      socket.once('close', () => events.emit('closed'));
      events.emit('arrived');
    });
    const socket = connect(await start(app), '127.0.0.1');
    const [arrived, closed] = [once(events, 'arrived'), once(events, 'closed')];
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await arrived;
    socket.resetAndDestroy();
    await closed;
  });

  it('rejects when the port is taken', async () => {
    const port = await start(express());
    await expect(listen(express(), port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
