import { hash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { credentialHeader, deriveOrderId } from '@delivery/contracts';
import { callAs, type Harness, startHarness } from '../support/intake-harness.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());
afterEach(() => {
  harness.orderState.state.calls.length = 0;
  harness.orderState.state.onCall = () => ({ status: 404 });
});

const ownId = () => deriveOrderId(harness.merchant.entry.merchant_id, 'A-1');
const call = (method: string, path: string, init: Parameters<typeof callAs>[4] = {}) =>
  callAs(harness, harness.merchant, method, path, init);
const resource = randomUUID();

/** One of each kind of call; packages/e2e/test/access-matrix.e2e.test.ts makes every declared call. */
const routes = (): [method: string, path: string, rest: string, body?: string][] => [
  ['GET', `/v1/external-orders/${ownId()}`, `/orders/${ownId()}`],
  ['GET', '/v1/external-orders?external_id=a%2Fb%23&limit=5', '/orders?external_id=a%2Fb%23&limit=5'],
  ['GET', '/v1/webhook-deliveries?webhook_id=msg_1&since=a', '/webhook-deliveries?webhook_id=msg_1&since=a'],
  ['POST', '/v1/webhook-endpoints', '/webhook-endpoints', '{"url" : "https://a.example"}'],
  ['PATCH', `/v1/webhook-endpoints/${resource}`, `/webhook-endpoints/${resource}`, '{"events":null}'],
  ['DELETE', `/v1/webhook-endpoints/${resource}`, `/webhook-endpoints/${resource}`],
  ['POST', `/v1/webhook-deliveries/${resource}/replay`, `/webhook-deliveries/${resource}/replay`],
];

describe('reads and management', () => {
  it('each call reaches order-state as its merchant’s, and its answer comes back byte by byte', async () => {
    const answer = '{ "a":1.0, "a":2 }';
    harness.orderState.state.onCall = () => ({ status: 200, body: answer });
    for (const [method, path, rest, body] of routes()) {
      const reply = await call(method, path, { ...(body ? { body } : {}), headers: { 'x-request-id': 'mine-1' } });
      expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([200, answer, 'application/json']);
      const passed = harness.orderState.state.calls.at(-1);
      expect(passed).toMatchObject({
        method,
        path: `/internal/v1/merchants/${harness.merchant.entry.merchant_id}${rest}`,
        body: body ?? '',
        headers: { 'x-request-id': 'mine-1' },
      });
    }
    const passed = JSON.stringify(harness.orderState.state.calls);
    expect(passed).not.toContain(harness.merchant.key);
    expect(passed).not.toContain(harness.merchant.token);
  });

  it('each change names the credential that it came with, by its hashes', async () => {
    harness.orderState.state.onCall = () => ({ status: 200, body: '{}' });
    const { key, token } = harness.merchant;
    const credential = { token_hash: hash('sha256', token, 'hex'), key_hash: hash('sha256', key, 'hex') };
    for (const [method, path, , body] of routes()) {
      await call(method, path, body ? { body } : {});
      const given = harness.orderState.state.calls.at(-1)?.headers[credentialHeader];
      expect([method, path, given && JSON.parse(String(given))]).toEqual([
        method,
        path,
        method === 'GET' ? undefined : credential,
      ]);
    }
  });

  it('tells a credential that order-state no longer knows from a token of its own that order-state refuses', async () => {
    const body = JSON.stringify({ code: 'invalid_credentials', detail: 'The credentials were revoked.' });
    const answered = async (challenge: string) => {
      const headers = { 'www-authenticate': challenge };
      harness.orderState.state.onCall = () => ({ status: 401, body, headers });
      const reply = await call('POST', `/v1/webhook-endpoints/${resource}/enable`);
      return [reply.status, reply.json['code'], reply.headers.get('www-authenticate')];
    };
    const revoked = 'Bearer error="invalid_token"';
    expect(await answered(revoked)).toEqual([401, 'invalid_credentials', revoked]);
    expect(await answered('Bearer')).toEqual([503, 'temporarily_unavailable', null]);
  });

  it('a created resource keeps its location, and a deleted one has no body', async () => {
    const location = `/v1/webhook-endpoints/${resource}`;
    harness.orderState.state.onCall = () => ({ status: 201, body: '{}', headers: { location } });
    const created = await call('POST', '/v1/webhook-endpoints', { body: '{}' });
    expect([created.status, created.headers.get('location')]).toEqual([201, location]);
    harness.orderState.state.onCall = () => ({ status: 204 });
    expect(await call('DELETE', location)).toMatchObject({ status: 204, text: '' });
  });

  it('a problem gets this request’s path and id', async () => {
    const errors = [{ pointer: '/url', field: 'url', code: 'invalid_format', message: 'Expected an https URL.' }];
    harness.orderState.state.onCall = () => ({
      status: 400,
      body: JSON.stringify({
        code: 'validation_failed',
        detail: 'see errors',
        errors,
        instance: '/internal',
        request_id: 'theirs',
      }),
    });
    const reply = await call('POST', '/v1/webhook-endpoints', { body: '{}', headers: { 'x-request-id': 'mine-2' } });
    expect(reply).toMatchObject({
      status: 400,
      json: {
        code: 'validation_failed',
        detail: 'see errors',
        errors,
        instance: '/v1/webhook-endpoints',
        request_id: 'mine-2',
      },
    });
  });

  it.each(['webhook-endpoints', 'webhook-deliveries', 'webhook-replays'])(
    'an id that cannot be one is 404 without asking: %s',
    async (collection) => {
      for (const id of ['x', '..%2F..%2Fdirectory', resource.toUpperCase()]) {
        const reply = await call('GET', `/v1/${collection}/${id}`);
        expect([reply.status, reply.json['code']]).toEqual([404, expect.stringMatching(/_not_found$/)]);
      }
      expect(harness.orderState.state.calls).toEqual([]);
    },
  );

  it('a body is checked before it is sent on', async () => {
    expect(await call('POST', '/v1/webhook-endpoints', { body: '{' })).toMatchObject({
      json: { code: 'malformed_json' },
    });
    expect(await call('POST', '/v1/webhook-replays', { body: '{"a":"\\u0000"}' })).toMatchObject({ status: 400 });
    expect(harness.orderState.state.calls).toEqual([]);
  });

  it.each([
    [
      'a refused internal token',
      { status: 401, body: JSON.stringify({ code: 'invalid_credentials', detail: 'internal' }) },
    ],
    ['an answer that was never agreed', { status: 500, body: '<html>' }],
    ['no answer in time', 'silence' as const],
  ])('%s is 503 with Retry-After, never the merchant’s fault', async (_name, reply) => {
    harness.orderState.state.onCall = () => reply;
    const answer = await call('GET', `/v1/external-orders/${ownId()}`);
    expect(answer).toMatchObject({ status: 503, json: { code: 'temporarily_unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.text).not.toContain('internal token');
  });

  it('order-state away is 503, and an idle connection that it closed is no failure', async () => {
    harness.orderState.state.onCall = () => ({ status: 200, body: '{}' });
    expect((await call('GET', '/v1/webhook-endpoints')).status).toBe(200);
    await harness.orderState.stop();
    expect((await call('GET', '/v1/webhook-endpoints')).status).toBe(503);
    await harness.orderState.restart();
    expect((await call('GET', '/v1/webhook-endpoints')).status).toBe(200);
  });
});
