import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import { operatorRoles } from '@delivery/contracts';
import { operatorCalls } from '@delivery/contracts/calls';
import { createLogger } from '@delivery/service-kit';
import {
  cookiesOf,
  goToProvider as goFromConsole,
  type Jar,
  keepCookies,
  locationOf,
  startIdentityProvider,
  visit as visitConsole,
} from '@delivery/test-support/identity-provider';
import { createIdentityProvider, type IdentityProvider } from '../../src/operator-api/identity-provider.js';
import { type Apis, createMerchant, type Json, operatorToken, startApis } from '../support/start-apis.js';

/** As browsers reach it, behind a proxy that ends TLS. */
const consoleUrl = 'https://console.example.com/console/';
const redirectUri = 'https://console.example.com/operator/v1/session/oidc/callback';

let nowMs = Date.now();

const clientOf = (issuer: string, rolesClaim = 'roles'): IdentityProvider =>
  createIdentityProvider({
    issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    redirectUri,
    rolesClaim,
    scope: 'openid profile email',
  });

const provider = await startIdentityProvider(redirectUri);
const apis = await startApis({ now: () => nowMs, identityProvider: clientOf(provider.issuer) });
afterAll(async () => {
  await apis.stop();
  await provider.close();
});

const placeOf = ({ url: origin }: Apis) => ({ origin, redirectUri });
const visit = (jar: Jar, url: string, from = apis) => visitConsole(jar, url, placeOf(from));
const goToProvider = (jar: Jar, from = apis) => goFromConsole(jar, provider.issuer, placeOf(from));

const signIn = async (roles: string[], email = 'ana@example.com'): Promise<{ jar: Jar; answer: Response }> => {
  provider.signInAs({ sub: email, email, roles });
  const jar: Jar = new Map();
  const answer = await visit(jar, await goToProvider(jar));
  return { jar, answer };
};

const session = '__Host-delivery_operator';
const call = async (jar: Jar, method: string, path: string, body?: object) => {
  const answer = await fetch(`${apis.url}/operator/v1${path}`, {
    method,
    headers: {
      cookie: `${session}=${jar.get(session)}`,
      'x-forwarded-proto': 'https',
      'sec-fetch-site': 'same-origin',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  const answered: Json = isJson ? JSON.parse(text) : {};
  return { status: answer.status, body: answered, headers: answer.headers };
};

describe('A person who signs in at the identity provider', () => {
  it('[P8] has a session in a cookie that no script reads and no other site sends', async () => {
    const { jar, answer } = await signIn(['look', 'act', 'admin-of-another-application']);
    expect(locationOf(answer)).toBe(consoleUrl);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-delivery_operator=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const seen = await call(jar, 'GET', '/session');
    expect(seen.body).toMatchObject({ person: 'ana@example.com', roles: ['look', 'act'] });
    const { rows } = await apis.pool.query('select * from operator_sessions');
    expect(JSON.stringify(rows)).not.toContain(jar.get(session));
  });

  it('is the actor of what was done, with the address, whatever name the call gives', async () => {
    const { jar } = await signIn(['act', 'administer'], 'rui@example.com');
    const { webhook_endpoint } = await createMerchant(apis, { webhook_url: 'https://hooks.example.com/people' });
    const path = `/endpoints/${webhook_endpoint?.id}/disable`;
    expect((await call(jar, 'POST', path, { by: 'somebody else', reason: 'asked to' })).status).toBe(200);
    const logged = await apis.operator('GET', '/activity?actor=rui%40example.com');
    expect(logged.body.data).toMatchObject([
      { action: 'endpoint.disabled', actor: { type: 'person', name: 'rui@example.com' }, reason: 'asked to' },
      { action: 'session.begun', actor: { type: 'person' }, detail: 'look, act, administer', address: '203.0.113.7' },
    ]);
  });

  it('is out after twelve hours, after signing out, when the session is ended, and when the token changes', async () => {
    const statusOf = async ({ jar }: { jar: Jar }) => (await call(jar, 'GET', '/merchants')).status;
    const first = await signIn(['look']);
    expect(await statusOf(first)).toBe(200);
    nowMs += 12 * 3_600_000;
    expect(await statusOf(first)).toBe(401);
    const second = await signIn(['look']);
    expect((await call(second.jar, 'DELETE', '/session')).status).toBe(200);
    expect([await statusOf(second), (await call(second.jar, 'DELETE', '/session')).status]).toEqual([401, 204]);
    const third = await signIn(['look'], 'eva@example.com');
    const listed = (await apis.operator('GET', '/sessions')).body.data as { id: string; person: string }[];
    const id = listed.find(({ person }) => person === 'eva@example.com')?.id;
    expect((await apis.operator('DELETE', `/sessions/${id}`)).status).toBe(204);
    expect(await statusOf(third)).toBe(401);
    // The stored value proves the token, the person and the roles: a writer to the table cannot make a session or a role.
    for (const change of [`proof = repeat('A', 43)`, `roles = '{look,administer}'`, `person = 'somebody else'`]) {
      const forged = await signIn(['look']);
      await apis.pool.query(`update operator_sessions set ${change}`);
      expect([change, await statusOf(forged)]).toEqual([change, 401]);
    }
  });
});

describe('Signing out', () => {
  it('leads to the identity provider, which ends its own session too and sends the browser back', async () => {
    const { jar } = await signIn(['look']);
    const { body, headers } = await call(jar, 'DELETE', '/session');
    expect(headers.get('set-cookie')).toContain('Max-Age=0');
    const asking = await visit(jar, body.url);
    const form = /action="([^"]+)".*name="xsrf" value="([^"]+)"/s.exec(await asking.text());
    const ended = await fetch(String(form?.[1]), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        cookie: cookiesOf(jar),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ xsrf: String(form?.[2]), logout: 'yes' }).toString(),
    });
    expect(locationOf(ended)).toBe(consoleUrl);
    keepCookies(jar, ended);
    // The next one is asked again who it is.
    provider.signInAs({ sub: 'eva', email: 'eva@example.com', roles: ['look'] });
    await visit(jar, await goToProvider(jar));
    expect((await call(jar, 'GET', '/session')).body.person).toBe('eva@example.com');
  });

  it('needs no provider: while it is away the session ends here alone', async () => {
    const later = clientOf(provider.issuer);
    provider.setAway(true);
    try {
      expect(await later.endSessionUrl()).toBeUndefined();
    } finally {
      provider.setAway(false);
    }
    expect(await later.endSessionUrl()).toContain(`${provider.issuer}/`);
  });
});

describe('A sign-in', () => {
  const reasonOf = (answer: Response) => locationOf(answer).split('#sign-in=');

  it('without any of the roles begins no session, and the console says so', async () => {
    const { jar, answer } = await signIn(['admin-of-another-application']);
    expect(reasonOf(answer)).toEqual([consoleUrl, 'no_role']);
    expect(jar.has(session)).toBe(false);
  });

  it('from which the person turns back is reported as canceled', async () => {
    provider.signInAs(undefined);
    const jar: Jar = new Map();
    expect(reasonOf(await visit(jar, await goToProvider(jar)))).toEqual([consoleUrl, 'refused']);
  });

  it('[P8] is ended by no other browser than the one that began it, and only once', async () => {
    provider.signInAs({ sub: 'eva', email: 'eva@example.com', roles: ['look'] });
    const [ours, others]: [Jar, Jar] = [new Map(), new Map()];
    const back = await goToProvider(ours);
    await goToProvider(others);
    for (const stranger of [new Map(), others]) {
      expect(reasonOf(await visit(stranger, back))).toEqual([consoleUrl, 'expired']);
      expect(stranger.has(session)).toBe(false);
    }
    expect(locationOf(await visit(new Map(ours), back))).toBe(consoleUrl);
    expect(reasonOf(await visit(new Map(ours), back))).toEqual([consoleUrl, 'failed']);
  });

  it('in two tabs works in both, and one that fails ends itself alone', async () => {
    provider.signInAs({ sub: 'eva', email: 'eva@example.com', roles: ['look'] });
    const jar: Jar = new Map();
    const [first, second, third] = [await goToProvider(jar), await goToProvider(jar), await goToProvider(jar)];
    const guessed = new URL(second);
    guessed.searchParams.set('code', 'guessed');
    expect(reasonOf(await visit(jar, guessed.href))).toEqual([consoleUrl, 'failed']);
    expect(reasonOf(await visit(jar, second))).toEqual([consoleUrl, 'expired']);
    const stranger = new URL(third);
    stranger.searchParams.set('state', 'of-another-browser');
    expect(reasonOf(await visit(jar, stranger.href))).toEqual([consoleUrl, 'expired']);
    for (const back of [first, third]) expect(reasonOf(await visit(jar, back))).toEqual([consoleUrl]);
  });

  it('takes the place of the oldest where ten wait', async () => {
    provider.signInAs({ sub: 'eva', email: 'eva@example.com', roles: ['look'] });
    const jar: Jar = new Map();
    const waiting: string[] = [];
    for (let tab = 0; tab < 11; tab += 1) waiting.push(await goToProvider(jar));
    const names = [...jar.keys()].filter((name) => name.startsWith('__Host-delivery_sign_in_'));
    expect(names).toHaveLength(10);
    expect(reasonOf(await visit(jar, waiting[0]!))).toEqual([consoleUrl, 'expired']);
    for (const back of [waiting[1]!, waiting[10]!]) expect(reasonOf(await visit(jar, back))).toEqual([consoleUrl]);
  });

  it('[P8] without the claim of the roles is logged with the names of the claims that came, and no value', async () => {
    const destination = new PassThrough();
    const logger = createLogger({ service: 'order-state', level: 'warn', destination });
    const asking = await startApis({ logger, identityProvider: clientOf(provider.issuer, 'realm_access.roles') });
    try {
      provider.signInAs({ sub: 'eva', email: 'eva@example.com', roles: ['look'] });
      const jar: Jar = new Map();
      const back = await goToProvider(jar, asking);
      expect(reasonOf(await visit(jar, back, asking))).toEqual([consoleUrl, 'no_role']);
      const logged = String(destination.read());
      expect(logged).toMatch(/no claim realm_access\.roles.* It has: .*sub.*roles/);
      expect(logged).not.toContain('eva@example.com');
    } finally {
      await asking.stop();
    }
  });

  it('is not begun by HEAD, and is offered to every caller', async () => {
    const head = await fetch(`${apis.url}/operator/v1/session/oidc`, { method: 'HEAD' });
    expect(head.status).toBe(405);
    const options = await (await fetch(`${apis.url}/operator/v1/session/options`)).json();
    expect(options).toEqual({
      oidc: { name: new URL(provider.issuer).host, url: redirectUri.replace('/callback', '') },
    });
  });
});

describe('While the provider is away', () => {
  it('the console says so, the token opens it, and the next sign-in works once the provider is back', async () => {
    const restarted = await startApis({ identityProvider: clientOf(provider.issuer) });
    const begin = async () => {
      const answer = await fetch(`${restarted.url}/operator/v1/session/oidc`, { redirect: 'manual' });
      return answer.headers.get('location') ?? '';
    };
    provider.setAway(true);
    try {
      expect(await begin()).toBe(`${consoleUrl}#sign-in=provider_away`);
      const byToken = await fetch(`${restarted.url}/operator/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: operatorToken }),
      });
      expect([byToken.status, await byToken.json()]).toMatchObject([200, { person: null, roles: operatorRoles }]);
      provider.setAway(false);
      expect(await begin()).toContain(`${provider.issuer}/`);
    } finally {
      provider.setAway(false);
      await restarted.stop();
    }
  });
});

const calls = Object.values(operatorCalls).map((each) => ({ ...each, path: each.path.replace('/operator/v1', '') }));

describe('The operator API', () => {
  it('[P15] refuses a query parameter that it does not name, on every call but the one that an identity provider makes', async () => {
    for (const { id, method, path } of calls.filter((each) => each.id !== 'endSignInAtProvider')) {
      const target = path.replaceAll(/\{\w+\}/g, '0'.repeat(32));
      const { status, body } = await apis.operator(method, `${target}?stranger=1`);
      expect([id, status, body.code]).toEqual([id, 400, 'invalid_parameter']);
    }
  });
});
