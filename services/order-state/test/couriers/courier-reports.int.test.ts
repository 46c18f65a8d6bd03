import { afterAll, describe, expect, it } from '@jest/globals';
import { timelineSchema } from '@delivery/contracts';
import { createMerchant, startApis, submitOrder } from '../support/start-apis.js';

let nowMs = Date.UTC(2026, 0, 1, 13);
const apis = await startApis({ now: () => nowMs });
afterAll(() => apis.stop());
const { merchant_id: merchantId } = await createMerchant(apis);

let orderCount = 0;
const newOrder = () => submitOrder(apis, merchantId, `order-${(orderCount += 1)}`);
const report = (orderId: string, body: object, key?: string) =>
  apis.operator('POST', `/orders/${orderId}/status`, {
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const track = (orderId: string, path: string, given: object) =>
  apis.operator('POST', `/orders/${orderId}/tracking-url`, {
    body: { tracking_url: `https://track.example/${path}`, ...given },
  });
const noon = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

describe("A courier's report without a time", () => {
  it('[P11] takes effect as it arrives, regardless of the replicas’ clocks', async () => {
    const orderId = await newOrder();
    expect((await report(orderId, { status: 'ready' })).body).toMatchObject({ status: 'ready' });
    nowMs -= 10 * 60_000;
    const late = await report(orderId, { status: 'on_route_to_pickup' });
    expect([late.status, late.body.status, late.body.stale]).toEqual([200, 'on_route_to_pickup', undefined]);
  });
});

describe("A courier's report with a time", () => {
  it('[P11] that is earlier than the last of its source changes nothing, and its answer and the timeline say so', async () => {
    const orderId = await newOrder();
    // The key of another report swallows none.
    await report(orderId, { status: 'ready', occurred_at: noon(10) }, 'trip-1');
    const late = await report(orderId, { status: 'canceled', occurred_at: noon(9) }, 'trip-1');
    expect(late).toMatchObject({ status: 200, body: { status: 'ready', stale: true } });
    const repeated = await report(orderId, { status: 'canceled', occurred_at: noon(9) }, 'trip-1');
    expect(repeated).toMatchObject({ status: 200, body: { status: 'ready', stale: true } });
    const { body } = await apis.operator('GET', `/orders/${orderId}/timeline`);
    const codes = timelineSchema.parse(body).data.map((entry) => (entry.kind === 'command' ? entry.code : null));
    expect(codes.filter((code) => code !== null)).toEqual(['stale_report']);
    expect((await report(orderId, { status: 'ready', occurred_at: noon(10) }, 'trip-1')).body.stale).toBeUndefined();
  });
});

describe('A report', () => {
  it('[P15] that is more than a day ahead is refused, and later ones take effect', async () => {
    const orderId = await newOrder();
    const given = { occurred_at: '9999-12-31T23:59:59Z' };
    for (const answer of [await report(orderId, { status: 'ready', ...given }), await track(orderId, 'far', given)]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
      expect(answer.body.errors).toMatchObject([{ pointer: '/occurred_at', code: 'invalid_value' }]);
    }
    expect((await report(orderId, { status: 'ready', occurred_at: noon(1) })).body).toMatchObject({ status: 'ready' });
  });

  it('with a source that could be text about a person is refused', async () => {
    const answer = await report(await newOrder(), { status: 'ready', source: 'Ana Souza, 11987654321' });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });
});
