import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type EndpointAnswer, type EndpointServer, startEndpointServer } from '@delivery/test-support';
import {
  type ClientOptions,
  createClient,
  type DeliveryClient,
  InvalidCredentials,
  NoAnswerError,
  RateLimited,
  TemporarilyUnavailable,
  UnexpectedAnswerError,
} from '../src/index.js';
import { collect } from './collect.js';
import { newOrder } from './new-order.js';

let server: EndpointServer;
beforeAll(async () => {
  server = await startEndpointServer();
});
afterAll(() => server.close());
let seenBefore = 0;
afterEach(() => {
  seenBefore = server.requests.length;
});
const requests = () => server.requests.slice(seenBefore);

const client = (options: Partial<ClientOptions> = {}): DeliveryClient =>
  createClient({
    baseUrl: server.origin,
    key: 'key_1',
    token: 'tok_ü',
    ...options,
    retry: { firstWaitMs: 1, waitMaxMs: 1_000, attemptMax: 4, ...options.retry },
  });
const problem = (status: number, code: string, headers: Record<string, string> = {}): EndpointAnswer => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({ status, code, title: 'No', detail: 'No.', request_id: 'r-1' }),
});
const unavailable = problem(503, 'temporarily_unavailable');
const limited = problem(429, 'rate_limited', { 'retry-after': '0' });
const created: EndpointAnswer = { status: 201, body: '{"id":"5f1c0e9ab3d24c7788aa01ff"}' };
/** Each once; the last one for ever. */
const answerWith = (...answers: EndpointAnswer[]) => {
  const first = server.requests.length;
  server.respondWith((_, n) => answers[Math.min(n - first, answers.length) - 1]!);
};
const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a call', () => {
  it('sends the credentials as Basic, in UTF-8, and not in the URL', async () => {
    answerWith({ body: '{"data":[],"next_cursor":null}' });
    await collect(client().orders.list({ status: 'ready' }, { pageSize: 7 }));
    expect(requests()[0]).toMatchObject({ path: '/v1/external-orders?status=ready&limit=7' });
    expect(requests()[0]?.headers['authorization']).toBe(`Basic ${Buffer.from('key_1:tok_ü').toString('base64')}`);
  });

  it('is sent below the path of baseUrl, with ids that cannot leave their place', async () => {
    answerWith({ body: '{}' });
    await client({ baseUrl: `${server.origin}/delivery/` }).orders.get('../x?y');
    expect(requests()[0]?.path).toBe('/delivery/v1/external-orders/..%2Fx%3Fy');
  });

  it('gives up at once where the same again fails again', async () => {
    answerWith(problem(401, 'invalid_credentials'));
    const error = await failureOf(client().orders.markReady('1'));
    expect(error).toBeInstanceOf(InvalidCredentials);
    expect(error).toMatchObject({ attempts: 1, outcome: 'not_done', requestId: 'r-1' });
    expect(requests()).toHaveLength(1);
  });

  it('does not follow a redirect with the credentials', async () => {
    answerWith({ status: 307, headers: { location: `${server.origin}/elsewhere` } });
    expect(await failureOf(client().orders.get('1'))).toBeInstanceOf(UnexpectedAnswerError);
    expect(requests()).toHaveLength(1);
  });

  it('says so when something else answers', async () => {
    answerWith({ status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>nginx</h1>' });
    expect(await failureOf(client().orders.get('1'))).toMatchObject({ status: 404, body: '<h1>nginx</h1>' });
  });

  it('is of one thing, and not of the list or another thing, where the id is empty or leads elsewhere', async () => {
    for (const id of ['', '.', '..']) {
      await expect(async () => client().orders.get(id)).rejects.toThrow(TypeError);
      await expect(async () => client().stores.delete(id)).rejects.toThrow(TypeError);
    }
    expect(requests()).toHaveLength(0);
  });

  it('needs a base URL, and credentials that can be sent', () => {
    for (const baseUrl of ['', 'orders.example', 'localhost:8080'])
      expect(() => client({ baseUrl })).toThrow(TypeError);
    expect(() => client({ token: '' })).toThrow(TypeError);
    expect(() => client({ token: undefined as unknown as string })).toThrow(TypeError);
    expect(() => client({ key: 'key:1' })).toThrow(TypeError);
  });
});

describe('repeats', () => {
  it('[P21] send the very same bytes until the order is taken, after a reset, a 503 and a 429', async () => {
    answerWith({ kind: 'reset' }, unavailable, limited, created);
    const order = newOrder();
    expect(await client().orders.create(order)).toMatchObject({ id: '5f1c0e9ab3d24c7788aa01ff', replayed: false });
    expect(requests()).toHaveLength(4);
    expect(new Set(requests().map(({ body }) => body.toString())).size).toBe(1);
  });

  it('follow a time-out, and an answer that is cut off', async () => {
    answerWith({ kind: 'hang' }, { kind: 'reset', status: 201 }, created);
    await client({ timeoutMs: 1_000 }).orders.create(newOrder());
    expect(requests()).toHaveLength(3);
  });

  it('end, and the error says that the outcome is unknown', async () => {
    answerWith(unavailable);
    const error = await failureOf(client().orders.markReady('1'));
    expect(error).toBeInstanceOf(TemporarilyUnavailable);
    expect(error).toMatchObject({ attempts: 4, outcome: 'unknown' });
    answerWith({ kind: 'reset' });
    const silence = await failureOf(client().orders.markReady('1'));
    expect(silence).toBeInstanceOf(NoAnswerError);
    expect(silence).toMatchObject({ attempts: 4, outcome: 'unknown' });
  });

  it('do not come sooner than Retry-After, but end', async () => {
    answerWith(problem(429, 'rate_limited', { 'retry-after': '2' }));
    const error = await failureOf(client().orders.create(newOrder()));
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ attempts: 1, outcome: 'not_done', retryAfterMs: 2_000 });
  });

  const actTwice: [string, (client: DeliveryClient) => Promise<unknown>][] = [
    ['endpoints.create', ({ endpoints }) => endpoints.create({ url: 'https://hooks.example.com' })],
    ['endpoints.test', ({ endpoints }) => endpoints.test('1')],
    ['endpoints.rotateSecret', ({ endpoints }) => endpoints.rotateSecret('1')],
    ['deliveries.replay', ({ deliveries }) => deliveries.replay('1')],
    [
      'replays.create',
      ({ replays }) => replays.create({ since: '2026-01-31T18:00:00Z', until: '2026-01-31T19:00:00Z' }),
    ],
  ];
  it.each(actTwice)('[P21] come only if nothing was done: %s', async (_, call) => {
    answerWith(limited, unavailable);
    const error = await failureOf(call(client()));
    expect(error).toBeInstanceOf(TemporarilyUnavailable);
    expect(error).toMatchObject({ attempts: 2, outcome: 'unknown' });
    answerWith({ kind: 'reset' });
    expect(await failureOf(call(client()))).toMatchObject({ attempts: 1, outcome: 'unknown' });
  });

  it('accept that an unanswered attempt of a delete has deleted it', async () => {
    const gone = problem(404, 'endpoint_not_found');
    answerWith(unavailable, gone);
    expect(await failureOf(client().endpoints.delete('1'))).toBeUndefined();
    answerWith(gone);
    expect(await failureOf(client().endpoints.delete('1'))).toMatchObject({ code: 'endpoint_not_found' });
  });
});

describe('an AbortSignal', () => {
  it('ends a call that waits for its answer', async () => {
    const controller = new AbortController();
    server.respondWith(() => {
      controller.abort(new Error('closing time'));
      return { kind: 'hang' };
    });
    const { signal } = controller;
    await expect(client().orders.get('1', { signal })).rejects.toThrow('closing time');
    await expect(client().orders.get('1', { signal })).rejects.toThrow('closing time');
    expect(requests()).toHaveLength(1);
  });

  it('ends a call that waits to be repeated', async () => {
    const controller = new AbortController();
    answerWith(unavailable);
    const patient = client({ retry: { firstWaitMs: 60_000, waitMaxMs: 60_000 } });
    const call = failureOf(patient.orders.get('1', { signal: controller.signal }));
    await server.waitFor(seenBefore + 1);
    controller.abort(new Error('closing time'));
    expect(await call).toMatchObject({ message: 'closing time' });
    expect(requests()).toHaveLength(1);
  });

  it('ends a call between an answer and the wait for the next', async () => {
    const controller = new AbortController();
    const send = () => {
      controller.abort(new Error('closing time'));
      return Promise.resolve(new Response(null, { status: 503 }));
    };
    const patient = client({ fetch: send, retry: { firstWaitMs: 60_000, waitMaxMs: 60_000 } });
    await expect(patient.orders.get('1', { signal: controller.signal })).rejects.toThrow('closing time');
  });
});
