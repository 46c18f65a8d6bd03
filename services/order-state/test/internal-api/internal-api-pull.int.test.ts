import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { endpointViewSchema, endpointWithSecretSchema, operatorEndpointSchema } from '@delivery/contracts';
import { createMerchant, startApis, submitOrder, takeFrom } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

const arrange = async (settings: object = { type: 'pull' }, mode = 'live') => {
  const { merchant_id } = await createMerchant(apis, { mode });
  const path = `/merchants/${merchant_id}/webhook-endpoints`;
  const created = await apis.internal('POST', path, { body: settings });
  return { merchantId: merchant_id, path, id: created.body.id as string, created };
};

describe('a pull endpoint', () => {
  it('is made without a URL, shows its type, and any number of a merchant’s five may be such', async () => {
    const { path, id, created } = await arrange();
    expect(created.status).toBe(201);
    expect(endpointWithSecretSchema.parse(created.body)).toMatchObject({ type: 'pull', url: null, status: 'active' });
    expect((await apis.internal('POST', path, { body: { type: 'pull' } })).status).toBe(201);
    const one = await apis.internal('GET', `${path}/${id}`);
    expect(endpointViewSchema.parse(one.body)).toMatchObject({ type: 'pull', url: null });
    const seen = operatorEndpointSchema.parse((await apis.operator('GET', `/endpoints/${id}`)).body);
    expect(seen).toMatchObject({ type: 'pull', url: null, window: { size: 256, in_flight: 0 } });
    const listed = await apis.operator('GET', '/endpoints');
    expect(listed.body.data.find((entry: { id: string }) => entry.id === id)).toMatchObject({
      health: 'not_fetching',
      url: null,
    });
  });

  it('keeps its type with any change, and takes no test and no fault, because nothing is posted', async () => {
    const { path, id } = await arrange({ type: 'pull' }, 'sandbox');
    const changed = await apis.internal('PATCH', `${path}/${id}`, { body: { events: ['delivery_requested'] } });
    expect(endpointViewSchema.parse(changed.body)).toMatchObject({ type: 'pull', events: ['delivery_requested'] });
    const other = { type: 'push', url: 'https://shop.example/hook' };
    const refused = await apis.internal('PATCH', `${path}/${id}`, { body: other });
    expect([refused.status, refused.body.code]).toEqual([409, 'endpoint_type_mismatch']);
    expect((await apis.internal('PATCH', `${path}/${id}`, { body: { url: other.url } })).status).toBe(400);
    const fault = path.replace('/webhook-endpoints', '/sandbox/webhook-endpoints');
    for (const answer of [
      await apis.internal('POST', `${path}/${id}/test`, { body: {} }),
      await apis.internal('POST', `${fault}/${id}/inject-fault`, { body: { kind: 'duplicate' } }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'endpoint_type_mismatch']);
  });
});

describe('a till that does not fetch', () => {
  const fetchedBefore = (id: string, ago: string) =>
    apis.pool.query('update endpoint_windows set last_fetched_at = now() - $2::interval where endpoint_id = $1', [
      id,
      ago,
    ]);
  const look = async (merchantId: string, path: string, id: string) => {
    const { not_fetching, last_fetched_at } = endpointViewSchema.parse(
      (await apis.internal('GET', `${path}/${id}`)).body,
    );
    const { body: summary } = await apis.internal('GET', `/merchants/${merchantId}/summary`);
    const { body: status } = await apis.operator('GET', '/status');
    return {
      not_fetching,
      last_fetched_at,
      health: summary.endpoints[0].health,
      alerted: status.not_fetching_endpoints,
    };
  };
  const never = { not_fetching: true, last_fetched_at: null, health: 'not_fetching' };
  const well = { not_fetching: false, last_fetched_at: expect.any(String), health: 'ok' };

  it('is shown by every view once something waits for two minutes, and never called well before its first fetch', async () => {
    const { merchantId, path, id, created } = await arrange();
    expect(created.body).toMatchObject({ not_fetching: true, last_fetched_at: null });
    expect(await look(merchantId, path, id)).toMatchObject(never);
    await takeFrom(apis, merchantId, id);
    expect(await look(merchantId, path, id)).toEqual({ ...well, alerted: expect.any(Number) });
    await fetchedBefore(id, '3 minutes');
    expect(await look(merchantId, path, id)).toMatchObject(well);
    const orderId = await submitOrder(apis, merchantId, 'order');
    await apis.operator('POST', `/orders/${orderId}/status`, { body: { status: 'ready' } });
    expect(await look(merchantId, path, id)).toMatchObject({ not_fetching: true, health: 'not_fetching' });
    const { body: listed } = await apis.operator('GET', `/endpoints?merchant_id=${merchantId}&health=not_fetching`);
    expect(listed.data).toMatchObject([{ id, not_fetching: true }]);
    await takeFrom(apis, merchantId, id);
    expect(await look(merchantId, path, id)).toMatchObject(well);
    await apis.internal('POST', `${path}/${id}/disable`);
    await fetchedBefore(id, '3 minutes');
    expect(await look(merchantId, path, id)).toMatchObject({ not_fetching: false, health: 'disabled' });
  });

  it('costs no write: a poll that finds nothing notes its time once a minute', async () => {
    const { merchantId, id } = await arrange();
    const version = async () =>
      (await apis.pool.query('select xmin, ctid from endpoint_windows where endpoint_id = $1', [id])).rows;
    await takeFrom(apis, merchantId, id);
    const noted = await version();
    await Promise.all(Array.from({ length: 20 }, () => takeFrom(apis, merchantId, id)));
    expect(await version()).toEqual(noted);
    await fetchedBefore(id, '61 seconds');
    const old = await version();
    await takeFrom(apis, merchantId, id);
    expect(await version()).not.toEqual(old);
  });
});

describe('an ack', () => {
  it('at a push endpoint is 409, of no ids or too many 400', async () => {
    const pushed = await arrange({ url: 'https://shop.example/hook' });
    const ids = [randomUUID()];
    const atPushed = await apis.internal('POST', `${pushed.path}/${pushed.id}/ack`, { body: { ids } });
    expect([atPushed.status, atPushed.body.code]).toEqual([409, 'endpoint_type_mismatch']);
    for (const wrong of [[], ['x'], Array.from({ length: 101 }, () => randomUUID())])
      expect((await apis.internal('POST', `${pushed.path}/${pushed.id}/ack`, { body: { ids: wrong } })).status).toBe(
        400,
      );
  });
});
