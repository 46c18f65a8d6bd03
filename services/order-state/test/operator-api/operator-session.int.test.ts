import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { operatorSessionEntrySchema } from '@delivery/contracts';
import { internalToken, operatorReadToken, operatorToken, startApis } from '../support/start-apis.js';

let nowMs = Date.parse('2026-03-01T12:00:00Z');
const apis = await startApis({ now: () => nowMs });
afterAll(() => apis.stop());

const call = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
  fetch(`${apis.url}/operator/v1${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const signIn = async (token: string): Promise<string> => {
  const answer = await call('POST', '/session', {}, { token });
  expect(answer.status).toBe(200);
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
};

const samePage = { 'sec-fetch-site': 'same-origin' };
const codeOf = async (answer: Response): Promise<unknown> => ((await answer.json()) as { code: unknown }).code;

describe('A session', () => {
  it('[P8] is a cookie that no script reads and no other site sends, and that no sibling domain can set behind TLS', async () => {
    const plain = await call('POST', '/session', {}, { token: operatorToken });
    expect(plain.headers.get('set-cookie')).toMatch(
      /^delivery_operator=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const behindTls = await call('POST', '/session', { 'x-forwarded-proto': 'https' }, { token: operatorToken });
    expect(behindTls.headers.get('set-cookie')).toMatch(/^__Host-delivery_operator=.*; Path=\/; .*; Secure$/);
    const tossed = `delivery_operator=${'x'.repeat(43)}; ${await signIn(operatorToken)}`;
    expect((await call('GET', '/session', { cookie: tossed })).status).toBe(200);
  });

  it('is listed, and ended by its id from elsewhere', async () => {
    await apis.pool.query('delete from operator_sessions');
    const cookie = await signIn(operatorReadToken);
    const authorization = `Bearer ${operatorToken}`;
    const listed = await (await call('GET', '/sessions', { authorization })).json();
    const { data } = z.object({ data: z.array(operatorSessionEntrySchema.strict()) }).parse(listed);
    const ours = data.filter(({ roles }) => roles.length === 1);
    expect(ours).toMatchObject([{ address: '127.0.0.1', current: false }]);
    const path = `/sessions/${ours[0]?.id}`;
    const byReader = await call('DELETE', path, { cookie, ...samePage });
    expect([byReader.status, await codeOf(byReader)]).toEqual([403, 'insufficient_scope']);
    expect((await call('DELETE', path, { authorization })).status).toBe(204);
    expect((await call('GET', '/merchants', { cookie })).status).toBe(401);
    const again = await call('DELETE', path, { authorization });
    expect([again.status, await codeOf(again)]).toEqual([404, 'session_not_found']);
  });

  it('is one of a hundred of its token: one more ends the oldest', async () => {
    const first = await signIn(operatorReadToken);
    for (let n = 0; n < 100; n += 1) {
      nowMs += 1;
      await signIn(operatorReadToken);
    }
    expect((await call('GET', '/session', { cookie: first })).status).toBe(401);
    const { rows } = await apis.pool.query<{ count: number }>(
      `select count(*)::int from operator_sessions where scope = 'read'`,
    );
    expect(rows[0]?.count).toBe(100);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { 'sec-fetch-site': 'same-site' }],
    ['another origin, in a browser that says no more', { origin: 'https://evil.example' }],
    ['an unknown origin', {}],
  ])('[P8] changes nothing from %s, and is not begun from there', async (where, headers) => {
    const cookie = await signIn(operatorToken);
    const answer = await call('POST', '/merchants', { cookie, ...headers }, { name: 'Never' });
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'cross_site_request']);
    if (where === 'an unknown origin') return;
    const begun = await call('POST', '/session', headers, { token: operatorToken });
    expect([begun.status, await codeOf(begun), begun.headers.get('set-cookie')]).toEqual([
      403,
      'cross_site_request',
      null,
    ]);
  });

  it('ends after twelve hours, and with the cookie', async () => {
    const cookie = await signIn(operatorToken);
    nowMs += 12 * 3_600_000 - 1;
    expect((await call('GET', '/session', { cookie })).status).toBe(200);
    nowMs += 1;
    expect((await call('GET', '/session', { cookie })).status).toBe(401);
    expect((await call('GET', '/merchants', { cookie })).status).toBe(401);
    const ended = await call('DELETE', '/session', { cookie, ...samePage });
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
      204,
      'delivery_operator=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ]);
  });

  it('[P8] ends when its token is changed', async () => {
    const cookie = await signIn(operatorToken);
    const read = async () => (await call('GET', '/merchants', { cookie })).status;
    expect(await read()).toBe(200);
    // The stored value proves the token: under another one, or as the other scope's, it is worth nothing.
    for (const change of [`scope = 'read'`, `scope = 'all', proof = repeat('A', 43)`]) {
      await apis.pool.query(`update operator_sessions set ${change}`);
      expect(await read()).toBe(401);
    }
  });
});

describe('Wrong credentials', () => {
  const wrong = 'a-wrong-token-of-somebody';
  const internal = (headers: Record<string, string>) => fetch(`${apis.url}/internal/v1/directory`, { headers });
  const bearer = { authorization: `Bearer ${wrong}` };
  const waysIn: [string, (from: Record<string, string>) => Promise<Response>][] = [
    ['a sign-in', (from) => call('POST', '/session', from, { token: wrong })],
    ['a token of the operator API', (from) => call('GET', '/merchants', { ...from, ...bearer })],
    ['a cookie', (from) => call('GET', '/merchants', { ...from, cookie: `delivery_operator=${'x'.repeat(43)}` })],
    ['a token of the internal API', (from) => internal({ ...from, ...bearer })],
  ];

  it.each(waysIn)('[P8] by %s are 401, and after twenty a minute 429; good ones still pass', async (way, guess) => {
    const from = { 'x-forwarded-for': `203.0.113.${waysIn.findIndex(([name]) => name === way)}` };
    const statuses: number[] = [];
    for (let tries = 0; tries < 21; tries += 1) statuses.push((await guess(from)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
    for (const [, another] of waysIn) expect((await another(from)).status).toBe(429);
    expect(Number((await guess(from)).headers.get('retry-after'))).toBeGreaterThan(0);
    // Right ones pass, on every way in, from the same address.
    const begun = await call('POST', '/session', from, { token: operatorToken });
    expect(begun.status).toBe(200);
    const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect((await call('GET', '/merchants', { ...from, cookie })).status).toBe(200);
    expect((await call('GET', '/merchants', { ...from, authorization: `Bearer ${operatorToken}` })).status).toBe(200);
    expect((await internal({ ...from, authorization: `Bearer ${internalToken}` })).status).toBe(200);
    // Another address behind the same proxy is not counted with it.
    expect((await guess({ 'x-forwarded-for': '198.51.100.7' })).status).toBe(401);
  });
});

it('A read carries an ETag, and is not sent again to a client that has the same', async () => {
  const authorization = `Bearer ${operatorToken}`;
  const first = await call('GET', '/merchants', { authorization });
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  const same = await call('GET', '/merchants', { authorization, 'if-none-match': etag });
  expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
  await call('POST', '/merchants', { authorization }, { name: 'One more' });
  expect((await call('GET', '/merchants', { authorization, 'if-none-match': etag })).status).toBe(200);
});
