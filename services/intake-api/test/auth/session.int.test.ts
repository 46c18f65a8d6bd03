import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deriveOrderId, merchantSessionSchema } from '@delivery/contracts';
import {
  callAs,
  type Harness,
  makeMerchant,
  readReply,
  type Reply,
  startHarness,
  type TestMerchant,
} from '../support/intake-harness.js';

const platformKey = makeMerchant();
const shared = { key_hash: platformKey.entry.key_hash };
const shopA = { ...makeMerchant(shared), key: platformKey.key };
const shopB = { ...makeMerchant(shared), key: platformKey.key };
const limited = makeMerchant({ other_per_minute: 5 });
const disabled = makeMerchant({ status: 'disabled' });
const samePage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };

let harness: Harness;
beforeAll(async () => {
  const env = { RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '3', TRUST_PROXY: '1' };
  harness = await startHarness(env, [makeMerchant(), makeMerchant(), shopA, shopB, limited, disabled]);
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.orderState.state.calls.length = 0;
  harness.orderState.state.onCall = () => ({ status: 200, body: '{"data":[]}' });
});

type Init = { headers?: Record<string, string>; body?: unknown; from?: string };

/** Each test has an address of its own, so that its failed logins are no other's. */
const call = async (method: string, path: string, { headers = {}, body, from = '203.0.113.1' }: Init = {}) =>
  readReply(
    await fetch(harness.url + path, {
      method,
      headers: {
        'x-forwarded-for': from,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

const signIn = async ({ key, token }: Pick<TestMerchant, 'key' | 'token'>, init: Init = {}): Promise<Reply> =>
  call('POST', '/v1/session', { ...init, body: { key, token } });

const cookieOf = ({ headers }: Reply): { cookie: string } => ({
  cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '',
});

const begin = async (merchant: TestMerchant): Promise<{ cookie: string }> => {
  const begun = await signIn(merchant);
  expect(begun.status).toBe(200);
  return cookieOf(begun);
};

describe('a session', () => {
  it('[P30] is begun with key and token, says whose it is, and opens the merchant’s own calls', async () => {
    const begun = await signIn(shopA);
    const session = merchantSessionSchema.parse(begun.json);
    expect(session).toMatchObject({ merchant_id: shopA.entry.merchant_id, mode: 'live', scope: 'full' });
    const cookie = cookieOf(begun);
    expect((await call('GET', '/v1/session', { headers: cookie })).json).toEqual(begun.json);
    expect((await call('GET', '/v1/summary', { headers: cookie })).status).toBe(200);
    expect(harness.orderState.state.calls.at(-1)?.path).toBe(
      `/internal/v1/merchants/${shopA.entry.merchant_id}/summary`,
    );
  });

  it('[P30] is of the merchant whose token it was, where a platform’s key is several merchants’', async () => {
    const cookies = [await begin(shopA), await begin(shopB)];
    const sessions = await Promise.all(cookies.map((headers) => call('GET', '/v1/session', { headers })));
    expect(sessions.map(({ json }) => json['merchant_id'])).toEqual(
      [shopA, shopB].map(({ entry }) => entry.merchant_id),
    );
    const foreign = deriveOrderId(shopB.entry.merchant_id, 'A-1');
    const answer = await call('GET', `/v1/external-orders/${foreign}/lanes`, { headers: cookies[0]! });
    expect([answer.status, answer.json['code']]).toEqual([404, 'order_not_found']);
  });

  it('gives way to credentials that come with it', async () => {
    const cookie = await begin(shopA);
    const asOther = await callAs(harness, shopB, 'GET', '/v1/session', { headers: cookie });
    expect(asOther.json).toEqual({
      merchant_id: shopB.entry.merchant_id,
      mode: 'live',
      scope: 'full',
      may_switch: false,
      may_invite: false,
      person: null,
      expires_at: null,
    });
    const halfGiven = await call('GET', '/v1/session?key=only', { headers: cookie, from: '203.0.113.2' });
    expect(halfGiven.status).toBe(401);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { 'sec-fetch-site': 'same-site' }],
    ['another origin, in a browser that says no more', { origin: 'https://evil.example' }],
    ['an unknown origin', {}],
  ])(
    '[P30] changes nothing from %s, not even messages that wait to be fetched',
    async (_where, headers: Record<string, string>) => {
      const cookie = await begin(harness.merchant);
      const endpoint = '/v1/webhook-endpoints/0b9f6a3e-41c7-4f0e-8f6e-2f8a4f4f9d11';
      for (const [method, path] of [
        ['POST', `${endpoint}/disable`],
        ['DELETE', endpoint],
        ['GET', `${endpoint}/messages`],
        ['DELETE', '/v1/session'],
      ] as const) {
        const answer = await call(method, path, { headers: { ...cookie, ...headers } });
        expect([path, answer.status, answer.json['code']]).toEqual([path, 403, 'cross_site_request']);
      }
      expect(harness.orderState.state.calls).toEqual([]);
    },
  );

  it('is ended with the cookie, whether there was one or not', async () => {
    const ended = await call('DELETE', '/v1/session', { headers: samePage });
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
      204,
      'delivery_merchant=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ]);
  });

  it('[P30] ends when its token is revoked, and when its platform’s key is another', async () => {
    const [revoked, rekeyed] = [makeMerchant(), makeMerchant()];
    const old = makeMerchant();
    const rotating = makeMerchant({
      previous_key: { hash: old.entry.key_hash, expires_at: '2999-01-31T00:00:00.000Z' },
    });
    harness.orderState.state.entries.push(revoked.entry, rekeyed.entry, rotating.entry);
    const cookies = [await begin(revoked), await begin(rekeyed), await begin({ ...rotating, key: old.key })];
    const kept = await begin(rotating);
    const { entries } = harness.orderState.state;
    const version = Math.max(...entries.map((entry) => entry.version));
    entries[entries.indexOf(revoked.entry)] = { ...revoked.entry, token_hashes: [], version: version + 1 };
    entries[entries.indexOf(rekeyed.entry)] = { ...rekeyed.entry, key_hash: 'f'.repeat(64), version: version + 2 };
    entries[entries.indexOf(rotating.entry)] = { ...rotating.entry, previous_key: null, version: version + 3 };
    for (const headers of cookies) {
      const status = async () => (await call('GET', '/v1/session', { headers, from: '203.0.113.3' })).status;
      // Once the directory has heard of it, which answers pace: each failure after that is one of the address.
      while ((await status()) === 200);
      expect([401, 429]).toContain(await status());
    }
    expect((await call('GET', '/v1/session', { headers: kept })).status).toBe(200);
  });

  it('changes nothing where its token may only read, as little as the token itself', async () => {
    const reader = makeMerchant();
    reader.entry.reading_hashes.push(...reader.entry.token_hashes);
    harness.orderState.state.entries.push(reader.entry);
    const ofToken = { query: `?key=${reader.key}&token=${reader.token}`, headers: {} };
    const ofSession = { query: '', headers: { ...(await begin(reader)), ...samePage } };
    for (const { query, headers } of [ofToken, ofSession]) {
      expect((await call('GET', `/v1/summary${query}`, { headers })).status).toBe(200);
      const refused = await call('POST', `/v1/webhook-endpoints${query}`, {
        headers,
        body: { url: 'https://a.example/' },
      });
      expect([refused.status, refused.json.code]).toEqual([403, 'insufficient_scope']);
    }
  });

  it('is not begun for a disabled merchant', async () => {
    const refused = await signIn(disabled);
    expect([refused.status, refused.json['code'], refused.headers.get('set-cookie')]).toEqual([
      403,
      'merchant_disabled',
      null,
    ]);
  });
});

const provideLink = (merchant: TestMerchant, scope: 'full' | 'read', of: { platform_id?: string } = {}): string => {
  const link = `link-${scope}-${merchant.entry.merchant_id}`;
  harness.orderState.state.links.set(hash('sha256', link), { merchant_id: merchant.entry.merchant_id, scope, ...of });
  return link;
};
const signInByLink = (link: string, init: Init = {}) => call('POST', '/v1/session', { ...init, body: { link } });
const beginByLink = async (...given: Parameters<typeof provideLink>) => {
  const [{ entry }, scope] = given;
  const begun = await signInByLink(provideLink(...given));
  expect(begun.json).toMatchObject({ merchant_id: entry.merchant_id, scope });
  return cookieOf(begun);
};

describe('a link by mail', () => {
  const ask = (init: Init = {}) =>
    call('POST', '/v1/session/mail-link', { body: { email: 'Ana@shop.example', language: 'pt' }, ...init });

  it('is asked for by a page of this origin alone, ten times a minute from one address', async () => {
    const from = '203.0.113.20';
    expect((await ask({ from, headers: { 'sec-fetch-site': 'cross-site' } })).json['code']).toBe('cross_site_request');
    const answers: Reply[] = [];
    for (let n = 0; n < 11; n += 1) answers.push(await ask({ from, headers: samePage }));
    expect(answers.slice(0, 10).map(({ status, text }) => [status, text])).toEqual(Array(10).fill([202, '']));
    expect(answers[10]?.status).toBe(429);
    expect(answers[10]?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await ask({ from: '203.0.113.21' })).status).toBe(202);
    const sent = harness.orderState.state.calls.at(-1);
    expect(JSON.parse(sent?.body ?? '')).toEqual({ email: 'ana@shop.example', language: 'pt' });
  });
});

describe('the calls about people', () => {
  it('[P30] are those of a platform for a session of its people alone', async () => {
    const { state } = harness.orderState;
    const platform_id = '0d9c6a4e-52f1-4c3b-8e7a-91b2d3f4a5c6';
    const owner = await beginByLink(shopA, 'full');
    const ofPlatform = await beginByLink(shopA, 'full', { platform_id });
    const listAs = async (headers: Record<string, string>, query = '') => {
      const { status, json } = await call('GET', `/v1/people${query}`, { headers });
      return json['code'] ?? status;
    };
    expect(await listAs(owner)).toBe(200);
    expect(state.calls.at(-1)?.path).toBe(`/internal/v1/merchants/${shopA.entry.merchant_id}/people`);
    expect(await listAs(owner, '?of=platform')).toBe('insufficient_scope');
    expect(await listAs(ofPlatform, '?of=platform')).toBe(200);
    expect(state.calls.at(-1)?.path).toBe(`/internal/v1/platforms/${platform_id}/live/people`);
  });
});

describe('a session that was begun with a portal link', () => {
  it('[P30] is one: the link begins no other, and one that is none counts as a failed login', async () => {
    const [link, from] = [provideLink(shopB, 'full'), '203.0.113.8'];
    expect((await signInByLink(link, { from })).status).toBe(200);
    const answers: Reply[] = [];
    for (let tries = 0; tries < 4; tries += 1) answers.push(await signInByLink(link, { from }));
    expect(answers.map(({ status, json }) => [status, json['code']])).toEqual([
      ...Array.from({ length: 3 }, () => [410, 'portal_link_invalid']),
      [429, 'rate_limited'],
    ]);
    expect(answers.map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null, null, null]);
    expect((await signInByLink(provideLink(shopB, 'read'), { from })).status).toBe(200);
  });

  it('[P30] passes where its address guesses at another replica, whose sessions are not known here', async () => {
    const [cookie, from] = [await beginByLink(shopA, 'full'), '203.0.113.9'];
    const id = cookie.cookie.split('=')[1] ?? '';
    const elsewhere = 'x'.repeat(43);
    const { sessions } = harness.orderState.state;
    sessions.set(hash('sha256', elsewhere), { ...sessions.get(hash('sha256', id)), hash: hash('sha256', elsewhere) });
    const read = (text: string) =>
      call('GET', '/v1/session', { headers: { cookie: `delivery_merchant=${text}` }, from });
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await read(String(tries).repeat(43))).status);
    expect([...statuses, (await read(elsewhere)).status]).toEqual([401, 401, 401, 429, 429, 200]);
  });

  it('[P30] is for its merchant alone, unless a platform has made the link for its own people', async () => {
    const headers = { ...(await beginByLink(shopA, 'full')), ...samePage };
    const list = await call('GET', '/v1/session/merchants', { headers });
    expect([list.status, list.json]).toEqual([200, { data: [], next_cursor: null }]);
    const ofPlatform = await call('GET', '/v1/session/platform/webhook-deliveries', { headers });
    expect([ofPlatform.status, ofPlatform.json['code']]).toEqual([404, 'platform_not_found']);
    const body = { merchant_id: shopB.entry.merchant_id };
    const other = await call('POST', '/v1/session', { headers, body });
    expect([other.status, other.json['code']]).toEqual([401, 'invalid_credentials']);
    expect((await call('GET', '/v1/session', { headers })).json).toMatchObject({
      merchant_id: shopA.entry.merchant_id,
      may_switch: false,
    });
  });
});

describe('signing in', () => {
  it('is done for no page of another origin, and a link is still good then', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const link = provideLink(shopB, 'read');
    for (const answer of [await signIn(shopA, { headers }), await signInByLink(link, { headers })])
      expect([answer.status, answer.json['code'], answer.headers.get('set-cookie')]).toEqual([
        403,
        'cross_site_request',
        null,
      ]);
    expect((await signInByLink(link)).status).toBe(200);
  });

  it('is limited like failed logins where it fails, and still works with the right credentials', async () => {
    const from = '203.0.113.4';
    const wrong = { key: shopA.key, token: 'tok_wrong' };
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await signIn(wrong, { from })).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await signIn(wrong, { from })).headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await signIn(shopA, { from })).status).toBe(200);
  });

  it('[P30] and calls by session count as calls of the token', async () => {
    const cookie = await begin(limited);
    const byCookie = () => call('GET', '/v1/session', { headers: cookie });
    const byToken = () => callAs(harness, limited, 'GET', '/v1/session');
    const statuses: number[] = [];
    for (const ask of [byCookie, byToken, byCookie, byToken, byCookie]) statuses.push((await ask()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  it('names the missing members, and takes no credentials from the address line', async () => {
    for (const body of [{}, { key: 'key_1' }, { key: 'key_1', token: 'tok_1', link: 'link' }]) {
      const unclear = await call('POST', '/v1/session', { body });
      expect([unclear.status, unclear.json['code']]).toEqual([400, 'validation_failed']);
      expect(unclear.json['errors']).toMatchObject([{ message: 'Expected key and token, link, or merchant_id.' }]);
    }
    const inQuery = await callAs(harness, shopA, 'POST', '/v1/session', { body: '{}' });
    expect([inQuery.status, inQuery.json['code']]).toEqual([400, 'invalid_parameter']);
  });

  it('is asked for by the page itself: no browser is challenged over it to ask for name and password', async () => {
    const challengeOf = async (headers: Record<string, string>) =>
      (await call('GET', '/v1/summary', { headers, from: '203.0.113.5' })).headers.get('www-authenticate');
    expect(await challengeOf(samePage)).toBe('Session realm="delivery-orders"');
    expect(await challengeOf({ cookie: 'delivery_merchant=v2.made.up.text' })).toBe('Session realm="delivery-orders"');
    expect(await challengeOf({})).toBe('Basic realm="delivery-orders", charset="UTF-8"');
  });
});

describe('a read that a page repeats', () => {
  it('is 304 to a client that has the same, and costs a call like any other', async () => {
    const headers = await begin(harness.merchant);
    const first = await call('GET', '/v1/webhook-endpoints', { headers });
    const etag = first.headers.get('etag') ?? '';
    const again = await call('GET', '/v1/webhook-endpoints', { headers: { ...headers, 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('ratelimit')).toMatch(/^"other";r=\d+/);
    harness.orderState.state.onCall = () => ({ status: 200, body: '{"data":[1]}' });
    const news = await call('GET', '/v1/webhook-endpoints', { headers: { ...headers, 'if-none-match': etag } });
    expect([news.status, news.text]).toEqual([200, '{"data":[1]}']);
  });
});
