import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EndpointAnswer, type EndpointServer, startEndpointServer } from '@delivery/test-support';
import { type CallOutcome, createCallCourierApi } from '../src/courier-api.js';

let server: EndpointServer;
beforeAll(async () => {
  server = await startEndpointServer();
});
afterAll(() => server.close());

const open = (url: string) => createCallCourierApi({ url, token: 'a-token', connectionsMax: 2 }).call;

const callWith = (answer: EndpointAnswer): Promise<CallOutcome> => {
  server.respondWith(() => answer);
  return open(`${server.origin}/`)({ method: 'GET', path: '/deliveries' });
};
const problem = (status: number, code: string, headers: Record<string, string> = {}): EndpointAnswer => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({
    type: `urn:problem-type:${code}`,
    title: 'Title',
    status,
    detail: 'Detail.',
    instance: '/x',
    code,
    message: 'Detail.',
    request_id: 'r',
  }),
});

describe('A call of the couriers’ API', () => {
  it('carries the token, and the key of a report', async () => {
    server.respondWith(() => ({}));
    const call = open(server.origin);
    await call({ method: 'POST', path: '/deliveries/1/status', body: { status: 'ready' }, idempotencyKey: 'key-1' });
    const { path, headers, json } = server.requests.at(-1)!;
    expect([path, json()]).toEqual(['/courier/v1/deliveries/1/status', { status: 'ready' }]);
    expect(headers).toMatchObject({ authorization: 'Bearer a-token', 'idempotency-key': 'key-1' });
  });

  it('goes over a connection that is open already, however many went before it', async () => {
    const call = open(server.origin);
    const callOften = async () => {
      for (let calls = 0; calls < 20; calls += 1) await call({ method: 'GET', path: '/deliveries' });
      return server.connectionCount();
    };
    server.respondWith(() => ({}));
    const opened = await callOften();
    expect(await callOften()).toBe(opened);
  });

  it('is refused for good by a problem that is the caller’s', async () => {
    expect(await callWith(problem(409, 'invalid_state_transition'))).toEqual({
      kind: 'refused',
      status: 409,
      code: 'invalid_state_transition',
      detail: 'Detail.',
    });
  });

  it('is to be sent again when intake-api says so, after the time that it says', async () => {
    const came = await callWith(problem(503, 'temporarily_unavailable', { 'retry-after': '7' }));
    expect(came).toEqual({
      kind: 'unavailable',
      reason: 'answered 503 temporarily_unavailable',
      retryAfterMs: 7_000,
    });
    expect(await callWith(problem(429, 'rate_limited'))).toMatchObject({ kind: 'unavailable' });
  });

  it('is to be sent again while its token is not known: a deployment may be changing it', async () => {
    expect(await callWith(problem(401, 'invalid_credentials'))).toMatchObject({ kind: 'unavailable' });
  });

  it('is to be sent again when another program answers, redirects or breaks off', async () => {
    const answers: EndpointAnswer[] = [
      { status: 200, body: '<html>' },
      { status: 404, body: '<html>' },
      { status: 302, headers: { location: '/elsewhere' } },
      { kind: 'reset' },
      { kind: 'reset', status: 200 },
    ];
    for (const answer of answers) expect(await callWith(answer)).toMatchObject({ kind: 'unavailable' });
  });

  it('is to be sent again when the connection is refused', async () => {
    const gone = await startEndpointServer();
    await gone.close();
    const call = open(gone.origin);
    expect(await call({ method: 'GET', path: '/deliveries' })).toMatchObject({ kind: 'unavailable' });
  });
});
