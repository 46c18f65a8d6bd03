import { afterAll, expect, it } from '@jest/globals';
import {
  listSchema,
  merchantCreatedSchema,
  merchantUsageSchema,
  platformCreatedSchema,
  usageMonthsSchema,
} from '@delivery/contracts';
import { saveUsage } from '../../src/dashboards/record-history.js';
import { createUsageCounter } from '../../src/dashboards/rules/count-usage.js';
import { messageOf, newOrderId } from '../support/messages.js';
import {
  type Apis,
  createMerchant,
  orderContent,
  requestReady,
  startApis,
  submitOrder,
} from '../support/start-apis.js';

const nowMs = Date.UTC(2026, 10, 15);
const apis = await startApis({ isPatient: true, hasPublicUrl: true, now: () => nowMs });
afterAll(() => apis.stop());

let names = 0;
const createPlatform = async () => {
  const body = { name: `=P${(names += 1)}`, scopes: ['merchants:read', 'merchants:write'] };
  return platformCreatedSchema.parse((await apis.operator('POST', '/platforms', { body })).body);
};
const createOwn = async (platform: { id: string }, name: string, mode = 'live') => {
  const made = await apis.internal('POST', `/platforms/${platform.id}/${mode}/merchants`, { body: { name } });
  return merchantCreatedSchema.parse(made.body).merchant_id;
};

type Counts = { merchantId: string; created: number; attempts?: number; month?: string };

/** As a process of the service does after each batch, and when it ends. */
const count = async (...all: Counts[]): Promise<void> => {
  const usage = createUsageCounter();
  usage.giveBack(
    all.map(({ merchantId, created, attempts = 0, month = '2026-11' }) => ({
      ownerId: merchantId,
      month,
      ordersCreated: created,
      ordersDelivered: 0,
      ordersCanceled: 0,
      ordersReturned: 0,
      webhookAttempts: attempts,
      webhooksDelivered: 0,
      webhooksExhausted: 0,
    })),
  );
  await saveUsage({ pool: apis.pool, usage });
};

const read = async (path: string) => {
  const { status, body } = await apis.internal('GET', path);
  expect(status).toBe(200);
  return listSchema(merchantUsageSchema).parse(body);
};

it('a platform sees a month of its own merchants of one mode, page by page, with what every process has counted', async () => {
  const [platform, other] = [await createPlatform(), await createPlatform()];
  const [first, second] = [await createOwn(platform, 'Um'), await createOwn(platform, 'Dois')];
  const [sandbox, foreign] = [await createOwn(platform, 'Teste', 'sandbox'), await createOwn(other, 'Outro')];
  await count(
    { merchantId: first, created: 2 },
    { merchantId: second, created: 1 },
    { merchantId: foreign, created: 9 },
  );
  await count({ merchantId: first, created: 3, attempts: 4 }, { merchantId: sandbox, created: 7 });
  await count({ merchantId: first, created: 5, month: '2026-10' });
  const own = `/platforms/${platform.id}/live/usage`;
  const pages = await read(`${own}?limit=1`);
  const rest = await read(`${own}?limit=1&cursor=${pages.next_cursor}`);
  expect(rest.next_cursor).toBeNull();
  expect([...pages.data, ...rest.data]).toMatchObject([
    { merchant_id: first, month: '2026-11', orders: { created: 5 }, webhooks: { attempts: 4 } },
    { merchant_id: second, month: '2026-11', orders: { created: 1 }, webhooks: { attempts: 0 } },
  ]);
  expect((await read(`${own}?month=2026-10`)).data).toMatchObject([{ merchant_id: first, orders: { created: 5 } }]);
  expect((await read(`/platforms/${platform.id}/sandbox/usage`)).data).toMatchObject([{ merchant_id: sandbox }]);
  expect((await apis.internal('GET', `${own}?month=2026-13`)).body.code).toBe('invalid_parameter');
  const months = await apis.internal('GET', `/platforms/${platform.id}/live/merchants/${first}/usage`);
  expect(usageMonthsSchema.parse(months.body).data.map(({ month, orders }) => [month, orders.created])).toEqual([
    ['2026-11', 5],
    ['2026-10', 5],
  ]);
  expect((await apis.internal('GET', `/platforms/${platform.id}/live/merchants/${foreign}/usage`)).status).toBe(404);
});

it('is the operator’s for all merchants, live and sandbox apart, and for one also where nothing has happened', async () => {
  const live = await createMerchant(apis);
  const sandbox = await createMerchant(apis, { mode: 'sandbox' });
  await count({ merchantId: live.merchant_id, created: 1 }, { merchantId: sandbox.merchant_id, created: 1 });
  const idsOf = async (query: string) => {
    const { body } = await apis.operator('GET', `/usage?limit=100${query}`);
    return listSchema(merchantUsageSchema)
      .parse(body)
      .data.map(({ merchant_id: id }) => id);
  };
  expect(await idsOf('')).toContain(live.merchant_id);
  expect(await idsOf('')).not.toContain(sandbox.merchant_id);
  expect(await idsOf('&mode=sandbox')).toContain(sandbox.merchant_id);
  expect((await apis.operator('GET', '/usage?format=csv&mode=sandbox')).text).toContain(sandbox.merchant_id);
  const platform = await createPlatform();
  const [busy, calm] = [await createOwn(platform, 'Café da Rua'), await createOwn(platform, 'Bar')];
  await count({ merchantId: calm, created: 1, attempts: 1 }, { merchantId: busy, created: 1, attempts: 2 });
  expect(await idsOf(`&platform_id=${platform.id}`)).toEqual([busy, calm]);
  const named = `platform_id=${platform.id}&q=${encodeURIComponent('da rua')}`;
  expect(await idsOf(`&${named}`)).toEqual([busy]);
  const file = await apis.operator('GET', `/usage?format=csv&${named}`);
  expect(file.text).toMatch(new RegExp(`^[^\\n]+\\n[^\\n]+${busy}[^\\n]+\\n$`));
  const quiet = await createMerchant(apis);
  expect((await apis.operator('GET', `/merchants/${quiet.merchant_id}/usage`)).body).toEqual({ data: [] });
});

it('counts what a batch has decided: an order that is created, comes again, and is canceled', async () => {
  const { merchant_id: merchantId } = await createMerchant(apis);
  const usage = createUsageCounter();
  const apply = async (...messages: Parameters<Apis['applyMessages']>[0]) =>
    usage.onApplied((await apis.applyMessages(messages)).plan, nowMs);
  const orderId = await submitOrder(apis, merchantId, 'counted-elsewhere');
  await requestReady(apis, merchantId, orderId);
  const canceled = messageOf(orderId, { type: 'order.cancel_requested', merchant_id: merchantId, payload: {} }, nowMs);
  await apply(canceled);
  await apply(canceled);
  await apply({ ...canceled, id: 'cancel-again' });
  const payload = { order: orderContent('new'), external_data: '{}' };
  const created = messageOf(newOrderId(), { type: 'order.submitted', merchant_id: merchantId, payload }, nowMs);
  await apply(created);
  await apply(created);
  await saveUsage({ pool: apis.pool, usage });
  const { body } = await apis.operator('GET', `/merchants/${merchantId}/usage`);
  expect(usageMonthsSchema.parse(body).data).toMatchObject([
    { orders: { created: 1, delivered: 0, canceled: 1, returned: 0 } },
  ]);
});
