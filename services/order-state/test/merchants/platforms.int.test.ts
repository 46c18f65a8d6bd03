import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  activityEntrySchema,
  clientAddressHeader,
  directoryPageSchema,
  listSchema,
  merchantCreatedSchema,
  merchantListEntrySchema,
  merchantViewSchema,
  type PlatformCreated,
  platformCreatedSchema,
  platformKeyRotatedSchema,
  platformOwnerId,
  type PlatformScope,
  platformSummarySchema,
  platformTokenCreatedSchema,
  platformTokenListSchema,
  platformViewSchema,
  portalLinkSchema,
  portalSessionSchema,
} from '@delivery/contracts';
import { insertMerchants } from '../support/ledger-world.js';
import { answerInTurn } from '../support/lock-waiters.js';
import { createMerchant, readAllPages, readyOrder, sha256, startApis } from '../support/start-apis.js';

const apis = await startApis({ isPatient: true, hasPublicUrl: true });
afterAll(() => apis.stop());

const scopes: readonly PlatformScope[] = ['merchants:read', 'merchants:write'];
let names = 0;

const createPlatform = async (body: object = {}): Promise<PlatformCreated> => {
  const made = await apis.operator('POST', '/platforms', { body: { name: `P${(names += 1)}`, scopes, ...body } });
  expect(made.status).toBe(201);
  return platformCreatedSchema.parse(made.body);
};

/** As intake-api passes it on, from `address`. */
const callAs = ({ id }: { id: string }, method: string, path: string, body?: object, mode = 'live') =>
  apis.internal(method, `/platforms/${id}/${mode}${path}`, { body, headers: { [clientAddressHeader]: '192.0.2.7' } });

const createOwn = async (platform: { id: string }, body: object = {}, mode = 'live') => {
  const made = await callAs(platform, 'POST', '/merchants', { name: 'Pizzaria', ...body }, mode);
  expect(made.status).toBe(201);
  return merchantCreatedSchema.parse(made.body);
};

describe('A platform', () => {
  it('is in the directory with its tokens that are neither revoked nor over, and each with what it is for', async () => {
    const before = directoryPageSchema.parse((await apis.internal('GET', '/directory')).body);
    const platform = await createPlatform();
    const path = `/platforms/${platform.id}`;
    const body = { mode: 'sandbox', scopes: ['merchants:read'], expires_at: '2999-01-31T00:00:00Z' };
    const second = platformTokenCreatedSchema.parse((await apis.operator('POST', `${path}/tokens`, { body })).body);
    expect(second.token).toMatch(/^ptok_test_/);
    const readChange = async () => {
      const { body } = await apis.internal('GET', `/directory/changes?since=${before.version}`);
      return directoryPageSchema.parse(body).platforms.find(({ platform_id: id }) => id === platform.id);
    };
    const live = { hash: sha256(platform.token), mode: 'live', scopes, expires_at: null };
    const sandbox = { mode: 'sandbox', scopes: ['merchants:read'], expires_at: '2999-01-31T00:00:00.000Z' };
    expect((await readChange())?.tokens).toMatchObject([live, sandbox]);
    expect((await apis.operator('DELETE', `${path}/tokens/${second.id}`)).status).toBe(204);
    await apis.operator('PATCH', path, { body: { status: 'disabled', per_minute: 5 } });
    expect(await readChange()).toMatchObject({ status: 'disabled', per_minute: 5, tokens: [live] });
    const whole = directoryPageSchema.parse((await apis.internal('GET', '/directory')).body);
    expect(whole.platforms.map(({ platform_id: id }) => id)).toContain(platform.id);
  });

  it('has at most two tokens of a mode, none that has expired, and sees when each was used', async () => {
    const platform = await createPlatform();
    const path = `/platforms/${platform.id}`;
    const addToken = (body: object) => apis.operator('POST', `${path}/tokens`, { body: { scopes, ...body } });
    expect((await addToken({ expires_at: '2020-01-01T00:00:00Z' })).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/expires_at' }],
    });
    expect((await addToken({})).status).toBe(201);
    expect((await addToken({})).body.code).toBe('token_limit_reached');
    expect((await addToken({ mode: 'sandbox' })).status).toBe(201);
    await apis.internal('POST', '/tokens/used', { body: { token_hashes: [sha256(platform.token)] } });
    const { tokens } = platformViewSchema.parse((await apis.operator('GET', path)).body);
    expect(tokens.map(({ last_used_at: at }) => at !== null)).toEqual([true, false, false]);
  });

  it('sets the contacts for its own endpoints, each mode by itself; so does the operator', async () => {
    const [platform, other] = [await createPlatform(), await createPlatform()];
    const contacts = [{ email: 'ops@platform.example', language: 'pt' }];
    const listed = async (mode?: string) => (await callAs(platform, 'GET', '/contacts', undefined, mode)).body.contacts;
    expect(await listed()).toEqual([]);
    const pending = contacts.map((contact) => ({ ...contact, confirmed_at: null }));
    expect((await callAs(platform, 'PUT', '/contacts', { contacts })).body).toMatchObject({ contacts: pending });
    expect([await listed(), await listed('sandbox')]).toEqual([pending, []]);
    expect((await callAs(other, 'GET', '/contacts')).body.contacts).toEqual([]);
    const path = `/owners/${platformOwnerId(platform.id, 'live')}/contacts`;
    expect((await apis.operator('GET', path)).body).toMatchObject({ contacts: pending });
    expect(await apis.operator('PUT', path, { body: { contacts: [] } })).toMatchObject({
      status: 200,
      body: { contacts: [], email_enabled: false },
    });
    expect(await listed()).toEqual([]);
    const { body } = await apis.operator('GET', `/activity?subject=${platform.id}&action=contacts.changed`);
    expect(activityEntrySchema.array().parse(body.data)).toMatchObject([
      { actor: { type: 'token' } },
      { actor: { type: 'platform' }, address: '192.0.2.7' },
    ]);
  });

  it('rotates its tokens itself, each mode by itself, and keeps one that may add another', async () => {
    const platform = await createPlatform();
    const listed = async (mode?: string) =>
      platformTokenListSchema.parse((await callAs(platform, 'GET', '/tokens', undefined, mode)).body).data;
    const [first] = await listed();
    expect(first).toMatchObject({ mode: 'live', scopes, last_four: platform.token.slice(-4), last_used_at: null });
    const revoke = (id: string | undefined, mode?: string) =>
      callAs(platform, 'DELETE', `/tokens/${id}`, undefined, mode);
    expect((await revoke(first?.id)).body.code).toBe('last_token');
    expect((await revoke(first?.id, 'sandbox')).body.code).toBe('token_not_found');
    const reading = await callAs(platform, 'POST', '/tokens', { scopes: ['merchants:read'] });
    expect(platformTokenCreatedSchema.parse(reading.body)).toMatchObject({ mode: 'live', scopes: ['merchants:read'] });
    expect((await callAs(platform, 'POST', '/tokens', { scopes })).body.code).toBe('token_limit_reached');
    expect((await callAs(platform, 'POST', '/tokens', { scopes, mode: 'sandbox' })).body.code).toBe(
      'validation_failed',
    );
    // One that reads cannot add another.
    expect((await revoke(first?.id)).body.code).toBe('last_token');
    expect([(await revoke(reading.body.id)).status, (await revoke(reading.body.id)).status]).toEqual([204, 204]);
    const next = await callAs(platform, 'POST', '/tokens', { scopes });
    expect((await revoke(first?.id)).status).toBe(204);
    expect((await listed()).map(({ id }) => id)).toEqual([next.body.id]);
    expect(await listed('sandbox')).toEqual([]);
    const { body } = await apis.operator('GET', `/activity?subject=${platform.id}&actor=${platform.name}`);
    expect(listSchema(activityEntrySchema).parse(body).data).toMatchObject([
      {
        action: 'platform.token_revoked',
        detail: `…${first?.last_four}`,
        actor: { type: 'platform' },
        address: '192.0.2.7',
      },
      { action: 'platform.token_created', detail: `…${next.body.token.slice(-4)}` },
      ...['platform.token_revoked', 'platform.token_revoked', 'platform.token_created'].map((action) => ({
        action,
        detail: `…${reading.body.token.slice(-4)}`,
      })),
    ]);
  });

  it('rotates the key of its merchants of a mode: for some hours two work, and a repeat shows the same new one', async () => {
    const platform = await createPlatform();
    const merchants = [await createOwn(platform), await createOwn(platform), await createOwn(platform, {}, 'sandbox')];
    const [first, , sandbox] = merchants;
    const before = directoryPageSchema.parse((await apis.internal('GET', '/directory')).body).version;
    const rotate = async (body: object = {}) => {
      const { status, body: rotated } = await callAs(platform, 'POST', '/rotate-key', body);
      expect(status).toBe(200);
      return platformKeyRotatedSchema.parse(rotated);
    };
    const readChanges = async (since: number) => {
      const page = directoryPageSchema.parse((await apis.internal('GET', `/directory/changes?since=${since}`)).body);
      return { ...page, keys: page.data.map(({ key_hash: key, previous_key: previous }) => [key, previous?.hash]) };
    };
    const rotated = await rotate();
    expect(Date.parse(rotated.old_key_until) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const changes = await readChanges(before);
    // Only for the mode, and each with a version of its own.
    expect(changes.data.map(({ merchant_id: id }) => id).sort()).toEqual(
      merchants
        .slice(0, 2)
        .map(({ merchant_id: id }) => id)
        .sort(),
    );
    expect(new Set(changes.data.map(({ version }) => version)).size).toBe(2);
    expect(changes.keys).toEqual(Array.from({ length: 2 }, () => [sha256(rotated.key), sha256(first?.key ?? '')]));
    expect((await createOwn(platform)).key).toBe(rotated.key);
    expect((await createOwn(platform, {}, 'sandbox')).key).toBe(sandbox?.key);

    const ended = await rotate({ old_key_hours: 0 });
    expect(ended.key).toBe(rotated.key);
    expect((await readChanges(changes.version + 2)).keys).toEqual(
      Array.from({ length: 3 }, () => [sha256(rotated.key), undefined]),
    );
    const path = `/platforms/${platform.id}`;
    const byOperator = await apis.operator('POST', `${path}/rotate-key`, {
      body: { mode: 'sandbox', old_key_hours: 168, by: 'Marina', reason: 'it was in a log' },
    });
    expect(platformKeyRotatedSchema.parse(byOperator.body).key).toMatch(/^key_test_/);
    expect(platformViewSchema.parse((await apis.operator('GET', path)).body).keys).toMatchObject([
      { mode: 'live', old_key_until: null },
      { mode: 'sandbox', old_key_until: byOperator.body.old_key_until },
    ]);
    const { body } = await apis.operator('GET', `/activity?subject=${platform.id}&action=platform.key_rotated`);
    expect(listSchema(activityEntrySchema).parse(body).data).toMatchObject([
      { detail: 'sandbox', actor: { type: 'token', name: 'Marina' }, reason: 'it was in a log' },
      { detail: 'live', actor: { type: 'platform' }, address: '192.0.2.7' },
      { detail: 'live' },
    ]);
  });

  it('has a name of its own, and is listed unless it belongs to a merchant alone', async () => {
    const first = await createPlatform({ name: 'Pedidos' });
    const nameOf = (end: string) => `宅${'宅'.repeat(126)}${end}`;
    const long = [await createPlatform({ name: nameOf('a') }), await createPlatform({ name: nameOf('b') })];
    const again = await apis.operator('POST', '/platforms', { body: { name: 'Pedidos', scopes } });
    expect([again.status, again.body.code]).toEqual([409, 'platform_name_taken']);
    expect(again.body.detail).toContain(first.id);
    const other = await createPlatform();
    const renamed = await apis.operator('PATCH', `/platforms/${other.id}`, { body: { name: 'Pedidos' } });
    expect(renamed.body.code).toBe('platform_name_taken');
    const alone = await createMerchant(apis);
    const { body } = await apis.operator('GET', `/merchants/${alone.merchant_id}`);
    const listed = platformViewSchema
      .array()
      .parse(await readAllPages(apis.operator, '/platforms?limit=1'))
      .map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining([first, other, ...long].map(({ id }) => id)));
    expect(listed).not.toContain(merchantViewSchema.parse(body).platform.id);
  });
});

describe('A merchant that its platform has added', () => {
  it('is the platform’s, of the mode of the token, with the platform’s key', async () => {
    const platform = await createPlatform();
    const [first, second] = [await createOwn(platform, { reference: 'loja-1' }), await createOwn(platform)];
    expect(second.key).toBe(first.key);
    const sandbox = await createOwn(platform, { reference: 'loja-1' }, 'sandbox');
    expect([sandbox.mode, sandbox.key.startsWith('key_test_')]).toEqual(['sandbox', true]);
    const taken = await callAs(platform, 'POST', '/merchants', { name: 'X', reference: 'loja-1' });
    expect(taken.body.code).toBe('reference_taken');
    const listed = listSchema(merchantListEntrySchema).parse((await callAs(platform, 'GET', '/merchants')).body);
    expect(listed.data.map(({ merchant_id: id }) => id).sort()).toEqual([first.merchant_id, second.merchant_id].sort());
    await createOwn(await createPlatform());
    const all = await apis.operator('GET', `/merchants?platform_id=${platform.id}`);
    const ids = listSchema(merchantListEntrySchema)
      .parse(all.body)
      .data.map(({ merchant_id: id }) => id);
    expect(ids.sort()).toEqual([first, second, sandbox].map(({ merchant_id: id }) => id).sort());
  });

  it('is one of 20,000 of a mode at most, also where the operator adds another at once', async () => {
    const platform = await createPlatform();
    const ids = Array.from({ length: 19_999 }, (_, n) => `m${n}`);
    await insertMerchants(apis.pool, { ids, platformId: platform.id });
    const add = () => callAs(platform, 'POST', '/merchants', { name: 'Pizzaria' });
    const addByOperator = () =>
      apis.operator('POST', '/merchants', { body: { name: 'Pizzaria', platform: platform.name } });
    const [last, refused] = await answerInTurn(apis, addByOperator, add);
    expect([last!.status, refused!.body.code]).toEqual([201, 'merchant_limit_reached']);
    expect((await callAs(platform, 'POST', '/merchants', { name: 'Test' }, 'sandbox')).status).toBe(201);
  });

  it('is suspended and resumed by it, but not where the operator has disabled it', async () => {
    const platform = await createPlatform();
    const { merchant_id: id } = await createOwn(platform);
    const set = (status: string) => callAs(platform, 'PATCH', `/merchants/${id}`, { status });
    expect((await set('disabled')).body).toMatchObject({ status: 'disabled', disabled_by: 'platform' });
    expect((await set('active')).body).toMatchObject({ status: 'active', disabled_by: null });
    const zoned = await callAs(platform, 'PATCH', `/merchants/${id}`, { time_zone: 'America/Sao_Paulo' });
    expect(zoned.body.time_zone).toBe('America/Sao_Paulo');
    await set('disabled');
    const body = { status: 'disabled' };
    expect((await apis.operator('PATCH', `/merchants/${id}`, { body })).body.disabled_by).toBe('operator');
    expect((await set('disabled')).body.disabled_by).toBe('operator');
    expect([(await set('active')).status, (await set('active')).body.code]).toEqual([403, 'merchant_disabled']);
    expect((await apis.operator('PATCH', `/merchants/${id}`, { body: { status: 'active' } })).status).toBe(200);
    expect((await callAs(platform, 'PATCH', `/merchants/${id}`, { create_per_minute: 9 })).body.code).toBe(
      'validation_failed',
    );
  });

  it('gets tokens, stores and a link to its portal from it, and the activity log says from whom', async () => {
    const platform = await createPlatform();
    const { merchant_id: id } = await createOwn(platform);
    const own = `/merchants/${id}`;
    const token = await callAs(platform, 'POST', `${own}/tokens`);
    expect(token.status).toBe(201);
    expect((await callAs(platform, 'POST', `${own}/tokens`)).body.code).toBe('token_limit_reached');
    expect((await callAs(platform, 'DELETE', `${own}/tokens/${token.body.id}`)).status).toBe(204);
    const address = { country: 'BR', city: 'São Paulo', street: 'Rua Augusta', number: '1' };
    const coordinates = { latitude: -23.5, longitude: -46.6 };
    const store = { name: 'Augusta', phone: '1130001000', address: { ...address, coordinates } };
    expect((await callAs(platform, 'PUT', `${own}/stores/a`, store)).status).toBe(201);
    expect((await callAs(platform, 'GET', `${own}/stores`)).body.data).toMatchObject([{ ref: 'a' }]);
    const link = await callAs(platform, 'POST', '/portal-links', { merchant_id: id, scope: 'read' });
    expect(portalLinkSchema.parse(link.body).url).toContain('/portal/#link=');
    const { body } = await apis.operator('GET', `/activity?merchant_id=${id}&actor=${platform.name}`);
    const entries = listSchema(activityEntrySchema).parse(body).data;
    expect(entries.map(({ action, actor, address: from }) => [action, actor, from])).toEqual(
      ['merchant.portal_link_created', 'store.created', 'token.revoked', 'token.created', 'merchant.created'].map(
        (action) => [action, { type: 'platform', name: platform.name, credential: null }, '192.0.2.7'],
      ),
    );
  });

  it('is in its summary, the worst first, as are the platform’s own endpoints', async () => {
    const platform = await createPlatform();
    const own = await callAs(platform, 'POST', '/webhook-endpoints', { url: 'https://hooks.example.com/own' });
    await callAs(platform, 'POST', `/webhook-endpoints/${own.body.id}/disable`);
    const url = 'https://hooks.example.com/orders';
    const [well, unwell] = [
      await createOwn(platform, { webhook_url: url }),
      await createOwn(platform, { webhook_url: url }),
    ];
    await createOwn(platform, { webhook_url: url }, 'sandbox');
    await readyOrder(apis, well.merchant_id);
    const path = `/merchants/${unwell.merchant_id}/webhook-endpoints/${unwell.webhook_endpoint?.id}/disable`;
    expect((await apis.internal('POST', path)).status).toBe(200);
    const summary = platformSummarySchema.parse((await callAs(platform, 'GET', '/summary')).body);
    expect(summary).toMatchObject({
      platform: { id: platform.id, name: platform.name, mode: 'live' },
      merchants: { active: 2, disabled: 0 },
      orders: { under_way: 1, late: 0 },
      endpoints: { ok: 1, disabled: 1 },
      own_endpoints: [{ id: own.body.id, health: 'disabled' }],
    });
    expect(summary.unwell.map(({ merchant_id: id, webhooks }) => [id, webhooks.health])).toEqual([
      [unwell.merchant_id, 'disabled'],
    ]);
  });
});

describe('A session of a platform’s own people', () => {
  const sessionHash = () => sha256(randomBytes(8).toString('hex'));
  const send = (path: string, body: object) =>
    apis.internal('POST', `/sessions${path}`, { body, headers: { [clientAddressHeader]: '203.0.113.9' } });
  const begin = async (platform: { id: string }, merchantId: string, asked: object) => {
    const link = await callAs(platform, 'POST', '/portal-links', { merchant_id: merchantId, scope: 'read', ...asked });
    const secret = portalLinkSchema.parse(link.body).url.split('#link=')[1] ?? '';
    const begun = await send('/from-link', { hash: sessionHash(), link_hash: sha256(secret) });
    expect(begun.status).toBe(201);
    return portalSessionSchema.parse(begun.body);
  };
  const switchTo = (from: { hash: string }, merchantId: string) =>
    send(`/${from.hash}/switch`, { hash: sessionHash(), merchant_id: merchantId });
  const statusOf = async ({ hash }: { hash: string }) => (await apis.internal('GET', `/sessions/${hash}`)).status;
  const world = async () => {
    const platform = await createPlatform();
    const [one, two] = [await createOwn(platform), await createOwn(platform)];
    return { platform, one: one.merchant_id, two: two.merchant_id };
  };

  it('[P30] goes on to another merchant with the same rights until the same time, which its log says', async () => {
    const { platform, one, two } = await world();
    const first = await begin(platform, one, { may_switch: true });
    expect(first).toMatchObject({ merchant_id: one, scope: 'read', platform_id: platform.id });
    const { status, body } = await switchTo(first, two);
    const second = portalSessionSchema.parse(body);
    expect([status, second]).toEqual([201, { ...first, hash: second.hash, merchant_id: two }]);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    expect((await callAs(platform, 'GET', `/merchants/${two}/portal-sessions`)).body.data).toMatchObject([
      { begun_with: 'platform', scope: 'read', address: '203.0.113.9' },
    ]);
    const { body: log } = await apis.operator('GET', `/activity?merchant_id=${two}`);
    expect(listSchema(activityEntrySchema).parse(log).data[0]).toMatchObject({
      action: 'merchant.portal_switched',
      actor: { type: 'platform', name: platform.name },
      detail: 'read',
      address: '203.0.113.9',
    });
  });

  it('[P30] reaches no merchant of another platform or mode, and none that is disabled', async () => {
    const { platform, one } = await world();
    const stranger = await world();
    const [sandbox, disabled] = [await createOwn(platform, {}, 'sandbox'), await createOwn(platform)];
    await callAs(platform, 'PATCH', `/merchants/${disabled.merchant_id}`, { status: 'disabled' });
    const session = await begin(platform, one, { may_switch: true });
    const refused = [stranger.one, sandbox.merchant_id, '0'.repeat(32), disabled.merchant_id];
    const answers = [];
    for (const id of refused) answers.push(await switchTo(session, id));
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      ...Array.from({ length: 3 }, () => [404, 'merchant_not_found']),
      [403, 'merchant_disabled'],
    ]);
    expect(await statusOf(session)).toBe(200);
    const link = await callAs(platform, 'POST', '/portal-links', { merchant_id: stranger.one, scope: 'read' });
    expect([link.status, link.body.code]).toEqual([404, 'merchant_not_found']);
  });

  it('[P30] is begun by no link that does not say so', async () => {
    const { platform, one, two } = await world();
    const session = await begin(platform, one, {});
    expect(session.platform_id).toBeNull();
    const { status, body } = await switchTo(session, two);
    expect([status, body.code]).toEqual([404, 'session_not_found']);
    expect(await statusOf(session)).toBe(200);
  });

  it('[P30] ends when a token of the platform is revoked, or the platform disabled, and an owner’s does not', async () => {
    const { platform, one } = await world();
    const { body: token } = await callAs(platform, 'POST', '/tokens', { scopes });
    for (const end of [
      () => callAs(platform, 'DELETE', `/tokens/${token.id}`),
      () => apis.operator('PATCH', `/platforms/${platform.id}`, { body: { status: 'disabled' } }),
    ]) {
      const [theirs, owners] = [await begin(platform, one, { may_switch: true }), await begin(platform, one, {})];
      expect((await end()).status).toBeLessThan(300);
      expect([await statusOf(theirs), await statusOf(owners)]).toEqual([404, 200]);
    }
  });
});
