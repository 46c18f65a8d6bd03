import { afterAll, expect, it } from '@jest/globals';
import {
  type ActivityEntry,
  deliveryReleasedSchema,
  directoryEntrySchema,
  directoryPageSchema,
  endpointSecretOf,
  oauthClientCreatedSchema,
} from '@delivery/contracts';
import { selectReleases } from '../../src/ledger/queries/windows.js';
import { type Release, toDeliveryReleased } from '../../src/ledger/rules/releases.js';
import { oauthSecretOf } from '../../src/merchants/rules/credentials.js';
import { messageOf } from '../support/messages.js';
import {
  createCourierSystem,
  createMerchant,
  readyOrder,
  sha256,
  startApis,
  untilAnswered,
} from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

const create = async (merchantId: string, name = 'Till') =>
  apis.internal('POST', `/merchants/${merchantId}/oauth-clients`, { body: { name } });
const entryOf = async (merchantId: string) => {
  const page = directoryPageSchema.parse((await apis.internal('GET', '/directory')).body);
  return page.data.find(({ merchant_id }) => merchant_id === merchantId);
};

it('an OAuth client is in the directory by the hash of its secret, and gone once it is deleted', async () => {
  const merchantId = (await createMerchant(apis)).merchant_id;
  const { version } = directoryPageSchema.parse((await apis.internal('GET', '/directory')).body);
  const answer = await create(merchantId);
  expect(answer.status).toBe(201);
  const { client_id: id, client_secret: secret } = oauthClientCreatedSchema.parse(answer.body);
  expect((await entryOf(merchantId))?.oauth_clients).toEqual([{ client_id: id, secret_hash: sha256(secret) }]);
  const looked = await apis.internal('GET', `/directory/lookup?client_id=${id}`);
  expect(directoryEntrySchema.parse(looked.body).merchant_id).toBe(merchantId);
  const { rows } = await apis.pool.query<{ sealed_secret: string }>(
    'select sealed_secret from oauth_clients where id = $1',
    [id],
  );
  expect(apis.sealer.open(rows[0]?.sealed_secret ?? '', oauthSecretOf(id))).toBe(secret);

  const path = `/merchants/${merchantId}/oauth-clients/${id}`;
  expect((await apis.internal('DELETE', path)).status).toBe(204);
  expect((await apis.internal('DELETE', path)).body.code).toBe('oauth_client_not_found');
  const changes = directoryPageSchema.parse((await apis.internal('GET', `/directory/changes?since=${version}`)).body);
  expect(changes.data.find(({ merchant_id }) => merchant_id === merchantId)?.oauth_clients).toEqual([]);
  expect((await apis.internal('GET', `/directory/lookup?client_id=${id}`)).status).toBe(404);
});

it('the operator makes, lists and deletes them too, the log says who did it and why, and there are at most five', async () => {
  const merchantId = (await createMerchant(apis, { mode: 'sandbox' })).merchant_id;
  const path = `/merchants/${merchantId}/oauth-clients`;
  const made = await apis.operator('POST', `${path}?by=ana&reason=new+till`, { body: { name: 'PDV Legal' } });
  expect(oauthClientCreatedSchema.parse(made.body).client_id).toMatch(/^oauth_test_/);
  const rest = await Promise.all([1, 2, 3, 4, 5].map(() => untilAnswered(() => create(merchantId))));
  expect(rest.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409]);
  expect(rest.find(({ status }) => status === 409)?.body.code).toBe('oauth_client_limit_reached');
  const listed = await apis.operator('GET', path);
  expect(listed.body.data).toHaveLength(5);
  expect(listed.text).not.toContain('secret');
  const deleted = await apis.operator('DELETE', `${path}/${made.body.client_id}?by=rui&reason=till+stolen`);
  expect(deleted.status).toBe(204);
  const { body } = await apis.operator('GET', `/activity?merchant_id=${merchantId}&limit=100`);
  const lines = body.data.map(({ action, reason, actor }: ActivityEntry) => [action, reason, actor]);
  expect(lines).toEqual(
    expect.arrayContaining([
      ['oauth_client.created', 'new till', expect.objectContaining({ type: 'token', name: 'ana' })],
      ['oauth_client.created', null, expect.objectContaining({ type: 'merchant' })],
      ['oauth_client.deleted', 'till stolen', expect.objectContaining({ type: 'token', name: 'rui' })],
    ]),
  );
});

it('an endpoint of format open_delivery gets the events of the standard, with its client’s secret sealed for it', async () => {
  const merchantId = (await createMerchant(apis)).merchant_id;
  const { client_id: id, client_secret: secret } = oauthClientCreatedSchema.parse((await create(merchantId)).body);
  const add = (more: object) =>
    apis.internal('POST', `/merchants/${merchantId}/webhook-endpoints`, {
      body: { url: 'https://till.example/v1/newLogisticEvent', format: 'open_delivery', ...more },
    });
  const faults: [object, string][] = [
    [{}, '/oauth_client_id'],
    [{ oauth_client_id: `oauth_${'0'.repeat(24)}` }, '/oauth_client_id'],
    [{ oauth_client_id: id, events: ['status_changed'] }, '/events'],
    [{ oauth_client_id: id, format: 'standard_webhooks' }, '/oauth_client_id'],
    [{ oauth_client_id: id, type: 'pull', url: null }, '/format'],
  ];
  for (const [body, pointer] of faults) {
    const answer = await add(body);
    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([400, pointer]);
  }
  const added = await add({ oauth_client_id: id });
  expect(added).toMatchObject({ status: 201, body: { format: 'open_delivery', oauth_client_id: id, events: null } });
  const endpointId = String(added.body.id);
  const { rows } = await apis.pool.query<{ sealed: string }>(
    `select open_delivery->>'sealed' as sealed from endpoints where id = $1`,
    [endpointId],
  );
  expect(apis.sealer.open(rows[0]?.sealed ?? '', endpointSecretOf(endpointId))).toBe(secret);

  const other = oauthClientCreatedSchema.parse((await create(merchantId)).body);
  const change = (body: object) =>
    apis.internal('PATCH', `/merchants/${merchantId}/webhook-endpoints/${endpointId}`, { body });
  for (const [body, pointer] of [
    [{ oauth_client_id: `oauth_${'0'.repeat(24)}` }, '/oauth_client_id'],
    [{ oauth_client_id: null }, '/oauth_client_id'],
    [{ events: ['status_changed'] }, '/events'],
  ] as const)
    expect((await change(body)).body.errors?.[0].pointer).toBe(pointer);
  expect((await change({ oauth_client_id: other.client_id })).body.oauth_client_id).toBe(other.client_id);
  const changed = await apis.pool.query<{ sealed: string }>(
    `select open_delivery->>'sealed' as sealed from endpoints where id = $1`,
    [endpointId],
  );
  expect(apis.sealer.open(changed.rows[0]?.sealed ?? '', endpointSecretOf(endpointId))).toBe(other.client_secret);
  const standard = await apis.internal('POST', `/merchants/${merchantId}/webhook-endpoints`, {
    body: { url: 'https://till.example/standard' },
  });
  const refused = await apis.internal('PATCH', `/merchants/${merchantId}/webhook-endpoints/${standard.body.id}`, {
    body: { oauth_client_id: id },
  });
  expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([400, '/oauth_client_id']);

  const orderId = await readyOrder(apis, merchantId);
  const report = (status: string) => apis.operator('POST', `/orders/${orderId}/status`, { body: { status } });
  expect((await report('on_route_to_pickup')).status).toBe(200);
  const listed = await apis.internal('GET', `/merchants/${merchantId}/webhook-deliveries?endpoint_id=${endpointId}`);
  expect(listed.body.data.map((one: { event: string; sequence: number }) => [one.event, one.sequence])).toEqual([
    ['status_changed', 3],
  ]);
});

it('a release to such an endpoint has the order’s times and its courier’s place, until the end', async () => {
  const merchantId = (await createMerchant(apis)).merchant_id;
  const { client_id: id } = oauthClientCreatedSchema.parse((await create(merchantId)).body);
  const endpoint = await apis.internal('POST', `/merchants/${merchantId}/webhook-endpoints`, {
    body: { url: 'https://till.example/v1/newLogisticEvent', format: 'open_delivery', oauth_client_id: id },
  });
  const systemId = await createCourierSystem(apis, [merchantId]);
  const orderId = await readyOrder(apis, merchantId);
  const say = (type: string, payload: object) =>
    apis.applyMessage(messageOf(orderId, { type, payload, courier_system_id: systemId, occurred_at: undefined }));
  const eta = { delivery_at: '2036-01-01T13:00:00Z' };
  await say('courier.accept_requested', {});
  await say('courier.eta_reported', eta);
  await say('courier.status_reported', { status: 'on_route_to_pickup' });
  const noted = async () => {
    const { rows } = await apis.pool.query<Release>(
      selectReleases('(select * from webhook_deliveries where endpoint_id = $1 order by sequence desc limit 1)'),
      [endpoint.body.id],
    );
    return deliveryReleasedSchema.shape.open_delivery.parse(toDeliveryReleased(rows[0]!, Date.now()).open_delivery);
  };
  const times = { created_at: expect.any(String), delivered_by: null, picked_up_at: null, eta };
  expect(await noted()).toMatchObject({ times });
  await say('courier.status_reported', { status: 'on_route_to_delivery' });
  const positions = [{ delivery_id: orderId, latitude: -23.55712, longitude: -46.66021 }];
  const reported = await apis.internal('POST', `/couriers/${systemId}/positions`, { body: { positions } });
  expect(reported.body.data).toMatchObject([{ taken: true }]);
  expect(await noted()).toMatchObject({
    times: { ...times, picked_up_at: expect.any(String) },
    position: { latitude: -23.557, longitude: -46.66 },
  });
  await say('courier.status_reported', { status: 'delivered' });
  const ended = await noted();
  expect(ended).toMatchObject({ customer_name: expect.any(String) });
  expect(ended).not.toHaveProperty('times');
  expect(ended).not.toHaveProperty('position');
});
