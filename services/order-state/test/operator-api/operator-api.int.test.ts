import { afterAll, describe, expect, it } from '@jest/globals';
import { auditSchema, type DirectoryEntry, directoryPageSchema, merchantViewSchema } from '@delivery/contracts';
import { insertMerchant } from '../../src/merchants/queries.js';
import { answerInTurn } from '../support/lock-waiters.js';
import { type Apis, createMerchant, type Json, sha256, startApis, submitOrder } from '../support/start-apis.js';

const apis = await startApis({ isPatient: true });
afterAll(() => apis.stop());

describe('A body', () => {
  it('is strict about its members, also where it is put together of two schemas', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const since = '2026-01-01T00:00:00Z';
    const action = { by: 'ana', reason: 'asked for' };
    const replay = { since, until: '2026-01-02T00:00:00Z', ...action };
    const path = `/owners/${merchantId}/webhook-replays`;
    const { body } = await apis.operator('POST', path, { body: { ...replay, state: ['delivered'] } });
    expect(body.errors).toMatchObject([{ pointer: '/state', code: 'unknown_field' }]);
    const { body: reversed } = await apis.operator('POST', path, { body: { ...replay, until: since } });
    expect(reversed.errors).toMatchObject([{ pointer: '/until' }]);
  });
});

describe('Merchants', () => {
  it('get an endpoint with its secret when a webhook_url is given, its query masked', async () => {
    const { merchant_id, webhook_endpoint } = await createMerchant(apis, {
      webhook_url: 'https://shop.example/hook?auth=hush',
      events: ['status_changed'],
    });
    expect(webhook_endpoint?.url).toBe('https://shop.example/hook?auth=***');
    expect(webhook_endpoint?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { text, body } = await apis.operator('GET', `/merchants/${merchant_id}`);
    expect(body.webhook_endpoints).toMatchObject([
      { id: webhook_endpoint?.id, events: ['status_changed'], status: 'active' },
    ]);
    expect(text).not.toMatch(/hush|whsec_|tok_|key_/);
  });

  it('have a reference of their platform, of which no other has it in the same mode, and are found by it', async () => {
    const platform = 'References';
    const made = await createMerchant(apis, { name: 'Pizzaria 100%', platform, reference: 'loja-7' });
    const again = await apis.operator('POST', '/merchants', { body: { name: 'Other', platform, reference: 'loja-7' } });
    expect([again.status, again.body.code, again.body.merchant_id]).toEqual([
      409,
      'reference_taken',
      expect.any(String),
    ]);
    expect(again.body.detail).toContain(made.merchant_id);
    await createMerchant(apis, { name: 'Pizzaria, test', platform, reference: 'loja-7', mode: 'sandbox' });
    await createMerchant(apis, { name: 'Elsewhere', reference: 'loja-7' });
    const other = await createMerchant(apis, { name: 'Padaria 200', platform });
    const patch = (reference: string | null) =>
      apis.operator('PATCH', `/merchants/${other.merchant_id}`, { body: { reference } });
    expect((await patch('loja-7')).body).toMatchObject({ code: 'reference_taken' });
    expect((await patch('loja-8')).body).toMatchObject({ reference: 'loja-8', name: 'Padaria 200' });
    expect((await patch('loja-8')).status).toBe(200);
    const find = async (q: string): Promise<string[]> =>
      (await apis.operator('GET', `/merchants?q=${encodeURIComponent(q)}`)).body.data
        .map((one: Json) => one.name)
        .sort();
    expect(await find('loja-7')).toEqual(['Elsewhere', 'Pizzaria 100%', 'Pizzaria, test']);
    expect(await find('zzaria 100%')).toEqual(['Pizzaria 100%']);
    expect(await find(made.merchant_id)).toEqual(['Pizzaria 100%']);
    expect((await patch(null)).body.reference).toBeNull();
    expect(await find('loja-8')).toEqual([]);
  });

  it('are made many at once, and a reader that follows the directory misses none', async () => {
    const platform = 'Many';
    const create = (body: object) => apis.operator('POST', '/merchants', { body: { name: 'One', platform, ...body } });
    await createMerchant(apis, { platform, reference: 'loja-1' });
    const readChanges = async (since: number) =>
      directoryPageSchema.parse((await apis.internal('GET', `/directory/changes?since=${since}&limit=2`)).body);
    const { version: before } = directoryPageSchema.parse((await apis.internal('GET', '/directory?limit=1')).body);
    const seen: DirectoryEntry[] = [];
    const follow = async () => {
      const page = await readChanges(seen.at(-1)?.version ?? before);
      seen.push(...page.data);
      if (page.data.length > 0) await follow();
    };
    const making = Array.from({ length: 12 }, () => create({ webhook_url: 'https://shop.example/hook' }));
    const same = Array.from({ length: 5 }, () => create({ reference: 'loja-2' }));
    let isMade = false;
    const made = Promise.all([...making, ...same]).finally(() => (isMade = true));
    while (!isMade) await follow();
    const answers = await made;
    await follow();
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 13 }, () => 201),
      ...Array.from({ length: 4 }, () => 409),
    ]);
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.merchant_id);
    expect(seen.map(({ merchant_id }) => merchant_id).sort()).toEqual(ids.sort());
    expect(seen.map(({ version }) => version)).toEqual(ids.map((_, index) => before + index + 1));
  });

  const toCode = ({ status, body }: Awaited<ReturnType<Apis['operator']>>): unknown => body.code ?? status;

  it('have a reference of their own, also where two are given it at once', async () => {
    const platform = 'At once';
    const { merchant_id: id } = await createMerchant(apis, { platform });
    const body = { reference: 'loja-1' };
    const answers = await answerInTurn(
      apis,
      () => apis.operator('PATCH', `/merchants/${id}`, { body }),
      () => apis.operator('POST', '/merchants', { body: { ...body, name: 'Second', platform } }),
      () => apis.operator('POST', '/merchants', { body: { ...body, name: 'Third', platform } }),
    );
    expect(answers.map(toCode)).toEqual([200, 'reference_taken', 'reference_taken']);
  });

  it('are of the platform that is named like theirs meanwhile', async () => {
    const post = (path: string, body: object) => () => apis.operator('POST', path, { body });
    const [named, merchant, again] = await answerInTurn(
      apis,
      post('/platforms', { name: 'Meanwhile', scopes: ['merchants:write'] }),
      post('/merchants', { name: 'First', platform: 'Meanwhile' }),
      post('/platforms', { name: 'Meanwhile', scopes: ['merchants:write'] }),
    );
    expect([named!, merchant!, again!].map(toCode)).toEqual([201, 201, 'platform_name_taken']);
    const { body } = await apis.operator('GET', `/merchants/${merchant!.body.merchant_id}`);
    expect(body.platform.id).toBe(named!.body.id);
  });

  it('show the key that their platform has then, where it is rotated meanwhile', async () => {
    const platform = 'Rotated';
    const { merchant_id: id } = await createMerchant(apis, { platform });
    const { body } = await apis.operator('GET', `/merchants/${id}`);
    const [rotated, merchant] = await answerInTurn(
      apis,
      () => apis.operator('POST', `/platforms/${body.platform.id}/rotate-key`, { body: {} }),
      () => apis.operator('POST', '/merchants', { body: { name: 'Second', platform } }),
    );
    expect([merchant!.status, merchant!.body.key]).toEqual([201, rotated!.body.key]);
  });

  it('are made while their platform is changed, which does not wait for them', async () => {
    const { merchant_id } = await createMerchant(apis, { platform: 'Changing' });
    const making = await apis.pool.connect();
    try {
      await making.query('begin');
      const { body } = await apis.operator('GET', `/merchants/${merchant_id}`);
      const platformId: string = body.platform.id;
      await insertMerchant(making, { id: 'making', name: 'Making', platformId, mode: 'live', timeZone: null });
      const path = `/platforms/${platformId}`;
      expect(await apis.operator('PATCH', path, { body: { name: 'Changed' } })).toMatchObject({ status: 200 });
    } finally {
      await making.query('rollback');
      making.release();
    }
  });

  it('change by the given members and keep the rest; null returns a limit to the default', async () => {
    const { merchant_id, token } = await createMerchant(apis);
    const path = `/merchants/${merchant_id}`;
    await apis.operator('PATCH', path, { body: { create_per_minute: 10, other_per_minute: 20 } });
    const changed = await apis.operator('PATCH', path, { body: { status: 'disabled', other_per_minute: null } });
    expect(merchantViewSchema.parse(changed.body)).toMatchObject({
      name: 'Cantina',
      status: 'disabled',
      create_per_minute: 10,
      other_per_minute: null,
    });
    const entry = await apis.internal('GET', `/directory/lookup?token_hash=${sha256(token)}`);
    expect(entry.body).toMatchObject({ status: 'disabled', create_per_minute: 10, other_per_minute: null });
  });

  it('set their time zone themselves, as the activity log tells once for each change', async () => {
    const { merchant_id } = await createMerchant(apis);
    const path = `/merchants/${merchant_id}`;
    const set = (body: object) => apis.internal('PATCH', `${path}/settings`, { body });
    expect((await apis.internal('GET', `${path}/settings`)).body).toEqual({ time_zone: null });
    for (const [wrong, pointer] of [
      [{ time_zone: 'Mars/Base' }, '/time_zone'],
      [{ time_zone: null, status: 'active' }, '/status'],
      [{}, '/time_zone'],
    ] as const) {
      const { status, body } = await set(wrong);
      expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
    }
    for (const time_zone of ['America/Recife', 'America/Recife', null, null]) {
      expect((await set({ time_zone })).body).toEqual({ time_zone });
      expect((await apis.operator('GET', path)).body.time_zone).toBe(time_zone);
    }
    const { body } = await apis.operator('GET', `/activity?subject=${merchant_id}&action=merchant.changed`);
    const noted = { actor: { type: 'merchant' }, detail: 'time_zone' };
    expect(body.data).toMatchObject([noted, noted]);
  });

  it('have two active tokens at most, however many are asked for at once', async () => {
    const { merchant_id, token } = await createMerchant(apis);
    const path = `/merchants/${merchant_id}/tokens`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => apis.operator('POST', path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const view = await apis.operator('GET', `/merchants/${merchant_id}`);
    const [first] = view.body.tokens;
    expect((await apis.operator('DELETE', `${path}/${first.id}`)).status).toBe(204);
    expect((await apis.operator('DELETE', `${path}/${first.id}`)).status).toBe(204);
    const lookUp = async (of: string) =>
      (await apis.internal('GET', `/directory/lookup?token_hash=${sha256(of)}`)).body.token_hashes?.length as unknown;
    const again = await apis.operator('POST', path);
    expect([again.status, await lookUp(token), await lookUp(again.body.token)]).toEqual([201, undefined, 2]);
  });
});

describe('The audit', () => {
  it('[P13] balances, and sees a delivery that vanished behind its back', async () => {
    const { merchant_id } = await createMerchant(apis, { webhook_url: 'https://shop.example/audit' });
    const orderId = await submitOrder(apis, merchant_id, 'audited');
    await apis.operator('POST', `/orders/${orderId}/status`, { body: { status: 'ready' } });
    const before = auditSchema.parse((await apis.operator('GET', '/audit')).body);
    expect(before).toMatchObject({ balanced: true, oldest_overdue_seconds: 0 });
    expect(before.matched).toBeGreaterThanOrEqual(2);

    await apis.pool.query('delete from webhook_deliveries where order_id = $1 and sequence = 2', [orderId]);
    const after = auditSchema.parse((await apis.operator('GET', '/audit')).body);
    expect(after).toMatchObject({ balanced: false, matched: before.matched });
    await apis.pool.query(`insert into ledger_counts values (0, 'purged', 1)
      on conflict (slot, name) do update set n = ledger_counts.n + 1`);
    expect((await apis.operator('GET', '/audit')).body).toMatchObject({ balanced: true, purged: 1 });
  });
});
