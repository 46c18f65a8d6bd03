import { afterAll, describe, expect, it } from '@jest/globals';
import { merchantSummarySchema, orderLanesSchema, ownSearchResultSchema } from '@delivery/contracts';
import { insertBareOrders } from '../support/feed-world.js';
import { messageOf, newOrderId } from '../support/messages.js';
import { createMerchant, startApis, submitOrder } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

const report = (orderId: string, status: string) =>
  apis.operator('POST', `/orders/${orderId}/status`, { body: { status } });
const hook = 'https://hooks.example.com/orders?token=never-shown';

/** A merchant with one endpoint, and one order that is ready: two events, each for that endpoint. */
const arrange = async () => {
  const merchant = await createMerchant(apis, { webhook_url: hook });
  const merchantId: string = merchant.merchant_id;
  const orderId = await submitOrder(apis, merchantId, 'A-1');
  await report(orderId, 'ready');
  return { merchantId, orderId, endpointId: merchant.webhook_endpoint?.id ?? '' };
};

describe('The lanes that a merchant sees', () => {
  it('[P30] show its commands, its events and what each webhook waits for, and no internal data', async () => {
    const { merchantId, orderId } = await arrange();
    const { status, body, text } = await apis.internal('GET', `/merchants/${merchantId}/orders/${orderId}/lanes`);
    expect(status).toBe(200);
    const { order, commands, events, lanes, truncated } = orderLanesSchema.strict().parse(body);
    expect([order.id, order.status, truncated]).toEqual([orderId, 'ready', false]);
    expect(commands.map(({ type, outcome, after_sequence }) => [type, outcome, after_sequence])).toEqual([
      ['order.submitted', 'applied', 0],
      ['status.reported', 'applied', 2],
    ]);
    expect(events.map(({ sequence, event, status }) => [sequence, event, status])).toEqual([
      [1, 'status_changed', 'ready'],
      [2, 'delivery_requested', 'ready'],
    ]);
    expect(lanes[0]?.deliveries.map(({ waits_for }) => waits_for?.reason)).toEqual(['publish', 'predecessor']);
    expect(lanes[0]?.endpoint).toMatchObject({ url: 'https://hooks.example.com/orders?token=***', health: 'ok' });
    // Window, payload and customer are for others.
    for (const internal of ['window', 'size', 'payload', 'merchant_id', 'never-shown', 'customer']) {
      expect(text).not.toContain(internal);
    }
  });
});

describe('A merchant’s search', () => {
  const search = async (merchantId: string, q: string) => {
    const { status, body } = await apis.internal('GET', `/merchants/${merchantId}/search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return ownSearchResultSchema.parse(body).data.map(({ id, found_by }) => [id, found_by]);
  };

  it('[P30] finds its own orders by any of their ids, and no other merchant’s', async () => {
    const [mine, theirs] = [await arrange(), await arrange()];
    const { body } = await apis.internal('GET', `/merchants/${mine.merchantId}/orders/${mine.orderId}/lanes`);
    const [delivery] = orderLanesSchema.parse(body).lanes[0]?.deliveries ?? [];
    const held = [mine.orderId, delivery?.webhook_id ?? '', delivery?.id ?? '', 'A-1', ' 0007 '];
    const by = ['id', 'webhook_id', 'webhook_id', 'external_id', 'display_id'];
    for (const [index, q] of held.entries())
      expect(await search(mine.merchantId, q)).toEqual([[mine.orderId, by[index]]]);
    expect(await search(theirs.merchantId, mine.orderId)).toEqual([]);
    expect(await search(theirs.merchantId, delivery?.webhook_id ?? '')).toEqual([]);
  });

  it('[P30] finds its own orders by their customers’ phone, whole or its last four digits, the newest first', async () => {
    const [mine, theirs] = [await arrange(), await arrange()];
    const place = (merchantId: string, phone: string, minute: number) =>
      submitOrder(apis, merchantId, newOrderId(), { phone, occurredAt: `2026-01-01T12:0${minute}:00Z` });
    const older = await place(mine.merchantId, '11976540001', 1);
    const newer = await place(mine.merchantId, '5511976540001', 2);
    const other = await place(mine.merchantId, '21976540001', 3);
    await place(theirs.merchantId, '11976540001', 4);
    const found = (...orderIds: string[]) => orderIds.map((orderId) => [orderId, 'phone']);
    for (const q of ['+55 11 97654-0001', '11976540001', '(011) 97654 0001'])
      expect(await search(mine.merchantId, q)).toEqual(found(newer, older));
    expect(await search(mine.merchantId, '0001')).toEqual(found(other, newer, older));
    expect(await search(mine.merchantId, '976540001')).toEqual([]);
    expect(await search(mine.merchantId, '0002')).toEqual([]);

    const payload = { changes: { customer: { phone: '11976540002' } } };
    await apis.applyMessage(
      messageOf(older, { type: 'order.change_requested', merchant_id: mine.merchantId, payload }),
    );
    expect(await search(mine.merchantId, '11976540001')).toEqual(found(newer));
    expect(await search(mine.merchantId, '0002')).toEqual(found(older));
  });
});

describe('A merchant’s summary', () => {
  const summaryOf = async (merchantId: string) => {
    const { status, body } = await apis.internal('GET', `/merchants/${merchantId}/summary`);
    expect(status).toBe(200);
    return merchantSummarySchema.parse(body);
  };

  it('counts its own orders and deliveries by their state, and shows each endpoint’s health', async () => {
    const { merchantId, orderId, endpointId } = await arrange();
    await submitOrder(apis, merchantId, 'A-2');
    await arrange();
    const summary = await summaryOf(merchantId);
    expect(summary.merchant).toEqual({ id: merchantId, name: 'Cantina', mode: 'live', time_zone: null });
    expect(summary.orders).toEqual({ by_status: { created: 1, ready: 1 }, truncated: false });
    expect(summary.deliveries).toEqual({ by_state: { in_flight: 1, waiting: 1 }, truncated: false });
    expect(summary.endpoints).toEqual([
      { id: endpointId, health: 'ok', waiting: 1, failing_since: null, untried: false },
    ]);

    await report(orderId, 'canceled');
    await apis.internal('POST', `/merchants/${merchantId}/webhook-endpoints/${endpointId}/disable`);
    const later = await summaryOf(merchantId);
    expect(later.orders.by_status).toEqual({ created: 1, canceled: 1 });
    expect(later.deliveries.by_state).toEqual({ in_flight: 1, held: 2 });
    expect(later.endpoints).toMatchObject([{ health: 'disabled', waiting: 2 }]);
  });

  it('says which endpoints nothing was sent to yet, be it a webhook or a test', async () => {
    const { merchantId, orderId, endpointId } = await arrange();
    const add = (body: object) => apis.internal('POST', `/merchants/${merchantId}/webhook-endpoints`, { body });
    const [other, tested] = [
      String((await add({ url: 'https://other.example.com/', events: ['tracking_url_added'] })).body.id),
      String((await add({ url: 'https://tested.example.com/', events: ['tracking_url_added'] })).body.id),
    ];
    await add({ type: 'pull' });
    await report(orderId, 'canceled');
    const lastTest = { at: new Date(), webhook_id: 'test', duration_ms: 1, status_code: 204, error_code: null };
    await apis.pool.query('update endpoints set last_test = $2 where id = $1', [tested, JSON.stringify(lastTest)]);
    const { endpoints } = await summaryOf(merchantId);
    expect(endpoints.filter(({ untried }) => untried).map(({ id }) => id)).toEqual([other]);
    expect(endpoints.map(({ id }) => id)).toContain(endpointId);
  });

  it('shows the trouble of the last day with the webhooks that were late, and orders without a courier', async () => {
    const { merchantId, orderId, endpointId } = await arrange();
    await report(orderId, 'canceled');
    await apis.pool.query(
      `update webhook_deliveries set state = 'delivered', settled_at = now(), attempt_count = 1 + sequence / 2 where endpoint_id = $1`,
      [endpointId],
    );
    const add = (kind: string, since: string, endedAt: string | null) =>
      apis.pool.query(
        `insert into endpoint_incidents (endpoint_id, owner_id, kind, since, notified_at, ended_at)
         values ($1, $2, $3, now() - $4::interval, now(), now() - $5::interval)`,
        [endpointId, merchantId, kind, since, endedAt],
      );
    await add('failing', '40 minutes', '-1 minutes');
    await add('failing', '30 hours', '25 hours');
    await add('not_fetching', '26 hours', null);
    await add('disabled', '1 hour', '1 hour');
    const open = await submitOrder(apis, merchantId, 'A-2');
    await apis.pool.query(`update orders set status = 'ready', no_courier_since = now() where id = $1`, [open]);
    const { incidents, orders_without_courier } = await summaryOf(merchantId);
    const counts = await apis.pool.query<{ all: number; late: number }>(
      `select count(*)::int as all, (count(*) filter (where attempt_count > 1))::int as late from all_webhook_deliveries where endpoint_id = $1`,
      [endpointId],
    );
    const { all, late } = counts.rows[0]!;
    expect(late).toBeGreaterThan(0);
    expect(incidents.map((one) => [one.kind, one.late, one.undelivered, one.ended_at === null])).toEqual([
      ['failing', late, 0, false],
      ['not_fetching', all, 0, true],
    ]);
    expect(orders_without_courier).toBe(1);
  });

  it('leaves out data older than a day, and tells where there was more than it counts', async () => {
    const merchantId: string = (await createMerchant(apis)).merchant_id;
    await insertBareOrders(apis.pool, merchantId, Array.from({ length: 10_001 }, newOrderId));
    const { orders } = await summaryOf(merchantId);
    expect([orders.truncated, Object.values(orders.by_status).reduce((sum, count) => sum + count, 0)]).toEqual([
      true,
      10_000,
    ]);
    await apis.pool.query(`update orders set created_at = now() - interval '25 hours' where merchant_id = $1`, [
      merchantId,
    ]);
    expect((await summaryOf(merchantId)).orders).toEqual({ by_status: {}, truncated: false });
  });
});
