import { afterAll, describe, expect, it } from '@jest/globals';
import { holdRows } from '../support/hold-rows.js';
import { untilLockWaiters } from '../support/lock-waiters.js';
import { createMerchant, startApis, submitOrder } from '../support/start-apis.js';

const apis = await startApis({ isPatient: true });
afterAll(() => apis.stop());

/** An endpoint with one order whose deliveries wait for it, and another order that is about to become ready. */
const arrange = async () => {
  const { merchant_id, webhook_endpoint } = await createMerchant(apis, { webhook_url: 'https://shop.example/race' });
  const endpointId = webhook_endpoint?.id ?? '';
  const orderId = await submitOrder(apis, merchant_id, 'second');
  const action = (name: string) =>
    apis.internal('POST', `/merchants/${merchant_id}/webhook-endpoints/${endpointId}/${name}`);
  const makeReady = (id: string) => apis.operator('POST', `/orders/${id}/status`, { body: { status: 'ready' } });
  return { merchantId: merchant_id, endpointId, orderId, action, makeReady };
};

/** Holds the window until the switch waits for it and the event, which does not wait, is committed. */
const runWhileLocked = async (endpointId: string, switched: () => Promise<unknown>, event: () => Promise<unknown>) => {
  const letGo = await holdRows(apis.databaseUrl, 'endpoint_windows where endpoint_id = $1', [endpointId]);
  const switching = switched();
  await untilLockWaiters(apis.pool, 1);
  await event();
  await letGo();
  await switching;
};

const inFlight = async (endpointId: string): Promise<number> =>
  (
    await apis.pool.query(`select 1 from webhook_deliveries where endpoint_id = $1 and state = 'in_flight'`, [
      endpointId,
    ])
  ).rowCount ?? 0;

describe('An event that comes while its endpoint is switched', () => {
  it('[P5] on does not leave held deliveries behind', async () => {
    const { merchantId, endpointId, orderId, action, makeReady } = await arrange();
    await action('disable');
    await makeReady(await submitOrder(apis, merchantId, 'first'));
    await runWhileLocked(
      endpointId,
      () => action('enable'),
      () => makeReady(orderId),
    );
    const { rows } = await apis.pool.query('select wake_at from endpoint_windows where endpoint_id = $1', [endpointId]);
    const woken = rows[0].wake_at !== null;
    expect({ endpointId, goesOn: woken || (await inFlight(endpointId)) > 0 }).toEqual({ endpointId, goesOn: true });
  });

  it('off is held', async () => {
    const { endpointId, orderId, action, makeReady } = await arrange();
    await runWhileLocked(
      endpointId,
      () => action('disable'),
      () => makeReady(orderId),
    );
    expect(await inFlight(endpointId)).toBe(0);
  });
});
