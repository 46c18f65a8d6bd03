import { afterAll, expect, it } from '@jest/globals';
import { deriveOrderId, storeSchema } from '@delivery/contracts';
import { createMerchant, startApis, submitOrder } from '../support/start-apis.js';

const apis = await startApis();
const merchantId = (await createMerchant(apis)).merchant_id;
afterAll(() => apis.stop());

const address = {
  country: 'BR',
  city: 'São Paulo',
  street: 'Rua Augusta',
  number: '1508',
  coordinates: { latitude: -23.5571, longitude: -46.6602 },
};
const settings = { name: 'Padaria', phone: '1130001000', address };
const put = (ref: string, body: object, merchant = merchantId) =>
  apis.internal('PUT', `/merchants/${merchant}/stores/${ref}`, { body });
const defaults = async () => {
  const { body } = await apis.operator('GET', `/merchants/${merchantId}/stores`);
  return storeSchema
    .array()
    .parse(body.data)
    .map((store) => [store.ref, store.default]);
};

it('a store is added, replaced as a whole and deleted', async () => {
  expect(await put('centro', settings)).toMatchObject({ status: 201, body: { ref: 'centro', default: false } });
  expect(await put('centro', { ...settings, name: 'Padaria 2' })).toMatchObject({
    status: 200,
    body: { name: 'Padaria 2' },
  });
  const path = `/merchants/${merchantId}/stores/centro`;
  expect((await apis.internal('GET', path)).body).toEqual({
    ref: 'centro',
    ...settings,
    name: 'Padaria 2',
    default: false,
  });
  expect((await apis.internal('DELETE', path)).status).toBe(204);
  expect((await apis.internal('DELETE', path)).body.code).toBe('store_not_found');
});

it('a store has a place on the earth, and a fault names its field', async () => {
  const nowhere = { ...settings, address: { ...address, coordinates: { latitude: 0, longitude: 0 } } };
  for (const [body, field] of [
    [nowhere, 'address.coordinates'],
    [{ ...settings, phone: '+55' }, 'phone'],
    [{ ...settings, address: { ...address, complemento: 'Loja 2' } }, 'address.complemento'],
    [
      { ...settings, address: { ...address, coordinates: { ...address.coordinates, lat: 1 } } },
      'address.coordinates.lat',
    ],
  ] as const) {
    const answer = await put('b', body);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  }
});

it('whatever comes at once, a merchant has one default store', async () => {
  const refs = Array.from({ length: 8 }, (_, index) => `s-${index}`);
  const answers = await Promise.all(refs.map((ref) => put(ref, { ...settings, default: true })));
  expect(answers.map(({ status }) => status)).toEqual(refs.map(() => 201));
  expect((await defaults()).filter(([, isDefault]) => isDefault)).toHaveLength(1);
  await put('s-3', { ...settings, default: true });
  expect(await defaults()).toEqual(refs.map((ref) => [ref, ref === 's-3']));
});

it('an order shows its store as it is now: the named one, else the default, else none', async () => {
  const merchant = (await createMerchant(apis)).merchant_id;
  const storeOf = async (externalId: string) => {
    const { body } = await apis.internal('GET', `/merchants/${merchant}/orders/${deriveOrderId(merchant, externalId)}`);
    return [body.store_ref, body.store?.ref ?? null, body.store?.name];
  };
  await submitOrder(apis, merchant, 'A-1');
  await submitOrder(apis, merchant, 'A-2', { storeRef: 'later' });
  expect([await storeOf('A-1'), await storeOf('A-2')]).toEqual([
    [undefined, null, undefined],
    ['later', null, undefined],
  ]);
  await put('main', { ...settings, default: true }, merchant);
  await put('later', settings, merchant);
  await put('later', { ...settings, name: 'Moved' }, merchant);
  expect([await storeOf('A-1'), await storeOf('A-2')]).toEqual([
    [undefined, 'main', 'Padaria'],
    ['later', 'later', 'Moved'],
  ]);
});
