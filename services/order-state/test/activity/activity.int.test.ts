import { afterAll, describe, expect, it } from '@jest/globals';
import { activityEntrySchema, listSchema, operatorRoles, ownActivityEntrySchema } from '@delivery/contracts';
import { insertDeadLetters } from '../../src/dead-letters/queries.js';
import { createMerchant, operatorToken, sha256, signInToConsole, startApis } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

const action = { by: 'ana', reason: 'ticket 4711' };
const pageSchema = listSchema(activityEntrySchema.strict());

const read = async (query: Record<string, string> = {}) => {
  const { status, body } = await apis.operator('GET', `/activity?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return pageSchema.parse(body);
};
const actionsOf = async (query: Record<string, string>) => (await read(query)).data.map((entry) => entry.action);
const exported = (query: string) =>
  fetch(`${apis.url}/operator/v1/activity?format=csv&${query}`, {
    headers: { authorization: `Bearer ${operatorToken}` },
  });
const idsIn = (csv: string): string[] =>
  csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(0, line.indexOf(',')));

const arrange = async () => {
  const {
    merchant_id: merchantId,
    webhook_endpoint,
    key,
  } = await createMerchant(apis, {
    name: '=Cantina, "A"',
    webhook_url: 'https://hooks.example.com/orders?key=secret',
  });
  return { merchantId, endpointId: webhook_endpoint?.id ?? '', key };
};

describe('The activity log', () => {
  it('names for each change by an operator who made it, from where and why', async () => {
    const { merchantId, endpointId } = await arrange();
    const merchant = `/merchants/${merchantId}`;
    await apis.operator('PATCH', merchant, { body: { create_per_minute: 5 } });
    await apis.operator('PATCH', merchant, { body: { create_per_minute: 5 } });
    await apis.operator('PATCH', merchant, { body: { status: 'disabled', ...action } });
    expect((await apis.operator('PATCH', merchant, { body: action })).body.code).toBe('validation_failed');
    const why = new URLSearchParams(action).toString();
    const token = await apis.operator('POST', `${merchant}/tokens?by=ana`);
    await apis.operator('DELETE', `${merchant}/tokens/${token.body.id}?${why}`);
    expect((await apis.operator('POST', `${merchant}/tokens?by=`)).body.code).toBe('invalid_parameter');
    await apis.operator('POST', `/endpoints/${endpointId}/disable`, { body: action });
    await apis.operator('POST', `/endpoints/${endpointId}/test`, { body: action });
    await apis.operator('POST', '/erasures', { body: { phone: '5511987654321', merchant_id: merchantId, ...action } });
    const { data } = await read({ merchant_id: merchantId });
    expect(data.map((entry) => [entry.action, entry.subject.type, entry.detail])).toEqual([
      ['erasure.requested', 'erasure', null],
      ['endpoint.tested', 'endpoint', null],
      ['endpoint.disabled', 'endpoint', null],
      ['token.revoked', 'token', `…${token.body.token.slice(-4)}`],
      ['token.created', 'token', `…${token.body.token.slice(-4)}`],
      ['merchant.disabled', 'merchant', 'status'],
      ['merchant.changed', 'merchant', 'create_per_minute'],
      ['endpoint.created', 'endpoint', null],
      ['merchant.created', 'merchant', null],
    ]);
    expect(data.slice(3, 5)).toMatchObject([
      { actor: { name: 'ana' }, reason: action.reason },
      { actor: { name: 'ana' }, reason: null },
    ]);
    expect(data[2]).toMatchObject({
      actor: { type: 'token', name: 'ana' },
      subject: { type: 'endpoint', id: endpointId, name: 'https://hooks.example.com/orders?key=***' },
      merchant_id: merchantId,
      merchant_name: '=Cantina, "A"',
      reason: 'ticket 4711',
      address: '127.0.0.1',
    });
    expect(data[5]).toMatchObject({ actor: { type: 'token', name: 'ana' }, reason: 'ticket 4711' });
    // The phone number is the customer's.
    expect(JSON.stringify(data)).not.toContain('5511987654321');
  });

  it('shows the changes by a merchant, from where it called, and no refused ones', async () => {
    const { merchantId, endpointId } = await arrange();
    const path = `/merchants/${merchantId}/webhook-endpoints/${endpointId}`;
    const headers = { 'x-client-address': '203.0.113.7' };
    await apis.internal('PATCH', path, { body: { max_per_second: 9, events: ['status_changed'] }, headers });
    await apis.internal('POST', `${path}/rotate-secret`, { headers, body: {} });
    const refused = await apis.internal('PATCH', path, { body: { url: 'https://10.0.0.1/' }, headers });
    expect(refused.status).toBe(422);
    const { data } = await read({ subject: endpointId });
    expect(data.map((entry) => [entry.action, entry.detail, entry.actor.type, entry.address])).toEqual([
      ['endpoint.secret_rotated', null, 'merchant', '203.0.113.7'],
      ['endpoint.changed', 'events, max_per_second', 'merchant', '203.0.113.7'],
      ['endpoint.created', null, 'token', '127.0.0.1'],
    ]);
    expect(data[0]?.actor.name).toBe('=Cantina, "A"');
    // A change that an operator made for it without a name is not the merchant's own.
    expect(await read({ subject: endpointId, actor: '=Cantina, "A"' })).toMatchObject({ data: data.slice(0, 2) });
  });

  it('[P8] shows settings before and after, by which credential, without secrets and queries of URLs', async () => {
    const { merchantId, endpointId, key } = await arrange();
    const path = `/merchants/${merchantId}/webhook-endpoints/${endpointId}`;
    const { token, id } = (await apis.operator('POST', `/merchants/${merchantId}/tokens`)).body;
    const [token_hash, key_hash] = [token, key].map(sha256);
    const credential = { type: 'token', id: token.slice(-4) };
    const headers = {
      'x-client-address': '203.0.113.7',
      'x-client-credential': JSON.stringify({ token_hash, key_hash }),
    };
    const change = (body: object) => apis.internal('PATCH', path, { body, headers });
    await change({ url: 'https://hooks.example.com/v2?key=secret', header: { name: 'X-Key', value: 'hush' } });
    await change({ header: { name: 'X-Key', value: 'hush hush' }, events: ['status_changed', 'tracking_url_added'] });
    await apis.operator('POST', `/endpoints/${endpointId}/disable`, { body: action });
    const { data } = await read({ subject: endpointId });
    expect(data.slice(0, 3)).toMatchObject([
      { action: 'endpoint.disabled', changes: null, actor: { credential: null } },
      {
        changes: [
          { name: 'header', before: 'X-Key: ***', after: 'X-Key: ***' },
          { name: 'events', before: null, after: 'status_changed, tracking_url_added' },
        ],
      },
      {
        actor: { type: 'merchant', credential },
        address: '203.0.113.7',
        changes: [
          {
            name: 'url',
            before: 'https://hooks.example.com/orders?key=***',
            after: 'https://hooks.example.com/v2?key=***',
          },
          { name: 'header', before: null, after: 'X-Key: ***' },
        ],
      },
    ]);
    expect(JSON.stringify(data)).not.toMatch(/hush|secret"|token_hash/);
    await apis.operator('DELETE', `/merchants/${merchantId}/tokens/${id}`);
    expect((await read({ subject: endpointId })).data[1]?.actor.credential).toEqual(credential);
  });

  it('[P8] is open to the owner for what is its own, and does not name the operator’s people', async () => {
    const { merchantId, endpointId } = await arrange();
    await arrange();
    await apis.operator('POST', `/endpoints/${endpointId}/disable`, { body: action });
    await apis.operator('PATCH', `/merchants/${merchantId}`, { body: { name: 'Cantina da Rua', ...action } });
    const endpoint = await apis.internal('GET', `/merchants/${merchantId}/webhook-endpoints/${endpointId}`);
    expect(endpoint.body).toMatchObject({ status: 'disabled', disabled_reason: 'operator' });
    const { status, body } = await apis.internal('GET', `/merchants/${merchantId}/activity`);
    expect(status).toBe(200);
    const { data } = listSchema(ownActivityEntrySchema.strict()).parse(body);
    expect(data.map((entry) => [entry.action, entry.actor.name, entry.reason, entry.address])).toEqual([
      ['merchant.changed', null, null, null],
      ['endpoint.disabled', null, null, null],
      ['endpoint.created', null, null, null],
      ['merchant.created', null, null, null],
    ]);
    expect(data[0]?.changes).toEqual([{ name: 'name', before: '=Cantina, "A"', after: 'Cantina da Rua' }]);
    const other = await apis.internal('GET', `/merchants/${'0'.repeat(32)}/activity?subject=${endpointId}`);
    expect(other.body.data).toEqual([]);
  });

  it('shows changed contacts without their addresses, and stores where something changed', async () => {
    const { merchantId } = await arrange();
    const path = `/merchants/${merchantId}`;
    const contacts = [{ email: 'rui@shop.example', language: 'pt' }];
    await apis.internal('PUT', `${path}/contacts`, { body: { contacts } });
    await apis.operator('PUT', `/owners/${merchantId}/contacts`, { body: { contacts: [] } });
    const place = { country: 'BR', city: 'Recife', street: 'Rua da Aurora', number: '1' };
    const address = { ...place, coordinates: { latitude: -8.06, longitude: -34.88 } };
    const store = { name: 'Centro', phone: '8130001000', address };
    const put = (body: object) => apis.internal('PUT', `${path}/stores/centro`, { body });
    const moved = { ...store, address: { ...address, number: '2', complement: null } };
    for (const body of [store, store, { ...store, default: true }, moved, moved]) {
      expect((await put(body)).body.ref).toBe('centro');
    }
    await apis.internal('DELETE', `${path}/stores/centro`);
    await apis.internal('DELETE', `${path}/stores/centro`);
    const { data } = await read({ merchant_id: merchantId, limit: '6' });
    expect(data.map((entry) => [entry.action, entry.subject.id, entry.detail, entry.actor.type])).toEqual([
      ['store.deleted', 'centro', null, 'merchant'],
      ['store.changed', 'centro', 'address, default', 'merchant'],
      ['store.changed', 'centro', 'default', 'merchant'],
      ['store.created', 'centro', null, 'merchant'],
      ['contacts.changed', merchantId, null, 'token'],
      ['contacts.changed', merchantId, null, 'merchant'],
    ]);
  });

  it('shows the changes of a courier’s system and of its tokens', async () => {
    const wanted = { name: 'Rui', merchants: 'all', ...action };
    const created = await apis.operator('POST', '/courier-systems', { body: wanted });
    const path = `/courier-systems/${created.body.id}`;
    const body = { url: 'https://couriers.example.com/hook' };
    const endpoint = await apis.internal('POST', `/couriers/${created.body.id}/webhook-endpoints`, { body });
    await apis.operator('PATCH', path, { body: { name: 'Rui & Ana', per_minute: 9 } });
    await apis.operator('PATCH', path, { body: { status: 'disabled', by: 'ana' } });
    const token = await apis.operator('POST', `${path}/tokens`);
    expect((await apis.operator('POST', `${path}/tokens`)).status).toBe(409);
    await apis.operator('DELETE', `${path}/tokens/${token.body.id}`);
    const { data } = await read({ subject: created.body.id });
    expect(new Set(data.map(({ subject }) => subject.name))).toEqual(new Set(['Rui & Ana']));
    expect(data.map((entry) => [entry.action, entry.subject.type, entry.detail])).toEqual([
      ['courier_system.token_revoked', 'courier_system', `…${token.body.token.slice(-4)}`],
      ['courier_system.token_created', 'courier_system', `…${token.body.token.slice(-4)}`],
      ['courier_system.disabled', 'courier_system', 'status'],
      ['courier_system.changed', 'courier_system', 'name, per_minute'],
      ['courier_system.created', 'courier_system', null],
    ]);
    expect([2, 4].map((line) => [data[line]?.actor.name, data[line]?.reason])).toEqual([
      ['ana', null],
      ['ana', 'ticket 4711'],
    ]);
    const [disabled] = (await read({ subject: endpoint.body.id })).data;
    expect(disabled).toMatchObject({ action: 'endpoint.disabled', actor: { name: 'ana' }, reason: 'system_disabled' });
  });

  it('tells who made a merchant or a platform, or disabled it, and why', async () => {
    const platform = await apis.operator('POST', '/platforms', {
      body: { name: 'Pedidos', scopes: ['merchants:read'], ...action },
    });
    await apis.operator('PATCH', `/platforms/${platform.body.id}`, { body: { status: 'disabled', ...action } });
    const merchant = await createMerchant(apis, { name: 'Cantina', ...action });
    for (const subject of [platform.body.id, merchant.merchant_id]) {
      const { data } = await read({ subject });
      expect(data.map(({ actor, reason }) => [actor.name, reason])).toEqual(data.map(() => ['ana', 'ticket 4711']));
      expect(data.map(({ action: done }) => done)).toContain(`${data[0]?.subject.type}.created`);
    }
  });

  it('has a group of dead letters on record before the first is deleted, and a session when it begins and ends', async () => {
    const letter = { queue: 'order-state.orders', type: null, reason: 'no such status', detail: null, properties: {} };
    const at = { messageId: 'm-1', body: Buffer.from('{}'), atMs: Date.now() };
    await insertDeadLetters(apis.pool, [{ ...letter, ...at }]);
    const group = { queue: letter.queue, refused_for: letter.reason, ...action };
    expect((await apis.operator('POST', '/dead-letters/delete', { body: group })).body).toMatchObject({ done: 1 });
    await signInToConsole(apis);
    const { body } = await apis.operator('GET', '/sessions');
    await apis.operator('DELETE', `/sessions/${body.data[0].id}?by=ana&reason=left+behind`);
    const cookie = await signInToConsole(apis);
    const sessions = await apis.operator('GET', '/sessions');
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    expect((await apis.operator('DELETE', '/session', { headers })).status).toBe(204);
    const { data } = await read({ limit: '5' });
    expect(data.map((entry) => [entry.action, entry.subject.id, entry.detail])).toEqual([
      ['session.ended', sessions.body.data[0].id, null],
      ['session.begun', sessions.body.data[0].id, operatorRoles.join(', ')],
      ['session.ended', body.data[0].id, null],
      ['session.begun', body.data[0].id, operatorRoles.join(', ')],
      ['dead_letter.deleted', 'order-state.orders', 'refused for: no such status'],
    ]);
    expect(data[2]).toMatchObject({ actor: { type: 'token', name: 'ana' }, reason: 'left behind' });
  });

  it('is filtered, paged newest first, and exported whole, in the same order', async () => {
    const { merchantId, endpointId } = await arrange();
    const other = await arrange();
    for (const reason of ['one', 'two', 'three']) {
      const body = { by: 'bo', reason };
      await apis.operator('POST', `/endpoints/${endpointId}/disable`, { body });
      await apis.operator('POST', `/endpoints/${endpointId}/enable`, { body });
    }
    expect(await actionsOf({ actor: 'bo', action: 'endpoint.enabled' })).toEqual(Array(3).fill('endpoint.enabled'));
    expect(await actionsOf({ merchant_id: other.merchantId })).toEqual(['endpoint.created', 'merchant.created']);
    const first = await read({ subject: endpointId, limit: '3' });
    const second = await read({ subject: endpointId, limit: '100', cursor: first.next_cursor ?? '' });
    const all = [...first.data, ...second.data];
    expect(all.map(({ reason }) => reason)).toEqual(['three', 'three', 'two', 'two', 'one', 'one', null]);
    const until = first.data[2]?.at ?? '';
    expect((await read({ subject: endpointId, until })).data.every(({ at }) => at < until)).toBe(true);
    // RFC 3339 allows any number of digits, Postgres does not.
    const precise = until.replace('Z', `${'0'.repeat(200)}Z`);
    const since = (await read({ subject: endpointId, since: precise })).data.map(({ at }) => at);
    expect([since.length > 0, since.every((at) => at >= until)]).toEqual([true, true]);

    const csv = await exported(`merchant_id=${merchantId}`);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="activity.csv"');
    const bytes = Buffer.from(await csv.arrayBuffer());
    // The byte order mark.
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const ids = idsIn(bytes.toString('utf8'));
    expect(ids.slice(0, 7)).toEqual(all.map(({ id }) => String(id)));
    expect(ids).toHaveLength(8);
    expect(idsIn(await (await exported('actor=unknown')).text())).toEqual([]);
  });

  it('is exported beyond what one step reads', async () => {
    const { merchantId } = await arrange();
    await apis.pool.query(
      `insert into activity (action, actor_type, subject_type, subject_id, owner_id)
       select 'merchant.changed', 'system', 'merchant', $1, $1 from generate_series(1, 2500)`,
      [merchantId],
    );
    expect(new Set(idsIn(await (await exported(`subject=${merchantId}`)).text())).size).toBe(2_501);
  });
});
