import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { z } from 'zod';
import { answerJson } from '../src/answer.js';
import { listen, type RunningHttpServer } from '../src/http-server.js';
import { createJsonApi } from '../src/json-api.js';
import { ProblemError, temporarilyUnavailable } from '../src/problem.js';
import { change, get, list, withQuery } from '../src/route.js';

let taken = 0;
const logged: unknown[] = [];
const note = (fields: object, message: string) => void logged.push({ ...fields, message });

const brokenOff = async function* () {
  yield await Promise.resolve('the first line\n');
  throw new Error('secret');
};

const api = createJsonApi({
  prefix: '/v1',
  authorize: ({ headers: { authorization } }) => {
    if (authorization !== 'yes') throw new ProblemError('invalid_credentials', 'Expected yes.');
  },
  toProblemError: (error) =>
    error instanceof ProblemError ? error : new ProblemError('internal_error', 'Failed.', { cause: error }),
  logger: { error: note, warn: note },
  routes: [
    list(
      '/things',
      withQuery(z.object({ limit: z.coerce.number().max(9) }), ({ limit }) =>
        Promise.resolve(answerJson(200, { limit })),
      ),
    ),
    change('POST', '/things', 'json', ({ body }) => answerJson(201, { body }, { location: '/v1/things/1' })),
    get('/things/:id', ({ params }) => answerJson(200, params)),
    { ...get('/things/next', () => answerJson(200, { taken: (taken += 1) })), takes: true },
    get('/broken', () => Promise.reject(new Error('secret'))),
    get('/cut', () => ({ status: 200, stream: brokenOff() })),
    get('/starting', () => Promise.reject(temporarilyUnavailable('Not ready.'))),
  ],
});

let server: RunningHttpServer;
beforeAll(async () => {
  server = await listen(express().use(api), 0);
});
afterAll(() => server.close());

const call = async (method: string, path: string, body?: string, authorization = 'yes') => {
  const headers = { authorization, 'content-type': 'application/json', 'x-request-id': 'mine' };
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, body: body ?? null });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe('A JSON API', () => {
  it('gives a handler the parsed request, and writes its answer under the caller’s request id', async () => {
    expect(await call('GET', '/v1/things?limit=3')).toMatchObject({ status: 200, text: '{"limit":3}' });
    expect(await call('GET', '/v1/things/a%20b')).toMatchObject({ status: 200, text: '{"id":"a b"}' });
    const { status, headers, text } = await call('POST', '/v1/things', '\ufeff{"a":1}');
    expect([status, text, headers.get('location')]).toEqual([201, '{"body":{"a":1}}', '/v1/things/1']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'mine',
    });
    expect(await call('HEAD', '/v1/things?limit=3')).toMatchObject({ status: 200, text: '' });
  });

  it.each([
    ['no such path', 'GET', '/v1/nothing', 404, 'route_not_found'],
    ['a path that cannot be decoded', 'GET', '/v1/things/%E0', 500, 'internal_error'],
    ['another method', 'DELETE', '/v1/things', 405, 'method_not_allowed'],
    ['OPTIONS, which it does not offer', 'OPTIONS', '/v1/things/1', 405, 'method_not_allowed'],
    ['a parameter that the call does not name', 'GET', '/v1/things/1?limit=1', 400, 'invalid_parameter'],
    ['a parameter that is given twice', 'GET', '/v1/things?limit=1&limit=2', 400, 'invalid_parameter'],
    ['a value that the schema refuses', 'GET', '/v1/things?limit=10', 400, 'invalid_parameter'],
    ['a body that is no JSON', 'POST', '/v1/things', 400, 'malformed_json'],
    ['a handler that fails', 'GET', '/v1/broken', 500, 'internal_error'],
  ])('[P15] answers %s with a problem document', async (_what, method, path, status, code) => {
    const answer = await call(method, path, method === 'POST' ? '{' : undefined);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    const instance = path.replace(/\?.*/, '');
    expect(JSON.parse(answer.text)).toMatchObject({ status, code, instance, request_id: 'mine' });
    expect(answer.text).not.toContain('secret');
  });

  it('says which methods a path has', async () => {
    expect((await call('DELETE', '/v1/things')).headers.get('allow')).toBe('GET, POST, HEAD');
  });

  it('does not run for HEAD a read that has an effect', async () => {
    const head = await call('HEAD', '/v1/things/next');
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET']);
    expect(await call('GET', '/v1/things/next')).toMatchObject({ status: 200, text: '{"taken":1}' });
  });

  it('authenticates the caller before it answers whether a path exists', async () => {
    for (const path of ['/v1/things/1', '/v1/nothing', '/v1/things/%E0']) {
      expect(await call('GET', path, undefined, 'no')).toMatchObject({ status: 401 });
    }
  });

  it('logs failures with their cause, and no faults of callers', async () => {
    logged.length = 0;
    await call('GET', '/v1/nothing');
    await call('GET', '/v1/broken?', undefined);
    await call('GET', '/v1/starting');
    const common = { method: 'GET', requestId: 'mine', message: 'api.request_failed' };
    expect(logged).toEqual([
      { ...common, err: new Error('secret'), path: '/v1/broken' },
      { ...common, reason: 'Not ready.', path: '/v1/starting' },
    ]);
  });

  it('cuts an answer that fails on its way, and logs the cause', async () => {
    logged.length = 0;
    await expect(call('GET', '/v1/cut')).rejects.toThrow();
    const common = { method: 'GET', requestId: 'mine', message: 'api.request_failed' };
    expect(logged).toEqual([{ ...common, err: new Error('secret'), path: '/v1/cut' }]);
  });
});
