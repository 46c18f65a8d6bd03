import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { type CallerCredential, credentialHeader, platformOwnerId, type PlatformScope } from '@delivery/contracts';
import { openTransaction } from '../support/hold-rows.js';
import { commitOnceAwaited } from '../support/lock-waiters.js';
import { createMerchant, sha256, signInToConsole, startApis } from '../support/start-apis.js';

const apis = await startApis({ isPatient: true, hasPublicUrl: true });
afterAll(() => apis.stop());

let count = 0;
const action = { by: 'ops', reason: 'asked by phone' };

/** A platform with a merchant, and a courier's system, each with a disabled endpoint, and the credentials of all. */
const arrange = async () => {
  const scopes: PlatformScope[] = ['merchants:write', 'webhooks:write'];
  const name = `P${(count += 1)}`;
  const platform = (await apis.operator('POST', '/platforms', { body: { name, mode: 'live', scopes } })).body;
  const merchant = await createMerchant(apis, { platform: name });
  const courier = (
    await apis.operator('POST', '/courier-systems', { body: { name: 'C', mode: 'live', merchants: 'all' } })
  ).body;
  const oauth = (
    await apis.operator('POST', `/merchants/${merchant.merchant_id}/oauth-clients`, { body: { name: 'till' } })
  ).body;
  const credentials = { key_hash: sha256(merchant.key), token_hash: sha256(merchant.token) };
  const paths = {
    merchant: `/merchants/${merchant.merchant_id}`,
    courier: `/couriers/${courier.id}`,
    platform: `/platforms/${platform.id}/live`,
  };
  const endpointOf = async (path: string): Promise<string> => {
    const body = { url: `https://hooks.example.com/${(count += 1)}`, enabled: false };
    return (await apis.internal('POST', `${path}/webhook-endpoints`, { body })).body.id;
  };
  const endpoints = {
    merchant: await endpointOf(paths.merchant),
    courier: await endpointOf(paths.courier),
    platform: await endpointOf(paths.platform),
  };
  return { platform, merchant, courier, oauth, credentials, paths, endpoints };
};
type World = Awaited<ReturnType<typeof arrange>>;

const sessionOf = async ({ merchant, credentials }: World): Promise<string> => {
  const session = sha256(randomBytes(8).toString('hex'));
  const body = { hash: session, merchant_id: merchant.merchant_id, credentials };
  expect((await apis.internal('POST', '/sessions', { body })).status).toBe(201);
  return session;
};

const linkedSessionOf = async ({ merchant }: World): Promise<string> => {
  const made = await apis.operator('POST', `/merchants/${merchant.merchant_id}/portal-links`, {
    body: { scope: 'full', ...action },
  });
  const session = sha256(randomBytes(8).toString('hex'));
  const body = { hash: session, link_hash: sha256(new URL(made.body.url).hash.slice('#link='.length)) };
  expect((await apis.internal('POST', '/sessions/from-link', { body })).status).toBe(201);
  return session;
};

/** Everything that a call could make or enable. */
const readRights = async (client: Pick<pg.Client, 'query'>): Promise<unknown> =>
  (
    await client.query(`
      select (select count(*) from tokens) as tokens, (select count(*) from merchants) as merchants,
        (select count(*) from courier_systems) as systems, (select count(*) from platforms) as platforms,
        (select count(*) from oauth_clients) as clients, (select count(*) from portal_links) as links,
        (select json_agg(k order by k.key_hash) from platform_keys k) as keys, (select json_agg(o.contacts order by o.id) from owners o) as contacts,
        (select json_agg(json_build_object('id', e.id, 'status', e.status, 'url', e.url, 'secrets', e.secrets) order by e.id) from endpoints e) as endpoints`)
  ).rows[0];

type Owner = keyof World['paths'];
/** A loss of the caller while its call waits, as SQL with `$1`. */
type Loss = { owner: Owner; sql: string; value: (world: World) => string; code: string };

const ownerIdOf = ({ merchant, courier, platform }: World, owner: Owner): string =>
  ({ merchant: merchant.merchant_id, courier: courier.id, platform: platformOwnerId(platform.id, 'live') })[owner];

const disable = `update owners set status = 'disabled', disabled_by = 'operator' where id = $1`;

/** The call has been admitted and waits for a lock, while another transaction takes the caller's right away. */
const callWhileLosing = async (
  world: World,
  { owner, sql, value }: Loss,
  call: () => Promise<{ status: number; body: { code: string } }>,
) => {
  const holder = await openTransaction(apis.databaseUrl);
  await holder.query('update directory_state set version = version');
  await holder.query('select from owners where id = $1 for no key update', [ownerIdOf(world, owner)]);
  await holder.query(sql, [value(world)]);
  const before = await readRights(holder);
  const calling = call();
  await commitOnceAwaited(holder, apis.pool, 1);
  const { status, body } = await calling;
  const after = await readRights(apis.pool);
  return { status, code: body.code, isUnchanged: JSON.stringify(after) === JSON.stringify(before) };
};

const revoked = (owner: Owner): Loss => ({
  owner,
  sql: 'update tokens set revoked_at = now() where token_hash = $1',
  value: (world) => sha256(world[owner].token),
  code: 'invalid_credentials',
});
const disabledCodes = {
  merchant: 'merchant_disabled',
  courier: 'courier_system_disabled',
  platform: 'platform_disabled',
} as const;
const disabled = (owner: Owner): Loss => ({
  owner,
  sql: disable,
  value: (world) => ownerIdOf(world, owner),
  code: disabledCodes[owner],
});

const ofEndpoint = (owner: Owner) =>
  (
    [
      ['adds an endpoint', 'POST', '', { url: 'https://hooks.example.com/another' }],
      ['changes an endpoint', 'PATCH', '/{id}', { enabled: true }],
      ['enables an endpoint', 'POST', '/{id}/enable', undefined],
      ['rotates a secret', 'POST', '/{id}/rotate-secret', {}],
      ['has an endpoint catch up', 'POST', '/{id}/catch-up', {}],
    ] as const
  ).map(([what, method, path, body]) => ({ owner, what, method, path: `/webhook-endpoints${path}`, body }));

const contacts = { contacts: [{ email: 'ops@example.com', language: 'en' }] };

/** Every call that makes a credential, or enables or redirects something, of each kind of owner. */
const calls: readonly { owner: Owner; what: string; method: string; path: string; body: object | undefined }[] = [
  ...ofEndpoint('merchant'),
  ...ofEndpoint('courier'),
  ...ofEndpoint('platform'),
  { owner: 'merchant', what: 'adds an OAuth client', method: 'POST', path: '/oauth-clients', body: { name: 'other' } },
  { owner: 'merchant', what: 'replaces contacts', method: 'PUT', path: '/contacts', body: contacts },
  { owner: 'platform', what: 'replaces contacts', method: 'PUT', path: '/contacts', body: contacts },
  { owner: 'platform', what: 'adds a token', method: 'POST', path: '/tokens', body: { scopes: ['merchants:write'] } },
  { owner: 'platform', what: 'rotates the key', method: 'POST', path: '/rotate-key', body: { old_key_hours: 0 } },
  { owner: 'platform', what: 'adds a merchant', method: 'POST', path: '/merchants', body: { name: 'M' } },
  ...(
    [
      ['changes a merchant', 'PATCH', '/merchants/{merchant}', { status: 'active' }],
      ["adds a merchant's token", 'POST', '/merchants/{merchant}/tokens', undefined],
      ['makes a portal link', 'POST', '/portal-links', { merchant_id: '{merchant}', scope: 'full', may_switch: true }],
    ] as const
  ).map(([what, method, path, body]) => ({ owner: 'platform' as const, what, method, path, body })),
];

const send = (world: World, { owner, method, path, body }: (typeof calls)[number], credential: CallerCredential) => {
  const fill = (text: string) =>
    text.replace('{id}', world.endpoints[owner]).replace('{merchant}', world.merchant.merchant_id);
  return apis.internal(method, world.paths[owner] + fill(path), {
    ...(body && { text: fill(JSON.stringify(body)) }),
    headers: { [credentialHeader]: JSON.stringify(credential) },
  });
};

const tokenOf = (world: World, owner: Owner): CallerCredential =>
  owner === 'merchant' ? world.credentials : { token_hash: sha256(world[owner].token) };

const refused = (status: number, code: string) => ({ status, code, isUnchanged: true });

describe('A caller that loses its right while its call waits for a lock', () => {
  it.each(calls)('by its token, $owner: $what, is refused', async (asked) => {
    const world = await arrange();
    const ask = () => send(world, asked, tokenOf(world, asked.owner));
    expect(await callWhileLosing(world, disabled(asked.owner), ask)).toEqual(refused(403, disabledCodes[asked.owner]));
    await apis.pool.query(`update owners set status = 'active', disabled_by = null where id = $1`, [
      world.merchant.merchant_id,
    ]);
    expect(await callWhileLosing(world, revoked(asked.owner), ask)).toEqual(refused(401, 'invalid_credentials'));
  });

  const adding = calls.find(({ what }) => what === 'adds an OAuth client')!;
  const losses: readonly (Omit<Loss, 'owner' | 'code'> & {
    what: string;
    credentialOf: (world: World) => Promise<CallerCredential>;
  })[] = [
    {
      what: 'OAuth client',
      sql: 'delete from oauth_clients where id = $1',
      value: ({ oauth }) => oauth.client_id,
      credentialOf: ({ oauth }) => Promise.resolve({ client_id: oauth.client_id }),
    },
    {
      what: 'key',
      sql: `update platform_keys set key_hash = 'another ' || key_hash where key_hash = $1`,
      value: ({ credentials }) => credentials.key_hash,
      credentialOf: ({ credentials }) => Promise.resolve(credentials),
    },
    {
      what: "session's token",
      ...revoked('merchant'),
      credentialOf: async (world) => ({ session_hash: await sessionOf(world) }),
    },
    {
      what: 'session, which is ended',
      sql: 'delete from portal_sessions where merchant_id = $1',
      value: ({ merchant }) => merchant.merchant_id,
      credentialOf: async (world) => ({ session_hash: await sessionOf(world) }),
    },
    {
      what: 'session by link, which is ended',
      sql: 'delete from portal_sessions where merchant_id = $1',
      value: ({ merchant }) => merchant.merchant_id,
      credentialOf: async (world) => ({ session_hash: await linkedSessionOf(world) }),
    },
  ];
  it.each(losses)('by its $what, is refused', async ({ credentialOf, ...loss }) => {
    const world = await arrange();
    const credential = await credentialOf(world);
    const lost = { ...loss, owner: 'merchant', code: '' } as const;
    expect(await callWhileLosing(world, lost, () => send(world, adding, credential))).toEqual(
      refused(401, 'invalid_credentials'),
    );
  });

  it('begins no session of the portal', async () => {
    const world = await arrange();
    const body = { hash: sha256('s'), merchant_id: world.merchant.merchant_id, credentials: world.credentials };
    const begin = () => apis.internal('POST', '/sessions', { body });
    expect(await callWhileLosing(world, revoked('merchant'), begin)).toEqual(refused(401, 'invalid_credentials'));
  });

  it.each([
    ['adds a platform', 'POST', '/platforms', () => ({ name: 'Another', mode: 'live', scopes: ['merchants:read'] })],
    ["adds a courier's system", 'POST', '/courier-systems', () => ({ name: 'D', mode: 'live', merchants: 'all' })],
    ['adds a merchant', 'POST', '/merchants', () => ({ name: 'M' })],
    ['enables a merchant', 'PATCH', '/merchants/{merchant}', () => ({ status: 'active' })],
    ['enables a platform', 'PATCH', '/platforms/{platform}', () => ({ status: 'active' })],
    ["adds a merchant's token", 'POST', '/merchants/{merchant}/tokens', () => undefined],
    [
      "adds a platform's token",
      'POST',
      '/platforms/{platform}/tokens',
      () => ({ mode: 'live', scopes: ['merchants:read'] }),
    ],
    ["adds a courier's token", 'POST', '/courier-systems/{courier}/tokens', () => undefined],
    ['makes a portal link', 'POST', '/merchants/{merchant}/portal-links', () => ({ scope: 'full', ...action })],
    ['adds an OAuth client', 'POST', '/merchants/{merchant}/oauth-clients', () => ({ name: 'other' })],
    ['rotates a key', 'POST', '/platforms/{platform}/rotate-key', () => ({ mode: 'live', old_key_hours: 0 })],
    ['enables an endpoint', 'POST', '/endpoints/{endpoint}/enable', () => action],
  ])('as a session of the console: %s, is refused', async (_what, method, path, bodyOf) => {
    const world = await arrange();
    const cookie = await signInToConsole(apis);
    const filled = path
      .replace('{merchant}', world.merchant.merchant_id)
      .replace('{platform}', world.platform.id)
      .replace('{courier}', world.courier.id)
      .replace('{endpoint}', world.endpoints.merchant);
    const body = bodyOf();
    const ended: Loss = {
      owner: 'merchant',
      sql: 'delete from operator_sessions where hash = $1',
      value: () => sha256(cookie.split('=')[1] ?? ''),
      code: '',
    };
    const act = () => apis.operator(method, filled, { body, headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    expect(await callWhileLosing(world, ended, act)).toEqual(refused(401, 'invalid_credentials'));
  });
});
