import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusedCallsSchema } from '@delivery/contracts';
import {
  callAs,
  createOrder,
  type Harness,
  makeMerchant,
  readReply,
  startHarness,
  type TestMerchant,
} from '../support/intake-harness.js';
import { orderContent } from '../support/sample-order.js';

// Limits so low that nothing flows back in while a test runs: admitted calls can be counted.
const platformKey = makeMerchant();
const shared = { key_hash: platformKey.entry.key_hash };
const generous = makeMerchant({ create_per_minute: 7, other_per_minute: 3 });
const shopA = { ...makeMerchant(shared), key: platformKey.key };
const shopB = { ...makeMerchant(shared), key: platformKey.key };
const sandbox = makeMerchant({ mode: 'sandbox' });
const withLongOrders = makeMerchant({ create_per_minute: 30 });
const withManyLongOrders = makeMerchant({ create_per_minute: 1_000 });
const sandboxWithOwn = makeMerchant({ mode: 'sandbox', create_per_minute: 4 });

let harness: Harness;
beforeAll(async () => {
  const env = {
    RATE_LIMIT_CREATE_PER_MINUTE: '4',
    RATE_LIMIT_OTHER_PER_MINUTE: '5',
    RATE_LIMIT_CREATE_BYTES_PER_DAY: '600000',
    RATE_LIMIT_PLATFORM_PER_MINUTE: '10',
    RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '3',
    RATE_LIMIT_SANDBOX_CREATE_PER_MINUTE: '2',
    RATE_LIMIT_SANDBOX_OTHER_PER_MINUTE: '3',
    RATE_LIMIT_SANDBOX_PLATFORM_PER_MINUTE: '4',
    TRUST_PROXY: '1',
  };
  harness = await startHarness(env, [
    makeMerchant(),
    generous,
    shopA,
    shopB,
    sandbox,
    sandboxWithOwn,
    withLongOrders,
    withManyLongOrders,
  ]);
});
afterAll(() => harness.close());

const burst = async (count: number, send: () => Promise<{ status: number }>) => {
  const statuses = await Promise.all(Array.from({ length: count }, send));
  return statuses.filter(({ status }) => status !== 429).length;
};
const ready = (merchant: TestMerchant) => callAs(harness, merchant, 'POST', '/v1/external-orders/x/ready');
const create = (merchant: TestMerchant) => callAs(harness, merchant, 'POST', '/v1/external-orders', { body: '{}' });

/** 180 KB: one token, and eleven for its bytes. */
const longOrder = (externalId: string) => {
  const items = Array.from({ length: 90 }, () => ({ description: 'x', quantity: 1, notes: 'n'.repeat(1_990) }));
  return JSON.stringify(orderContent({ external_id: externalId, items }));
};

describe('rate limits', () => {
  it('let exactly the limit through, creates apart from other calls', async () => {
    expect(await burst(12, () => createOrder(harness))).toBe(4);
    expect(await burst(12, () => ready(harness.merchant))).toBe(5);
  });

  it('let a merchant’s own limits through where it has some', async () => {
    expect(await burst(10, () => create(generous))).toBe(7);
    expect(await burst(10, () => ready(generous))).toBe(3);
  });

  it('[P24] are those of sandbox merchants for a sandbox merchant, its own before them', async () => {
    expect(await burst(9, () => create(sandbox))).toBe(2);
    // The platform's four include the two creates.
    expect(await burst(9, () => ready(sandbox))).toBe(2);
    expect(await burst(9, () => create(sandboxWithOwn))).toBe(4);
  });

  it('count all merchants of a platform together', async () => {
    const calls = [create, ready].flatMap((call) => [shopA, shopB].map((shop) => () => call(shop)));
    const passed = await Promise.all(calls.map((call) => burst(8, call)));
    expect(passed.reduce((sum, count) => sum + count)).toBe(10);
    const refused = await ready(shopB);
    expect(refused.headers.get('ratelimit')).toMatch(/^"(platform|other)";r=0;/);
  });

  it('tell their values, the remaining calls and when to come back', async () => {
    const merchant = harness.otherMerchant;
    const replies = await Promise.all(Array.from({ length: 9 }, () => create(merchant)));
    const refused = replies.find(({ status }) => status === 429)!;
    expect(refused.json).toMatchObject({ code: 'rate_limited', status: 429 });
    const limit = 'Too many requests: the limit "create" is 7 a minute';
    expect(refused.json['detail']).toMatch(new RegExp(`^${limit}. Try again in \\d+ s.$`));
    const long = await callAs(harness, merchant, 'POST', '/v1/external-orders', { body: longOrder('refused unread') });
    expect(long.json['detail']).toContain(`${limit}, and every 16384 bytes of a body count as one more request.`);
    expect(refused.headers.get('ratelimit-policy')).toBe('"create";q=7;w=60, "platform";q=10;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"create";r=0;t=(5\d|60)$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('count bytes: a long body counts the same, refused or accepted', async () => {
    const send = (body: string) => callAs(harness, withLongOrders, 'POST', '/v1/external-orders', { body });
    expect((await send(longOrder('long'))).status).toBe(201);
    expect((await send(`[${longOrder('long')}]`)).status).toBe(400);
    const refused = await send(longOrder('longer'));
    expect([refused.status, refused.json['code']]).toEqual([429, 'rate_limited']);
    expect(refused.json['detail']).toContain('The limit is "create_bytes".');
    expect(refused.headers.get('ratelimit')).toMatch(/^"create_bytes";r=\d;/);
    expect((await send(JSON.stringify(orderContent({ external_id: 'short' })))).status).toBe(201);
  });

  it('[P12] leave a merchant its storage of a day, and name that limit', async () => {
    const send = (body: string) => callAs(harness, withManyLongOrders, 'POST', '/v1/external-orders', { body });
    for (const externalId of ['1', '2', '3']) expect((await send(longOrder(externalId))).status).toBe(201);
    const refused = await send(longOrder('4'));
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([
      429,
      expect.stringMatching(/^"create_bytes_per_day";r=0;t=\d+$/),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
  });

  it('count failed logins by address, the client’s behind the trusted proxy, and never the successful ones', async () => {
    const login = async (address: string, merchant: TestMerchant) => {
      const headers = { 'x-forwarded-for': address };
      const url = `${harness.url}/v1/external-orders/x/ready?key=${merchant.key}&token=${merchant.token}`;
      return readReply(await fetch(url, { method: 'POST', headers }));
    };
    expect(await burst(9, () => login('203.0.113.7', makeMerchant()))).toBe(3);
    expect(await burst(9, () => login('203.0.113.8', makeMerchant()))).toBe(3);
    expect(await burst(4, () => login('2001:db8:1:2::1', makeMerchant()))).toBe(3);
    // Another address of the same subscriber.
    expect((await login('2001:db8:1:2:ffff::9', makeMerchant())).status).toBe(429);
    const fresh = makeMerchant();
    harness.orderState.state.entries.push(fresh.entry);
    const refused = await login('203.0.113.7', makeMerchant());
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([
      429,
      expect.stringMatching(/^"failed-login";r=0;/),
    ]);
    // Good credentials are not locked out by another client's bad ones from the same address.
    expect((await login('203.0.113.7', fresh)).status).toBe(404);
  });

  it('are reported to order-state by merchant and limit, also those counted while the service stops', async () => {
    const stopping = await startHarness({
      RATE_LIMIT_CREATE_PER_MINUTE: '1',
      RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '1',
    });
    const { merchant, orderState } = stopping;
    const send = (who: TestMerchant) => callAs(stopping, who, 'POST', '/v1/external-orders', { body: '{}' });
    const statuses = [];
    for (const who of [merchant, merchant, merchant, makeMerchant(), makeMerchant()])
      statuses.push((await send(who)).status);
    expect(statuses).toEqual([400, 429, 429, 401, 429]);
    // order-state keeps limits of its own.
    const body = JSON.stringify({ code: 'rate_limited', detail: 'Too many tests. Try again in 6 s.' });
    orderState.state.onCall = () => ({ status: 429, body, headers: { 'retry-after': '6' } });
    const passed = await callAs(stopping, merchant, 'GET', '/v1/webhook-endpoints');
    expect([passed.status, passed.headers.get('ratelimit')]).toEqual([429, '"management";r=0;t=6']);
    await stopping.stopIntake();
    const [report, ...others] = orderState.state.reports.filter(({ path }) => path === '/internal/v1/calls/refused');
    expect(others).toEqual([]);
    expect(refusedCallsSchema.parse(JSON.parse(report?.body ?? ''))).toMatchObject({
      refused: [
        { owner_id: merchant.entry.merchant_id, limit: 'create', count: 2 },
        { owner_id: merchant.entry.merchant_id, limit: 'management', count: 1 },
      ],
    });
    await stopping.verdicts.close();
    await orderState.stop();
    await stopping.vhost.delete();
  });
});
