import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countLockWaiters, untilLockWaiters } from './lock-waiters.js';
import { type Apis, createMerchant, startApis } from './start-apis.js';

let apis: Apis;
beforeAll(async () => {
  apis = await startApis({ isPatient: true });
});
afterAll(() => apis.stop());

describe('Lists that take their time', () => {
  it('take two connections of their merchant, however many are asked for, and leave the others to everybody else', async () => {
    const [mine, other] = [await createMerchant(apis), await createMerchant(apis)];
    const list = ({ merchant_id }: typeof mine, what: string) =>
      apis.internal('GET', `/merchants/${merchant_id}/${what}`);
    const client = await apis.pool.connect();
    await client.query('begin; lock table replays');
    const slow = Array.from({ length: 30 }, () => list(mine, 'webhook-replays'));
    await untilLockWaiters(apis.pool, 2);
    expect((await list(other, 'orders')).status).toBe(200);
    expect((await list(other, 'webhook-deliveries')).status).toBe(200);
    expect(await countLockWaiters(apis.pool)).toBe(2);
    await client.query('commit');
    client.release();
    // Who waited for too long, on a slow machine, is told so.
    for (const { status, headers } of await Promise.all(slow))
      expect([status, headers.get('retry-after')]).toEqual(status === 200 ? [200, null] : [429, '1']);
    expect((await list(mine, 'webhook-replays')).status).toBe(200);
  });
});
