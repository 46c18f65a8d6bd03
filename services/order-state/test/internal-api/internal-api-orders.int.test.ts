import { afterAll, describe, expect, it } from '@jest/globals';
import { listSchema, orderEventEntrySchema } from '@delivery/contracts';
import { inTransaction } from '@delivery/postgres';
import { readPartitionDays } from '../../src/ledger/queries/partition-days.js';
import { findOrdersToPurge, firstAge, purgeOrders } from '../../src/retention/queries/purge-orders.js';
import { createMerchant, type Json, readAllPages, startApis, submitOrder } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

const newMerchant = async (): Promise<string> => (await createMerchant(apis)).merchant_id;
const report = (orderId: string, body: object) => apis.operator('POST', `/orders/${orderId}/status`, { body });

const submitMany = async (merchantId: string, name: string, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let start = 0; start < count; start += 50) {
    const batch = Array.from({ length: Math.min(50, count - start) }, (_, index) =>
      submitOrder(apis, merchantId, `${name}-${start + index}`),
    );
    ids.push(...(await Promise.all(batch)));
  }
  return ids;
};

describe('The list of orders', () => {
  it('shows each of 300 orders once, newest first, while 30 more arrive', async () => {
    const merchantId = await newMerchant();
    const before = await submitMany(merchantId, 'before', 300);
    const listed = await readAllPages(apis.internal, `/merchants/${merchantId}/orders?limit=30`, () =>
      submitMany(merchantId, 'during', 30),
    );
    const ids = listed.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(before));
    const times = listed.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('filters by status, under way and final', async () => {
    const merchantId = await newMerchant();
    const [created, ready, canceled] = await submitMany(merchantId, 'status', 3);
    await report(ready ?? '', { status: 'ready' });
    await report(canceled ?? '', { status: 'canceled' });
    for (const [status, id] of Object.entries({ created, ready, canceled })) {
      const listed = await readAllPages(apis.internal, `/merchants/${merchantId}/orders?status=${status}`);
      expect(listed.map((order) => order.id)).toEqual([id]);
    }
  });

  it('shows when each step of an order is due, and lists those that are late or due by a time', async () => {
    const merchantId = await newMerchant();
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    // It should be ready 25 minutes before, and picked up 20 minutes before.
    const deliveryTime = inMinutes(22);
    const late = await submitOrder(apis, merchantId, 'late', { deliveryTime });
    const early = await submitOrder(apis, merchantId, 'early', { deliveryTime: inMinutes(60) });
    const plain = await submitOrder(apis, merchantId, 'plain');
    const path = `/merchants/${merchantId}/orders`;
    const before = (minutes: number) => new Date(Date.parse(deliveryTime) - minutes * 60_000).toISOString();
    const due = { ready_by: before(25), picked_up_by: before(20), delivered_by: deliveryTime };
    const read = async (id: string) => (await apis.internal('GET', `${path}/${id}`)).body;
    expect(await read(late)).toMatchObject({ due, late_since: due.ready_by });
    expect(await read(early)).toMatchObject({ late_since: null });
    expect(await read(plain)).toMatchObject({ due: null, late_since: null });
    const idsOf = async (query: string) => (await readAllPages(apis.internal, `${path}?${query}`)).map(({ id }) => id);
    expect(await idsOf('late=true')).toEqual([late]);
    expect(await idsOf(`due_before=${inMinutes(36)}`)).toEqual([early, late]);
    expect(await idsOf(`due_before=${inMinutes(34)}`)).toEqual([late]);
    expect((await apis.internal('GET', `/merchants/${merchantId}/summary`)).body.late_orders).toBe(1);
    // The step that comes next is not due yet.
    await report(late, { status: 'ready' });
    expect(await idsOf('late=true')).toEqual([]);
    expect((await apis.operator('GET', `/orders/${late}/lanes`)).body.order).toMatchObject({ due, late_since: null });
    await report(early, { status: 'canceled' });
    expect(await idsOf(`due_before=${inMinutes(60)}`)).toEqual([late]);
  });

  it('[P17] shows the orders created since a time', async () => {
    const merchantId = await newMerchant();
    await submitOrder(apis, merchantId, 'early', { occurredAt: '2026-01-31T18:00:00.000Z' });
    const late = await submitOrder(apis, merchantId, 'late', { occurredAt: '2026-01-31T19:00:00.000Z' });
    const path = `/merchants/${merchantId}/orders?since=`;
    expect((await readAllPages(apis.internal, `${path}2026-01-31T19:00:00Z`)).map(({ id }) => id)).toEqual([late]);
    expect(await readAllPages(apis.internal, `${path}2026-01-31T19:00:00.001Z`)).toEqual([]);
  });

  it('[P17] shows the orders changed since a time, oldest change first, also those that change meanwhile', async () => {
    const merchantId = await newMerchant();
    const ids = await submitMany(merchantId, 'changed', 6);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    const before = await readAllPages(apis.internal, `/merchants/${merchantId}/orders`);
    const lastCreated = before
      .map(({ updated_at }) => updated_at)
      .sort()
      .at(-1);
    for (const id of [third, first, fourth]) await report(id, { status: 'ready' });
    const since = new Date(Date.parse(lastCreated) + 1).toISOString();
    const listed = await readAllPages(
      apis.internal,
      `/merchants/${merchantId}/orders?limit=2&updated_since=${since}`,
      async () => {
        await report(third, { status: 'canceled' });
        await report(second, { status: 'canceled' });
      },
    );
    expect(listed.map(({ id, status }) => [id, status])).toEqual([
      [third, 'ready'],
      [first, 'ready'],
      [fourth, 'ready'],
      [third, 'canceled'],
      [second, 'canceled'],
    ]);
    const times = listed.map(({ updated_at }) => updated_at);
    expect(times).toEqual([...times].sort());
    const whole = await readAllPages(
      apis.internal,
      `/merchants/${merchantId}/orders?limit=1&updated_since=2026-01-01T00:00:00Z`,
    );
    expect(new Set(whole.map(({ id }) => id))).toEqual(new Set(ids));
    expect(
      await readAllPages(apis.internal, `/merchants/${merchantId}/orders?status=ready&updated_since=${since}`),
    ).toHaveLength(2);
  });

  it('goes on only with a cursor of its own order of entries', async () => {
    const path = `/merchants/${await newMerchant()}/orders?limit=1`;
    const newest = Buffer.from(JSON.stringify([1, 'x'])).toString('base64url');
    const changed = Buffer.from(JSON.stringify(['updated', 1, 'x'])).toString('base64url');
    const statusOf = async (query: string) => (await apis.internal('GET', `${path}&${query}`)).status;
    expect(await statusOf(`cursor=${newest}`)).toBe(200);
    expect(await statusOf(`cursor=${changed}`)).toBe(400);
    expect(await statusOf(`updated_since=2026-01-01T00:00:00Z&cursor=${changed}`)).toBe(200);
    expect(await statusOf(`updated_since=2026-01-01T00:00:00Z&cursor=${newest}`)).toBe(400);
  });
});

describe("An order's events", () => {
  const arrange = async () => {
    const merchantId = await newMerchant();
    const orderId = await submitOrder(apis, merchantId, 'events', { externalData: '{ "z":1.0, "a":2 }' });
    await report(orderId, { status: 'delivered' });
    await report(orderId, { status: 'ready' });
    await report(orderId, { status: 'at_delivery' });
    await report(orderId, { status: 'at_delivery' });
    await report(orderId, { status: 'on_route_to_pickup' });
    return { path: `/merchants/${merchantId}/orders/${orderId}/events`, merchantId, orderId };
  };
  const placeOf = (entry: { sequence?: number; after_sequence?: number }) =>
    entry.sequence === undefined ? `refused after ${entry.after_sequence}` : `event ${entry.sequence}`;
  const wholeStory = ['refused after 0', 'event 1', 'event 2', 'refused after 2', 'refused after 2', 'event 3'];

  it('tell every event with its body and every refused command, in order', async () => {
    const { path } = await arrange();
    const { text, body } = await apis.internal('GET', path);
    expect(listSchema(orderEventEntrySchema).parse(body).next_cursor).toBeNull();
    expect(body.data.map(placeOf)).toEqual(wholeStory);
    expect(body.data[0]).toMatchObject({ refused: 'status.reported', code: 'invalid_state_transition' });
    expect(body.data[1].body).toMatchObject({ event: 'status_changed', previous_status: 'created', status: 'ready' });
    expect(text).toContain('"external_data":{ "z":1.0, "a":2 }');
  });

  it('[P17] name their webhooks: one for each endpoint that asked, as its webhook-id says', async () => {
    const { merchant_id, webhook_endpoint: all } = await createMerchant(apis, {
      webhook_url: 'https://shop.example/all',
    });
    const some = await apis.internal('POST', `/merchants/${merchant_id}/webhook-endpoints`, {
      body: { url: 'https://shop.example/some', events: ['status_changed'] },
    });
    const orderId = await submitOrder(apis, merchant_id, 'told');
    await report(orderId, { status: 'ready' });
    const { body } = await apis.internal('GET', `/merchants/${merchant_id}/orders/${orderId}/events`);
    const noted = listSchema(orderEventEntrySchema)
      .parse(body)
      .data.map((entry) => 'event' in entry && [entry.event, entry.deliveries.map((each) => each.endpoint_id).sort()]);
    expect(noted).toEqual([
      ['status_changed', [all?.id, some.body.id].sort()],
      ['delivery_requested', [all?.id]],
    ]);
    const { rows } = await apis.pool.query(
      'select id, webhook_id from all_webhook_deliveries where order_id = $1 order by sequence, id',
      [orderId],
    );
    const named = body.data.flatMap((event: Json) => event.deliveries as Json[]);
    expect(named.map(({ id, webhook_id }: Json) => ({ id, webhook_id }))).toEqual(rows);
  });

  it('come page by page, each once, with next_cursor as after', async () => {
    const { path } = await arrange();
    const seen: string[] = [];
    for (let after: string | null = '0'; after !== null;) {
      const { status, body }: { status: number; body: Json } = await apis.internal(
        'GET',
        `${path}?limit=1&after=${after}`,
      );
      expect([status, body.data.length]).toEqual([200, 1]);
      seen.push(...body.data.map(placeOf));
      after = body.next_cursor;
    }
    expect(seen).toEqual(wholeStory);
  });

  it('are 410 that says since when for an order that retention took, and 404 for others', async () => {
    const { merchantId, orderId } = await arrange();
    const before = new Date(Date.now() + 60_000);
    const now = new Date('2026-02-03T04:05:06Z');
    for (const day of await readPartitionDays(apis.pool, [orderId])) {
      await inTransaction(apis.pool, async (client) => {
        const { orderIds } = await findOrdersToPurge(client, { day, before, purgeMax: 2_000, from: firstAge });
        await purgeOrders(client, { day, orderIds, now });
      });
    }
    const own = `/merchants/${merchantId}/orders/${orderId}`;
    const answers = [
      ...(await Promise.all(['', '/events', '/lanes'].map((path) => apis.internal('GET', own + path)))),
      ...(await Promise.all(
        ['timeline', 'lanes', 'customer'].map((path) => apis.operator('GET', `/orders/${orderId}/${path}`)),
      )),
      await report(orderId, { status: 'ready' }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, body.detail]).toEqual([
        410,
        'order_purged',
        expect.stringContaining('purged on 2026-02-03'),
      ]);
    }
    const stranger = await newMerchant();
    const foreign = await apis.internal('GET', `/merchants/${stranger}/orders/${orderId}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'order_not_found']);
    const purged = [{ id: orderId, purged_on: '2026-02-03' }];
    for (const q of [orderId, 'events']) {
      expect((await apis.internal('GET', `/merchants/${merchantId}/search?q=${q}`)).body).toMatchObject({
        data: [],
        purged,
      });
      expect((await apis.internal('GET', `/merchants/${stranger}/search?q=${q}`)).body).toMatchObject({
        data: [],
        purged: [],
      });
      const { body } = await apis.operator('GET', `/search?q=${q}`);
      expect(body).toMatchObject({ data: [], purged: expect.arrayContaining(purged) });
    }
  });
});
