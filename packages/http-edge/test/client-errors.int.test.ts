import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type Express } from 'express';
import { type Problem, problemSchema } from '@delivery/contracts';
import { listen, type RunningHttpServer } from '../src/http-server.js';
import { ClientDisconnectedError, readBody } from '../src/json-body.js';

const running: RunningHttpServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

const start = async (app: Express, configure?: (server: Server) => void): Promise<Socket> => {
  const server = await listen(app, 0, configure);
  running.push(server);
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

/** Everything that the server says until it closes the connection, answer by answer. */
const readAnswers = async (
  socket: Socket,
): Promise<{ status: number; head: string; problem: Problem | undefined }[]> => {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'close');
  return text
    .split(/(?=HTTP\/1\.1 \d)/)
    .map((answer) => answer.split('\r\n\r\n'))
    .map(([head = '', body = '']) => ({
      status: Number(head.slice(9, 12)),
      head,
      problem: head.includes('application/problem+json') ? problemSchema.parse(JSON.parse(body)) : undefined,
    }));
};

const hello = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const app = (): Express => express().use((_request, response) => void response.end('hello'));

describe('A kept-alive connection', () => {
  const limitMaxMs = { patient: 10_000, impatient: 100 };

  it.each([
    ['a malformed request', 'NONSENSE\r\n\r\n', 400, 'malformed_request', limitMaxMs.patient],
    [
      'headers beyond the limit',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
      limitMaxMs.patient,
    ],
    ['headers that do not come', 'GET / HTTP/1.1\r\nho', 408, 'request_timeout', limitMaxMs.impatient],
  ])('[P15] ends with a problem document after %s', async (_what, bytes, status, code, headersTimeout) => {
    let server: Server | undefined;
    const socket = await start(app(), (started) => {
      server = started;
      Object.assign(started, { connectionsCheckingInterval: 50 });
    });
    socket.write(hello);
    await once(socket, 'data');
    // Not before: a machine that pauses for so long would not have been asked in time.
    Object.assign(server!, { headersTimeout });
    const answers = readAnswers(socket);
    socket.write(bytes);
    expect(await answers).toEqual([
      {
        status,
        head: expect.stringContaining('connection: close'),
        problem: expect.objectContaining({ code, status }),
      },
    ]);
  });

  it('[P15] answers the request under way first, and then the malformed one behind it', async () => {
    let server: Server | undefined;
    let answer = (): void => undefined;
    const slow = express().use((_request, response) => {
      answer = () => response.end('hello');
    });
    const socket = await start(slow, (started) => (server = started));
    const answers = readAnswers(socket);
    socket.write(`${hello}NONSENSE\r\n\r\n`);
    if (server) await once(server, 'clientError');
    answer();
    expect((await answers).map(({ status, problem }) => [status, problem?.code])).toEqual([
      [200, undefined],
      [400, 'malformed_request'],
    ]);
  });

  it('is answered once where the body is malformed, and not again where it was answered before', async () => {
    const malformed = 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nNONSENSE\r\n';
    const waiting = await start(express().use((request) => void request.resume()));
    waiting.write(malformed);
    expect((await readAnswers(waiting)).map(({ problem }) => problem?.code)).toEqual(['malformed_request']);
    const hasty = await start(app());
    hasty.write(malformed.slice(0, -10));
    const [head] = await once(hasty, 'data');
    expect(String(head)).toContain('200 OK');
    const answers = readAnswers(hasty);
    hasty.write('NONSENSE\r\n');
    expect(await answers).toEqual([expect.objectContaining({ head: '' })]);
  });
});

describe('A body that does not come', () => {
  it('[P6] is answered 408, its connection ends, and so does the reading', async () => {
    const readings: Promise<unknown>[] = [];
    const socket = await start(
      express().use((request) => void readings.push(readBody(request, 10).catch((error: unknown) => error))),
      (server) => Object.assign(server, { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 50 }),
    );
    socket.write('POST /path?key=secret HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n{');
    const [answer] = await readAnswers(socket);
    expect(answer?.problem).toMatchObject({ status: 408, code: 'request_timeout', instance: '/path' });
    expect(await readings[0]).toBeInstanceOf(ClientDisconnectedError);
  });

  it.each([['{'], ['{"a":"whole"}']])(
    '[P12] is not waited for where the client went away before the reading began: %s',
    async (sent) => {
      const app = express();
      const socket = await start(app);
      socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 13\r\n\r\n${sent}`);
      const reading = new Promise<Buffer>((resolve) => {
        app.use((request) => {
          request.once('close', () => resolve(readBody(request, 13)));
          socket.resetAndDestroy();
        });
      });
      await expect(reading).rejects.toBeInstanceOf(ClientDisconnectedError);
    },
  );
});

describe('A request without exactly one Host', () => {
  const post = (...hosts: string[]) =>
    ['POST /path?key=secret HTTP/1.1', ...hosts.map((host) => `Host: ${host}`), 'content-length: 2', '', '{}'].join(
      '\r\n',
    );

  it.each([
    ['none', post()],
    ['two', post('a', 'a')],
  ])('[P15] is refused by name, and its connection closed: %s', async (_what, bytes) => {
    const socket = await start(app());
    socket.write(bytes + hello);
    expect(await readAnswers(socket)).toEqual([
      {
        status: 400,
        head: expect.stringContaining('connection: close'),
        problem: expect.objectContaining({
          code: 'malformed_request',
          detail: 'Expected exactly one Host header.',
          instance: '/path',
        }),
      },
    ]);
  });

  it('[P15] is answered where HTTP/1.0 knows none', async () => {
    const socket = await start(app());
    socket.write('GET / HTTP/1.0\r\n\r\n');
    expect((await readAnswers(socket)).map(({ status }) => status)).toEqual([200]);
  });
});

describe('A request with an unknown Expect', () => {
  const post = 'POST /path?key=secret HTTP/1.1\r\nhost: a\r\nexpect: foo\r\ncontent-length: 2\r\n\r\n';

  it.each([
    ['with its body', `${post}{}${post}{}`],
    ['without its body, which the client holds back', post],
  ])('[P15] is refused by name, and its connection closed: %s', async (_what, bytes) => {
    const socket = await start(app());
    socket.write(hello + bytes);
    expect(await readAnswers(socket)).toEqual([
      expect.objectContaining({ status: 200 }),
      {
        status: 400,
        head: expect.stringContaining('connection: close'),
        problem: expect.objectContaining({
          code: 'malformed_request',
          detail: 'Expected no Expect header other than 100-continue.',
          instance: '/path',
        }),
      },
    ]);
  });
});

describe('An answer that is sent before the body has arrived', () => {
  it('[P15] reaches a client that reads only when it has sent everything', async () => {
    const socket = await start(app());
    socket.pause();
    const body = Buffer.alloc(8 * 1024 * 1024, 'x');
    socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n`);
    await new Promise((resolve) => socket.write(body, resolve));
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    socket.resume();
    expect((await readAnswers(socket)).map(({ status }) => status)).toEqual([200, 200]);
  });
});
