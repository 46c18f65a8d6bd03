import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operatorSessionSchema } from '@delivery/contracts';
import { type Apis, operatorReadToken, operatorToken, startApis } from './start-apis.js';

let apis: Apis;
let nowMs = Date.parse('2026-03-01T12:00:00Z');
beforeAll(async () => {
  apis = await startApis({ now: () => nowMs });
});
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
  it('is a cookie that no script reads, that no other site sends, and that is Secure behind TLS', async () => {
    const plain = await call('POST', '/session', {}, { token: operatorToken });
    expect(plain.headers.get('set-cookie')).toMatch(
      /^delivery_operator=v1\.[\w.-]+; Max-Age=43200; Path=\/operator; HttpOnly; SameSite=Strict$/,
    );
    expect(operatorSessionSchema.parse(await plain.json())).toEqual({
      scope: 'all',
      expires_at: '2026-03-02T00:00:00.000Z',
    });
    const behindTls = await call('POST', '/session', { 'x-forwarded-proto': 'https' }, { token: operatorToken });
    expect(behindTls.headers.get('set-cookie')).toMatch(/; Secure$/);
  });

  it('reads and, from a page of this origin, changes what its token may', async () => {
    const cookie = await signIn(operatorToken);
    expect((await call('GET', '/merchants', { cookie })).status).toBe(200);
    expect((await call('POST', '/merchants', { cookie, ...samePage }, { name: 'By the console' })).status).toBe(201);
    const withOrigin = { cookie, origin: apis.url };
    expect((await call('POST', '/merchants', withOrigin, { name: 'By an old browser' })).status).toBe(201);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { 'sec-fetch-site': 'same-site' }],
    ['another origin, in a browser that says no more', { origin: 'https://evil.example' }],
    ['nobody knows where', {}],
  ])('changes nothing from %s', async (_where, headers) => {
    const cookie = await signIn(operatorToken);
    const answer = await call('POST', '/merchants', { cookie, ...headers }, { name: 'Never' });
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'cross_site_request']);
  });

  it('that was begun with the reading token changes nothing', async () => {
    const cookie = await signIn(operatorReadToken);
    expect((await call('GET', '/merchants', { cookie })).status).toBe(200);
    expect(await (await call('GET', '/session', { cookie })).json()).toMatchObject({ scope: 'read' });
    const answer = await call('POST', '/merchants', { cookie, ...samePage }, { name: 'Never' });
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'insufficient_scope']);
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
      'delivery_operator=; Max-Age=0; Path=/operator; HttpOnly; SameSite=Strict',
    ]);
  });

  it('ends when its token is changed, and no other one ends it', async () => {
    const cookie = await signIn(operatorToken);
    const sealed = cookie.split('=')[1] ?? '';
    const purpose = 'session cookie delivery_operator';
    const begun = JSON.parse(apis.sealer.open(sealed, purpose)) as Record<string, unknown>;
    const asIf = async (changed: object): Promise<number> => {
      const text = JSON.stringify({ ...begun, ...changed });
      return (await call('GET', '/merchants', { cookie: `delivery_operator=${apis.sealer.seal(text, purpose)}` }))
        .status;
    };
    expect(await asIf({})).toBe(200);
    // What it proves to know is the token: as the other one's, or for longer, it is worth nothing.
    expect(await asIf({ scope: 'read' })).toBe(401);
    expect(await asIf({ until: Number(begun['until']) + 1 })).toBe(401);
    expect(await asIf({ proof: 'A'.repeat(43) })).toBe(401);
  });

  it.each(['delivery_operator=v2.x.y.z', 'delivery_operator=', 'delivery_operator', 'a=b'])(
    'that is none of ours is none: %s',
    async (cookie) => expect((await call('GET', '/merchants', { cookie })).status).toBe(401),
  );
});

describe('Signing in', () => {
  it('with a wrong token is 401, and after twenty tries a minute 429', async () => {
    nowMs += 60_000;
    const tries = await Promise.all(
      Array.from({ length: 21 }, () => call('POST', '/session', {}, { token: 'a-wrong-token-of-somebody' })),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(20);
    const refused = tries.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    nowMs += 60_000;
    expect(await signIn(operatorToken)).toMatch(/^delivery_operator=/);
  });
});

it('What was read carries a tag, and is not sent again to who has the same', async () => {
  const authorization = `Bearer ${operatorToken}`;
  const first = await call('GET', '/merchants', { authorization });
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  const same = await call('GET', '/merchants', { authorization, 'if-none-match': etag });
  expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
  await call('POST', '/merchants', { authorization }, { name: 'One more' });
  expect((await call('GET', '/merchants', { authorization, 'if-none-match': etag })).status).toBe(200);
});
