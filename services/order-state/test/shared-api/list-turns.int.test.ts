import { afterAll, describe, expect, it } from '@jest/globals';
import { holdTable } from '../support/hold-rows.js';
import { countLockWaiters, untilLockWaiters } from '../support/lock-waiters.js';
import { createCourierSystem, createMerchant, startApis } from '../support/start-apis.js';

const apis = await startApis({ isPatient: true });
afterAll(() => apis.stop());

/** Runs the work while other sessions cannot read the table. */
const whileHeld = async (table: string, work: () => Promise<void>): Promise<void> => {
  const letGo = await holdTable(apis.databaseUrl, table);
  await work().finally(letGo);
};

describe('Lists that take their time', () => {
  it.each([
    { what: 'webhook-replays', reads: 'replays', free: 'orders' },
    { what: 'summary', reads: 'webhook_deliveries', free: 'orders' },
    { what: 'search?q=4711', reads: 'orders', free: 'webhook-replays' },
  ])(
    '[P6] take two connections, however many $what are asked for, and leave the others to other calls',
    async ({ what, reads, free }) => {
      const [mine, other] = [await createMerchant(apis), await createMerchant(apis)];
      const list = ({ merchant_id }: typeof mine, path: string) =>
        apis.internal('GET', `/merchants/${merchant_id}/${path}`);
      let slow: ReturnType<typeof list>[] = [];
      await whileHeld(reads, async () => {
        slow = Array.from({ length: 30 }, () => list(mine, what));
        await untilLockWaiters(apis.pool, 2);
        expect((await list(other, free)).status).toBe(200);
        expect(await countLockWaiters(apis.pool)).toBe(2);
      });
      // A call that has waited for too long gets 503.
      for (const { status, headers } of await Promise.all(slow))
        expect([status, headers.get('retry-after')]).toEqual(status === 200 ? [200, null] : [429, '1']);
      expect((await list(mine, what)).status).toBe(200);
    },
  );

  it('[P6] take two connections of a courier’s system too, and leave it the others', async () => {
    const id = await createCourierSystem(apis, [(await createMerchant(apis)).merchant_id]);
    const read = (path: string) => apis.internal('GET', `/couriers/${id}/${path}`);
    let slow: ReturnType<typeof read>[] = [];
    await whileHeld('courier_system_merchants', async () => {
      slow = Array.from({ length: 30 }, () => read('deliveries'));
      await untilLockWaiters(apis.pool, 2);
      expect((await read('events?after=latest')).status).toBe(200);
      expect(await countLockWaiters(apis.pool)).toBe(2);
    });
    for (const { status } of await Promise.all(slow)) expect([200, 429]).toContain(status);
    expect((await read('deliveries')).status).toBe(200);
  });

  it('keep no merchant from an order that it asks for by its external_id', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const list = (path: string) => apis.internal('GET', `/merchants/${merchantId}/${path}`);
    let slow: ReturnType<typeof list>[] = [];
    await whileHeld('replays', async () => {
      slow = [list('webhook-replays'), list('webhook-replays')];
      await untilLockWaiters(apis.pool, 2);
      expect((await list('orders')).status).toBe(429);
      expect((await list('orders?external_id=A-1')).status).toBe(200);
    });
    for (const { status } of await Promise.all(slow)) expect(status).toBe(200);
  });
});
