import { hash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  clientAddressHeader,
  type MerchantMode,
  type PlatformEntry,
  type PlatformScope,
  platformScopes,
} from '@delivery/contracts';
import { callAs, type Harness, readReply, startHarness } from './intake-harness.js';

type Wanted = Partial<PlatformEntry> & {
  mode?: MerchantMode;
  scopes?: readonly PlatformScope[];
  expires_at?: string | null;
};

const makePlatform = ({ mode = 'live', scopes = platformScopes, expires_at = null, ...changes }: Wanted = {}) => {
  const token = `ptok_${randomBytes(16).toString('hex')}`;
  const entry: PlatformEntry = {
    platform_id: randomUUID(),
    status: 'active',
    tokens: [{ hash: hash('sha256', token, 'hex'), id: randomUUID(), mode, scopes: [...scopes], expires_at }],
    per_minute: null,
    version: 1,
    ...changes,
  };
  return { token, entry };
};

const platforms = {
  mine: makePlatform(),
  sandbox: makePlatform({ mode: 'sandbox' }),
  reading: makePlatform({ scopes: ['merchants:read'] }),
  lasting: makePlatform({ expires_at: '2999-01-31T00:00:00.000Z' }),
  expired: makePlatform({ expires_at: '2020-01-31T00:00:00.000Z' }),
  disabled: makePlatform({ status: 'disabled' }),
  slow: makePlatform({ per_minute: 2 }),
};
let harness: Harness;
beforeAll(async () => {
  const entries = Object.values(platforms).map(({ entry }) => entry);
  harness = await startHarness({}, undefined, undefined, [], entries);
  harness.orderState.state.onCall = () => ({ status: 200, body: '{}' });
});
afterAll(() => harness.close());

const call = async (method: string, path: string, body?: object, { token }: { token: string } = platforms.mine) =>
  readReply(
    await fetch(`${harness.url}/platform/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

const merchantId = 'a'.repeat(32);

describe('a platform', () => {
  it('is known by its token, which no merchant’s credentials replace, and which opens nothing of a merchant', async () => {
    for (const token of ['ptok_none', platforms.expired.token]) {
      const refused = await call('GET', '/summary', undefined, { token });
      expect([refused.status, refused.json['code']]).toEqual([401, 'invalid_credentials']);
    }
    expect((await call('GET', '/summary', undefined, platforms.lasting)).status).toBe(200);
    expect((await callAs(harness, harness.merchant, 'GET', '/platform/v1/summary')).status).toBe(401);
    const headers = { authorization: `Bearer ${platforms.mine.token}` };
    for (const path of ['/v1/external-orders', '/courier/v1/deliveries'])
      expect((await fetch(harness.url + path, { headers })).status).toBe(401);
    expect(await call('GET', '/summary', undefined, platforms.disabled)).toMatchObject({
      status: 403,
      json: { code: 'platform_disabled' },
    });
  });

  it('changes nothing with a token that can only read', async () => {
    const { reading } = platforms;
    expect((await call('GET', '/merchants', undefined, reading)).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/merchants', { name: 'X' }],
      ['POST', '/portal-links', { merchant_id: merchantId, scope: 'read' }],
      ['DELETE', `/merchants/${merchantId}/stores/a`, undefined],
      ['POST', '/tokens', { scopes: ['merchants:read'] }],
    ] as const) {
      const refused = await call(method, path, body, reading);
      expect([refused.status, refused.json['code']]).toEqual([403, 'insufficient_scope']);
      expect(refused.json['detail']).toContain('merchants:write');
    }
  });

  it('has a limit of its own, whatever it calls', async () => {
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await call('GET', '/summary', undefined, platforms.slow)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('is asked for below its own id and the mode of its token, with the caller’s address where it changes something', async () => {
    const { calls } = harness.orderState.state;
    calls.length = 0;
    const { mine, sandbox } = platforms;
    await call('GET', '/merchants?q=loja&limit=7');
    await call('PATCH', `/merchants/${merchantId}`, { name: 'Y' }, sandbox);
    const passed = calls.filter(({ path }) => path.includes('/platforms/'));
    expect(passed.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', `/internal/v1/platforms/${mine.entry.platform_id}/live/merchants?limit=7&q=loja`, ''],
      ['PATCH', `/internal/v1/platforms/${sandbox.entry.platform_id}/sandbox/merchants/${merchantId}`, '{"name":"Y"}'],
    ]);
    expect(passed.map(({ headers }) => headers[clientAddressHeader])).toEqual([undefined, '127.0.0.1']);
    expect((await call('GET', '/merchants?platform=x')).json['code']).toBe('invalid_parameter');
  });

  it('gets a file as order-state made it', async () => {
    const { state } = harness.orderState;
    const before = state.onCall;
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="usage.csv"',
    };
    state.onCall = () => ({ status: 200, body: 'month,…\r\n', headers });
    const answer = await fetch(`${harness.url}/platform/v1/usage/export?month=2026-11`, {
      headers: { authorization: `Bearer ${platforms.mine.token}` },
    });
    state.onCall = before;
    expect([answer.status, await answer.text()]).toEqual([200, 'month,…\r\n']);
    for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value);
  });

  it('reaches no other path with an id that is none', async () => {
    harness.orderState.state.calls.length = 0;
    const answers = [
      await call('GET', '/merchants/%2e%2e%2fx'),
      await call('GET', `/merchants/${merchantId}/stores/%2e%2e%2f%2e%2e`),
      await call('DELETE', `/merchants/${merchantId}/tokens/%2e%2e%2fx`),
    ];
    expect(answers.map(({ json }) => json['code'])).toEqual([
      'merchant_not_found',
      'store_not_found',
      'token_not_found',
    ]);
    expect(harness.orderState.state.calls.filter(({ path }) => path.includes('/platforms/'))).toEqual([]);
  });
});
