import type { Server } from 'node:http';
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

  it('rejects when the port is taken', async () => {
    const port = await start(express());
    await expect(listen(express(), port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
