import { once } from 'node:events';
import { type IncomingMessage, request as startRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { answerJson } from '../src/answer.js';
import { listen, type RunningHttpServer } from '../src/http-server.js';
import { createJsonApi } from '../src/json-api.js';
import { ProblemError } from '../src/problem.js';
import { change, get } from '../src/route.js';

const rows = Array.from({ length: 200 }, (_, number) => ({ number, state: 'delivered' }));
const json = JSON.stringify(rows);
/** As browsers send it: gzip stands before br. */
const all = 'gzip, deflate, br, zstd';

let releaseSecondPiece: () => void = () => undefined;
const twoPieces = async function* () {
  yield 'first\n';
  await new Promise<void>((resolve) => (releaseSecondPiece = resolve));
  yield 'second\n';
};

const api = createJsonApi({
  prefix: '/v1',
  tagReads: true,
  authorize: () => undefined,
  toProblemError: (cause) => new ProblemError('internal_error', 'Failed.', { cause }),
  logger: { error: () => undefined, warn: () => undefined },
  routes: [
    get('/rows', () => answerJson(200, rows)),
    get('/row', () => answerJson(200, { number: 1 })),
    change('POST', '/rows', 'json', ({ body }) => answerJson(201, { id: body })),
    get('/export', () => ({ status: 200, stream: twoPieces() })),
  ],
});

let server: RunningHttpServer;
beforeAll(async () => {
  server = await listen(express().use(api), 0);
});
afterAll(() => server.close());

const start = async (path: string, headers: Record<string, string>, method = 'GET'): Promise<IncomingMessage> => {
  const sent = startRequest(`http://127.0.0.1:${server.port}${path}`, { method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
};
const read = async (path: string, headers: Record<string, string>, method?: string) => {
  const response = await start(path, headers, method);
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
};

describe('an answer of an API', () => {
  it.each([
    [all, 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ])('is compressed for a client that accepts %s', async (accepted, coding, decode) => {
    const { headers, body } = await read('/v1/rows', { 'accept-encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' });
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(body.length).toBeLessThan(json.length / 4);
    expect(decode(body).toString()).toBe(json);
  });

  it('stays plain for a client that accepts no coding, and says that others get another', async () => {
    for (const accepted of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'br;q=0, gzip;q=0' }]) {
      const { headers, body } = await read('/v1/rows', accepted);
      expect([headers['content-encoding'], headers.vary, body.toString()]).toEqual([
        undefined,
        'accept-encoding',
        json,
      ]);
    }
  });

  it('stays as it is when it is short', async () => {
    const { headers } = await read('/v1/row', { 'accept-encoding': all });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
    expect(headers.etag).toMatch(/^"/);
  });

  it('has the same headers without a body after HEAD', async () => {
    const [{ headers: got }, { headers: head, body }] = [
      await read('/v1/rows', { 'accept-encoding': all }),
      await read('/v1/rows', { 'accept-encoding': all }, 'HEAD'),
    ];
    const names = ['content-encoding', 'content-length', 'etag', 'vary'];
    expect(names.map((name) => head[name])).toEqual(names.map((name) => got[name]));
    expect(body).toHaveLength(0);
    expect((await read('/v1/export', { 'accept-encoding': all }, 'HEAD')).body).toHaveLength(0);
  });

  it('has a weak tag while it is compressed, which answers 304 in every coding', async () => {
    const { headers } = await read('/v1/rows', { 'accept-encoding': all });
    expect(headers.etag).toMatch(/^W\/"/);
    for (const accepted of [all, 'gzip', 'identity']) {
      const known = { 'accept-encoding': accepted, 'if-none-match': String(headers.etag) };
      expect(await read('/v1/rows', known)).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    }
  });

  it('is sent piece by piece while it is compressed', async () => {
    for (const accepted of [all, 'gzip']) {
      const response = await fetch(`http://127.0.0.1:${server.port}/v1/export`, {
        headers: { 'accept-encoding': accepted },
      });
      expect(response.headers.get('content-encoding')).not.toBeNull();
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      // The second piece is made only after the first has arrived.
      expect(await reader?.read()).toMatchObject({ value: 'first\n' });
      releaseSecondPiece();
      expect(await reader?.read()).toMatchObject({ value: 'second\n' });
      expect(await reader?.read()).toMatchObject({ done: true });
    }
  });
});
