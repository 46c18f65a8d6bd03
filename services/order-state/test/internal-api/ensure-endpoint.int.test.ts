import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ensuredEndpointSchema, platformScopes } from '@delivery/contracts';
import { createMerchant, startApis } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

const wanted = {
  url: 'https://shop.example/hook?key=c2VjcmV0',
  name: 'Kitchen',
  events: ['status_changed'],
  header: { name: 'X-Key', value: 'hush' },
};

const arrange = async () => {
  const { merchant_id: merchantId } = await createMerchant(apis);
  const path = `/merchants/${merchantId}/webhook-endpoints`;
  const ensure = (reference: string, body: object) =>
    apis.internal('PUT', `${path}/by-reference/${reference}`, { body });
  const logOf = async (id: string) => {
    const { body } = await apis.operator('GET', `/activity?subject=${id}`);
    return body.data.map(({ action }: { action: string }) => action.split('.')[1]).reverse() as string[];
  };
  return { path, ensure, logOf };
};

describe('An endpoint under a reference', () => {
  it('[P32] is made once, then changed to what is wanted, and stays as it is if nothing differs', async () => {
    const { ensure, logOf } = await arrange();
    const made = await ensure('kitchen', wanted);
    expect([made.status, ensuredEndpointSchema.parse(made.body)]).toMatchObject([
      201,
      { reference: 'kitchen', name: 'Kitchen', changed: [], secret: expect.stringMatching(/^whsec_/) },
    ]);
    const { id } = made.body;
    const same = await ensure('kitchen', wanted);
    expect([same.status, same.body]).toMatchObject([200, { id, changed: [] }]);
    expect(same.body).not.toHaveProperty('secret');
    const { name: _name, ...unnamed } = wanted;
    const other = await ensure('kitchen', { ...unnamed, give_up_after: 900, enabled: false });
    expect(other.body).toMatchObject({ id, name: null, status: 'disabled' });
    expect(other.body.changed).toEqual(['name', 'give_up_after', 'enabled']);
    const again = await ensure('kitchen', { ...unnamed, header: { ...wanted.header, value: 'other' } });
    expect(again.body).toMatchObject({ id, status: 'disabled', changed: ['header', 'give_up_after'] });
    expect(await logOf(id)).toEqual(['created', 'changed', 'disabled', 'changed']);
  });

  it('is one, however many calls make it at once', async () => {
    const { path, ensure } = await arrange();
    // The reference is the last word of another call.
    const answers = await Promise.all(Array.from({ length: 8 }, () => ensure('test', { type: 'pull' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id as string)).size).toBe(1);
    expect((await apis.internal('GET', path)).body.data).toHaveLength(1);
  });

  it('keeps its type, its format and its reference, takes no URL of another, and is free after a deletion', async () => {
    const { path, ensure } = await arrange();
    const { body: made } = await ensure('kitchen', wanted);
    expect((await ensure('kitchen', { type: 'pull' })).body.code).toBe('endpoint_type_mismatch');
    expect((await ensure('other', wanted)).body).toMatchObject({ code: 'endpoint_url_taken', endpoint_id: made.id });
    expect((await ensure('kitchen', { ...wanted, reference: 'other' })).status).toBe(400);
    expect((await ensure('a%20b', wanted)).body.code).toBe('endpoint_not_found');
    await apis.internal('DELETE', `${path}/${made.id}`);
    const { status, body } = await ensure('kitchen', wanted);
    expect([status, body.id === made.id]).toEqual([201, false]);
  });

  it('is there for platforms and couriers’ systems, with their own events', async () => {
    const name = randomUUID();
    const { body: platform } = await apis.operator('POST', '/platforms', { body: { name, scopes: platformScopes } });
    const { merchant_id: merchantId } = await createMerchant(apis);
    const { body: system } = await apis.operator('POST', '/courier-systems', {
      body: { name, merchants: [merchantId] },
    });
    for (const [owner, events] of [
      [`/platforms/${platform.id}/live`, ['order_late']],
      [`/couriers/${system.id}`, ['delivery_offered']],
    ] as const) {
      const path = `${owner}/webhook-endpoints/by-reference/main`;
      const body = { url: 'https://shop.example/hook', events };
      const answers = [await apis.internal('PUT', path, { body }), await apis.internal('PUT', path, { body })];
      expect(answers).toMatchObject([
        { status: 201, body: { events, reference: 'main' } },
        { status: 200, body: { changed: [] } },
      ]);
      expect((await apis.internal('PUT', path, { body: { ...body, store_refs: ['a'] } })).status).toBe(400);
    }
  });
});
