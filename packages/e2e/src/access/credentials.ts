import { hash } from 'node:crypto';
import pg from 'pg';
import type { OperatorRole } from '@delivery/contracts';
import { type CourierSystem, expectSuccess, type Merchant, type Product } from '@delivery/test-support';
import {
  cookiesOf,
  goToProvider,
  type Jar,
  type TestIdentityProvider,
  visit,
} from '@delivery/test-support/identity-provider';
import type { Platforms } from './platforms.js';
import type { KindName } from './rules.js';

/** The headers with which a request comes. */
export type Credential = Readonly<Record<string, string>>;

type Given = {
  provider: TestIdentityProvider;
  redirectUri: string;
  merchants: Readonly<Record<'first' | 'second' | 'sandbox', Merchant>>;
  platforms: Platforms;
  courier: CourierSystem;
};

const basic = (key: string, token: string): Credential => ({
  authorization: `Basic ${Buffer.from(`${key}:${token}`).toString('base64')}`,
});
const bearer = (token: unknown): Credential => ({ authorization: `Bearer ${String(token)}` });
/** As a page of the same origin sends it. */
const ofPage = (cookie: string): Credential => ({ cookie, 'sec-fetch-site': 'same-origin' });

export const createCredentials = async (
  product: Product,
  given: Given,
): Promise<Readonly<Record<KindName, Credential>>> => {
  const { merchants, platforms } = given;
  const { first, second, sandbox } = merchants;
  return {
    none: {},
    merchant: basic(first.key, first.token),
    'merchant, sandbox': basic(sandbox.key, sandbox.token),
    "merchant, another platform's key": basic(second.key, first.token),
    ...(await createLostMerchants(product)),
    'access token': await createAccessToken(product, first),
    'access token, client deleted': await createAccessToken(product, first, 'deleted'),
    ...(await createPortalSessions(product, first)),
    platform: bearer(platforms.first.token),
    'platform, sandbox': bearer(platforms.sandbox.token),
    'platform, merchants:read': bearer(platforms.scoped['merchants:read']),
    'platform, merchants:write': bearer(platforms.scoped['merchants:write']),
    'platform, webhooks:read': bearer(platforms.scoped['webhooks:read']),
    'platform, webhooks:write': bearer(platforms.scoped['webhooks:write']),
    'platform, revoked': await revokeToken(product, 'platforms', platforms.revoked, {
      mode: 'live',
      scopes: ['merchants:read'],
    }),
    'platform, expired': bearer(platforms.expired),
    ...(await disablePlatform(product)),
    courier: bearer(given.courier.token),
    'courier, sandbox': bearer((await product.createCourierSystem({ mode: 'sandbox' })).token),
    'courier, revoked': await revokeToken(product, 'courier-systems', await product.createCourierSystem()),
    'courier, disabled': await disable(product, 'courier-systems', await product.createCourierSystem()),
    ...(await createOperators(product, given)),
    'internal token': bearer(product.secrets.internalToken),
  };
};

const change = async ({ operator }: Product, method: string, path: string, body?: object) =>
  expectSuccess(await operator.call(`/operator/v1${path}`, { method, ...(body && { body }) }));

type Holder = { id: string; token: string } | Record<string, unknown>;

/** The first of its two tokens. */
const revokeToken = async (
  product: Product,
  owners: string,
  { id, token }: Holder,
  next?: object,
): Promise<Credential> => {
  const path = `/${owners}/${String(id)}`;
  const { tokens } = await change(product, 'GET', path);
  await change(product, 'POST', `${path}/tokens`, next);
  await change(product, 'DELETE', `${path}/tokens/${String((tokens as { id: string }[])[0]?.id)}`);
  return bearer(token);
};

const disable = async (product: Product, owners: string, { id, token }: Holder): Promise<Credential> => {
  await change(product, 'PATCH', `/${owners}/${String(id)}`, { status: 'disabled' });
  return bearer(token);
};

/** The session may go on to the other merchants of the platform. */
const disablePlatform = async (product: Product) => {
  const platform = await product.createPlatform({ name: 'Disabled' });
  const { id } = await product.createMerchant({ platform: 'Disabled' });
  const asked = { merchant_id: id, scope: 'full', may_switch: true };
  const made = await platform.call('/platform/v1/portal-links', { method: 'POST', body: asked });
  const session = await openLink(product, expectSuccess(made));
  return {
    'platform, disabled': await disable(product, 'platforms', platform),
    'portal of a platform, platform disabled': session,
  };
};

/** The credentials of a merchant before it was disabled, or before its token was revoked. */
const createLostMerchants = async (product: Product) => {
  const [revoked, disabled] = [await product.createMerchant(), await product.createMerchant()];
  const lost = {
    'merchant, revoked': basic(revoked.key, revoked.token),
    'portal, its token revoked': await signIn(product, revoked),
    'merchant, disabled': basic(disabled.key, disabled.token),
    'access token, merchant disabled': await createAccessToken(product, disabled),
    'portal, merchant disabled': await followLink(product, disabled, 'full'),
  };
  await revokeToken(product, 'merchants', { id: revoked.id, token: revoked.token });
  await product.operator.setMerchantStatus(disabled.id, 'disabled');
  return lost;
};

const createAccessToken = async (product: Product, { call }: Merchant, then?: 'deleted'): Promise<Credential> => {
  const client = expectSuccess(await call('/v1/oauth-clients', { method: 'POST', body: { name: 'till' } }));
  const [id, secret] = [String(client['client_id']), String(client['client_secret'])];
  const answer = await fetch(`${product.url('intake-api')}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  if (then === 'deleted') expectSuccess(await call(`/v1/oauth-clients/${id}`, { method: 'DELETE' }));
  return bearer(token);
};

const createPortalSessions = async (product: Product, merchant: Merchant) => {
  const [ended, expired] = [await followLink(product, merchant, 'full'), await followLink(product, merchant, 'full')];
  await endSession(`${product.url('intake-api')}/v1/session`, ended);
  await expire(product, 'portal_sessions', expired);
  return {
    'portal, full': await followLink(product, merchant, 'full'),
    'portal, read': await followLink(product, merchant, 'read'),
    'portal, begun with a token': await signIn(product, merchant),
    'portal, ended': ended,
    'portal, expired': expired,
  };
};

const cookieOf = (answer: Response): Credential => {
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!answer.ok || cookie === undefined) throw new Error(`no session: ${answer.status}`);
  return ofPage(cookie);
};

const beginSession = async (url: string, body: object): Promise<Credential> =>
  cookieOf(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

const signIn = (product: Product, { key, token }: Merchant): Promise<Credential> =>
  beginSession(`${product.url('intake-api')}/v1/session`, { key, token });

const followLink = async (product: Product, { id }: Merchant, scope: 'full' | 'read'): Promise<Credential> => {
  const asked = { scope, by: 'Ana', reason: 'asked' };
  return openLink(product, await change(product, 'POST', `/merchants/${id}/portal-links`, asked));
};

const openLink = (product: Product, { url }: Record<string, unknown>): Promise<Credential> => {
  const link = new URL(String(url)).hash.slice('#link='.length);
  return beginSession(`${product.url('intake-api')}/v1/session`, { link });
};

const endSession = async (url: string, headers: Credential): Promise<void> => {
  const { status } = await fetch(url, { method: 'DELETE', headers });
  if (status !== 204 && status !== 200) throw new Error(`the session was not ended: ${status}`);
};

/** Twelve hours pass. */
const expire = async ({ databaseUrl }: Product, table: string, { cookie = '' }: Credential): Promise<void> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(`update ${table} set expires_at = now() - interval '1 second' where hash = $1`, [
      sessionHashOf(cookie),
    ]);
  } finally {
    await client.end();
  }
};

/** As sessions are stored. */
const sessionHashOf = (cookie: string): string => hash('sha256', cookie.split('=')[1] ?? '', 'hex');

const createOperators = async (product: Product, { provider, redirectUri }: Given) => {
  const place = { origin: product.url('order-state'), redirectUri };
  const signInAs = async (...roles: OperatorRole[]): Promise<Credential> => {
    provider.signInAs({ sub: roles.join(), email: `${roles.join('.')}@example.com`, roles });
    const jar: Jar = new Map();
    await visit(jar, await goToProvider(jar, provider.issuer, place), place);
    return ofPage(cookiesOf(jar));
  };
  const byToken = (token = product.operator.token) => beginSession(`${place.origin}/operator/v1/session`, { token });
  const [ended, expired] = [await byToken(), await byToken()];
  await endSession(`${place.origin}/operator/v1/session`, ended);
  await expire(product, 'operator_sessions', expired);
  return {
    'operator, token': bearer(product.operator.token),
    'operator, reading token': bearer(readingToken),
    'operator, session of the token': await byToken(),
    'operator, session of the reading token': await byToken(readingToken),
    'operator, look': await signInAs('look'),
    'operator, act': await signInAs('act'),
    'operator, customers_data': await signInAs('customers_data'),
    'operator, administer': await signInAs('administer'),
    'operator, ended': ended,
    'operator, expired': expired,
  };
};

/** The session of `OPERATOR_READ_TOKEN`. */
export const readingToken = 'reading-token-of-the-access-matrix';
