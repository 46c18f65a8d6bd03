import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  historySchema,
  listSchema,
  merchantCreatedSchema,
  merchantListEntrySchema,
  operatorOrderLanesSchema,
  operatorOrderSchema,
  platformOwnerId,
  queues,
  searchResultSchema,
} from '@delivery/contracts';
import { encodeCursor } from '@delivery/http-edge';
import { recordHistory } from '../../src/dashboards/record-history.js';
import { createHistoryCounter } from '../../src/dashboards/rules/count-history.js';
import { createUuidv7 } from '../../src/ledger/rules/deliveries.js';
import { messageOf } from '../support/messages.js';
import { createMerchant, readAllPages, startApis, submitOrder } from '../support/start-apis.js';

let nowMs = Date.now();
const apis = await startApis({ now: () => nowMs });
afterAll(() => apis.stop());

const markReady = (orderId: string, merchantId: string) =>
  apis.applyMessage(messageOf(orderId, { type: 'order.ready_requested', merchant_id: merchantId, payload: {} }, nowMs));

/** An order that is ready: two events, each for the merchant's one endpoint; the first is in flight. */
const readyOrder = async (externalId: string) => {
  const { merchant_id: merchantId, webhook_endpoint } = await createMerchant(apis, {
    webhook_url: 'https://hooks.example.com/orders?token=never-shown',
  });
  const orderId = await submitOrder(apis, merchantId, externalId);
  await markReady(orderId, merchantId);
  return { orderId, merchantId, endpointId: webhook_endpoint?.id ?? '' };
};

const lanesOf = async (orderId: string) => {
  const { status, body } = await apis.operator('GET', `/orders/${orderId}/lanes`);
  expect(status).toBe(200);
  return operatorOrderLanesSchema.parse(body);
};

const reasonsOf = async (orderId: string) =>
  (await lanesOf(orderId)).lanes.flatMap(({ deliveries }) => deliveries.map(({ waits_for }) => waits_for?.reason));

describe('The lanes of an order', () => {
  it('[P17] tell for each delivery why it waits, and hide the query of the URL', async () => {
    const { orderId } = await readyOrder('lanes-1');
    const { order, lanes, truncated } = await lanesOf(orderId);
    expect([order.id, order.merchant_name, lanes.length, truncated]).toEqual([orderId, 'Cantina', 1, false]);
    expect(lanes[0]?.endpoint).toMatchObject({ url: 'https://hooks.example.com/orders?token=***', health: 'ok' });
    expect(lanes[0]?.deliveries.map(({ sequence, event }) => [sequence, event])).toEqual([
      [1, 'status_changed'],
      [2, 'delivery_requested'],
    ]);
    // No relay runs in this test, so the broker has confirmed nothing.
    expect(lanes[0]?.deliveries.map(({ waits_for }) => [waits_for?.reason, waits_for?.sequence])).toEqual([
      ['publish', null],
      ['predecessor', 1],
    ]);
    const [first] = lanes[0]?.deliveries ?? [];
    expect(Date.parse(first?.received_at ?? '')).toBeLessThanOrEqual(Date.parse(first?.applied_at ?? ''));
    await apis.pool.query('update webhook_deliveries set published = true where order_id = $1 and gate_open', [
      orderId,
    ]);
    expect(await reasonsOf(orderId)).toEqual(['answer', 'predecessor']);
  });

  it('wait at a pull endpoint to be fetched, and then for the acknowledgement', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    await apis.internal('POST', `/merchants/${merchantId}/webhook-endpoints`, { body: { type: 'pull' } });
    const orderId = await submitOrder(apis, merchantId, 'lanes-4');
    await markReady(orderId, merchantId);
    expect((await lanesOf(orderId)).lanes[0]?.endpoint).toMatchObject({ type: 'pull', url: null });
    expect(await reasonsOf(orderId)).toEqual(['fetch', 'predecessor']);
    const until = new Date(nowMs + 30_000);
    await apis.pool.query(
      `update webhook_deliveries set state = 'in_flight', visible_until = $2 where order_id = $1 and gate_open`,
      [orderId, until],
    );
    const [head] = (await lanesOf(orderId)).lanes[0]?.deliveries ?? [];
    expect(head?.waits_for).toMatchObject({ reason: 'ack', until: until.toISOString() });
  });
});

describe('A search', () => {
  const search = async (q: string) => {
    const { status, body } = await apis.operator('GET', `/search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return searchResultSchema.parse(body).data.map(({ id, found_by }) => [id, found_by]);
  };

  it('finds a display_id, of an order that is final too', async () => {
    const { orderId, merchantId } = await readyOrder('search-2');
    await apis.applyMessage(
      messageOf(orderId, { type: 'order.cancel_requested', merchant_id: merchantId, payload: {} }, nowMs),
    );
    expect(await search('0007')).toContainEqual([orderId, 'display_id']);
  });

  it('finds an endpoint by its id and its URL but not by the query, and a merchant by its name', async () => {
    const url = 'https://till-7.example.com/Hooks?token=never-shown';
    const { body } = await apis.operator('POST', '/merchants', { body: { name: 'Bar do Zé', webhook_url: url } });
    const { merchant_id: id, webhook_endpoint } = merchantCreatedSchema.parse(body);
    const path = `/merchants/${id}/webhook-endpoints/${webhook_endpoint?.id}`;
    expect((await apis.internal('PATCH', path, { body: { name: 'Kitchen till' } })).status).toBe(200);
    const endpoint = {
      id: webhook_endpoint?.id,
      name: 'Kitchen till',
      url: 'https://till-7.example.com/Hooks?token=***',
      merchant_id: id,
      merchant_name: 'Bar do Zé',
    };
    const found = async (q: string) => {
      const answer = await apis.operator('GET', `/search?q=${encodeURIComponent(q)}`);
      const { endpoints, merchants } = searchResultSchema.parse(answer.body);
      return { endpoints, merchants };
    };
    const none = { endpoints: [], merchants: [] };
    expect(await found('TILL-7.example.com/hooks')).toEqual({ ...none, endpoints: [endpoint] });
    expect(await found(endpoint.id ?? '')).toEqual({ ...none, endpoints: [endpoint] });
    expect(await found('never-shown')).toEqual(none);
    expect(await found('bar do zé')).toEqual({ ...none, merchants: [{ id, name: 'Bar do Zé' }] });
    expect(await found(id)).toEqual({ ...none, merchants: [{ id, name: 'Bar do Zé' }] });
  });

  it.each(["'; drop table orders; --", randomUUID(), `msg_${'0'.repeat(32)}`, '%', '🍕'.repeat(20)])(
    'finds nothing for %s',
    async (q) => expect(await search(q)).toEqual([]),
  );
});

describe('The list of orders', () => {
  const pages = async (query: string): Promise<string[]> =>
    (await readAllPages(apis.operator, `/orders?limit=2${query}`)).map((entry) => operatorOrderSchema.parse(entry).id);

  it('has every order once, the newest first, over all merchants and of one', async () => {
    const placed: { orderId: string; merchantId: string }[] = [];
    for (const name of ['list-1', 'list-2', 'list-3']) {
      nowMs += 1_000;
      placed.push(await readyOrder(name));
    }
    const newest = placed.map(({ orderId }) => orderId).reverse();
    const all = await pages('');
    expect(all.slice(0, 3)).toEqual(newest);
    expect(new Set(all).size).toBe(all.length);
    expect(await pages(`&merchant_id=${placed[0]?.merchantId}`)).toEqual([placed[0]?.orderId]);
  });

  const listAfter = (day: string, ms: number) =>
    apis.operator('GET', `/orders?cursor=${encodeCursor([day, ms, '0'.repeat(24)])}`);

  it.each([
    ['2026-01-01', -1, 400],
    ['2026-01-01', 8.65e15, 400],
    ['0000-12-31', 0, 400],
    ['0001-01-01', 0, 200],
    ['9999-12-31', 8.64e15, 200],
  ])('answers a cursor of the time %s, %d with %i', async (day, ms, status) =>
    expect((await listAfter(day, ms)).status).toBe(status),
  );

  it('has the late ones alone, of live or of sandbox merchants, the newest first', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const place = (minute: number, deliveryTime: string, owner = merchantId) =>
      submitOrder(apis, owner, randomUUID(), { deliveryTime, occurredAt: `2026-01-01T12:0${minute}:00Z` });
    const past = '2026-01-01T13:00:00Z';
    const late = [await place(1, past), await place(2, past), await place(3, past)].reverse();
    await place(4, '2999-01-01T13:00:00Z');
    const brought = await place(5, past);
    await apis.operator('POST', `/orders/${brought}/status`, { body: { status: 'canceled' } });
    const { merchant_id: otherId } = await createMerchant(apis);
    const elsewhere = await place(6, past, otherId);
    const trial = await place(7, past);
    await apis.pool.query(`update orders set mode = 'sandbox' where id = $1`, [trial]);
    expect(await pages('&late=live')).toEqual([elsewhere, ...late]);
    expect(await pages(`&late=live&merchant_id=${merchantId}`)).toEqual(late);
    expect(await pages('&late=sandbox')).toEqual([trial]);
  });

  it('has those that no courier has taken in time alone, which the status counts', async () => {
    const { merchant_id: merchantId } = await createMerchant(apis);
    const place = async (): Promise<string> => {
      const id = await submitOrder(apis, merchantId, randomUUID());
      await apis.pool.query(`update orders set status = 'ready', no_courier_since = now() where id = $1`, [id]);
      return id;
    };
    const [waiting, taken, trial] = [await place(), await place(), await place()];
    await apis.pool.query('update orders set no_courier_since = null where id = $1', [taken]);
    await apis.pool.query(`update orders set mode = 'sandbox' where id = $1`, [trial]);
    expect(await pages('&without_courier=live')).toEqual([waiting]);
    expect(await pages('&without_courier=sandbox')).toEqual([trial]);
    const { body } = await apis.operator('GET', '/status');
    expect(body.orders_without_courier).toEqual({ live: 1, sandbox: 1 });
    expect(body.concerns).toContainEqual(expect.objectContaining({ kind: 'orders_without_courier', count: 1 }));
  });
});

describe('The list of merchants', () => {
  it('begins with those whose endpoints do worst', async () => {
    const [calm, failing, silent] = [
      await readyOrder('rank-1'),
      await readyOrder('rank-2'),
      await readyOrder('rank-3'),
    ];
    await apis.pool.query('update endpoint_windows set failing_since = now() where endpoint_id = any($1)', [
      [failing.endpointId, silent.endpointId],
    ]);
    await apis.pool.query('update endpoint_windows set probe_at = now() where endpoint_id = $1', [silent.endpointId]);
    const { body } = await apis.operator('GET', '/merchants?limit=2');
    const page = listSchema(merchantListEntrySchema).parse(body);
    expect(page.data.map(({ merchant_id }) => merchant_id)).toEqual([silent.merchantId, failing.merchantId]);
    expect(page.data.every(({ webhooks }) => webhooks.failing_since !== null)).toBe(true);
    const { body: rest } = await apis.operator('GET', `/merchants?limit=100&cursor=${page.next_cursor}`);
    const others = listSchema(merchantListEntrySchema)
      .parse(rest)
      .data.map(({ merchant_id }) => merchant_id);
    expect(others).toContain(calm.merchantId);
    expect(others).not.toContain(failing.merchantId);
  });

  it('is sorted by name, by what waits, by how long webhooks fail, and by the last order, over all pages', async () => {
    const none = await createMerchant(apis, { name: 'ábaco', platform: 'Sorted' });
    const { body: shown } = await apis.operator('GET', `/merchants/${none.merchant_id}`);
    const platformId: string = shown.platform.id;
    const made = [await readyOrder('sort-1'), await readyOrder('sort-2'), await readyOrder('sort-3')];
    const ids = made.map(({ merchantId }) => merchantId);
    const [first, second, third] = ids;
    await apis.pool.query('update merchants set platform_owner_id = $1 where id = any($2)', [
      platformOwnerId(platformId, 'live'),
      [none.merchant_id, ...ids],
    ]);
    for (const [place, name] of ['Zebra', 'apple', 'Mango'].entries())
      await apis.pool.query('update owners set name = $1 where id = $2', [name, ids[place]]);
    for (const [place, { endpointId }] of made.slice(0, 2).entries()) {
      await apis.pool.query(
        'update endpoint_windows set failing_since = now() - make_interval(hours => $1) where endpoint_id = $2',
        [place + 1, endpointId],
      );
    }
    // One webhook of each waits for another, and one more of the second one's next order.
    await markReady(await submitOrder(apis, second!, 'sort-4'), second!);
    await apis.pool.query(`update orders set created_at = now() + interval '1 hour' where merchant_id = $1`, [third]);
    const walk = async (sort: string): Promise<string[]> => {
      const path = `/merchants?platform_id=${platformId}&sort=${sort}&limit=1`;
      return (await readAllPages(apis.operator, path)).map(({ merchant_id }) => merchant_id);
    };
    expect((await walk('name')).filter((id) => ids.includes(id))).toEqual([second, third, first]);
    expect((await walk('waiting'))[0]).toBe(second);
    expect((await walk('failing')).slice(0, 2)).toEqual([second, first]);
    const newest = await walk('last_order');
    expect([newest[0], newest[1], newest.at(-1)]).toEqual([third, second, none.merchant_id]);
    for (const sort of ['worst', 'name', 'waiting', 'failing', 'last_order'])
      expect(new Set(await walk(sort))).toEqual(new Set([none.merchant_id, ...ids]));
    const { body } = await apis.operator('GET', `/merchants?platform_id=${platformId}&sort=name&limit=1`);
    const other = await apis.operator('GET', `/merchants?sort=waiting&cursor=${body.next_cursor}`);
    expect([other.status, other.body.code]).toEqual([400, 'invalid_parameter']);
  });
});

describe('The history', () => {
  const record = (history: ReturnType<typeof createHistoryCounter>, ready: ReadonlyMap<string, number> | undefined) =>
    recordHistory({
      pool: apis.pool,
      now: () => nowMs,
      leaseMs: 720_000,
      history,
      consuming: {
        inspectQueues: () =>
          Promise.resolve(ready && new Map([...ready].map(([name, messages]) => [name, { messages, consumers: 1 }]))),
      },
    });
  const settle = (history: ReturnType<typeof createHistoryCounter>, waitsMs: readonly number[]) =>
    history.onSettled({ logged: [], inSandbox: new Set(), updates: waitsMs.map(settledAfter) });
  const settledAfter = (waitedMs: number) => ({
    ...({ id: createUuidv7()(nowMs - waitedMs), state: 'delivered', settledAtMs: nowMs, notBeforeMs: null } as const),
    ...{ attemptCount: 1, scheduleBase: 0, triedSinceMs: null, attemptsBefore: 0, lastErrorCode: null },
  });
  const read = async (span: string) => {
    // A reading is shared for a while.
    nowMs += 6_000;
    const { status, body } = await apis.operator('GET', `/history?span=${span}`);
    expect(status).toBe(200);
    return historySchema.parse(body);
  };

  it('[P17] adds the counters of every replica, and keeps the gauges of the first in a step', async () => {
    nowMs = Date.parse('2026-03-01T12:00:00Z');
    const [one, other] = [createHistoryCounter(), createHistoryCounter()];
    settle(one, [40, 45]);
    await record(one, new Map([[queues.orders, 7]]));
    settle(other, [900]);
    await record(other, new Map([[queues.orders, 99]]));
    const { step_seconds, data } = await read('hour');
    expect([step_seconds, data.length]).toEqual([10, 1]);
    expect(data[0]).toMatchObject({ at: '2026-03-01T12:00:00.000Z', delivered: 3, balanced: true });
    expect(data[0]?.queues[queues.orders]).toBe(7);
    expect(data[0]?.time_to_merchant_ms?.p50).toBeGreaterThan(30);
    expect(data[0]?.time_to_merchant_ms?.p95).toBeGreaterThan(500);
  });

  it('[P17] keeps live and sandbox merchants apart', async () => {
    nowMs = Date.parse('2026-03-01T12:05:00Z');
    const history = createHistoryCounter();
    history.onApplied({ created: [{ mode: 'live' }], events: [{ mode: 'sandbox' }, { mode: 'sandbox' }] });
    const updates = [settledAfter(10), settledAfter(800)];
    history.onSettled({ logged: [], inSandbox: new Set([updates[1]!.id]), updates });
    await record(history, undefined);
    const last = (await read('hour')).data.at(-1);
    expect([last?.orders, last?.events, last?.delivered]).toEqual([1, 0, 1]);
    expect(last?.time_to_merchant_ms?.p95).toBeLessThan(100);
    const sandbox = (await read('hour&mode=sandbox')).data.at(-1);
    expect([sandbox?.orders, sandbox?.events, sandbox?.delivered]).toEqual([0, 2, 1]);
  });

  it('keeps counts that could not be written for the next time, and says null where a broker could not be asked', async () => {
    nowMs = Date.parse('2026-03-01T12:10:00Z');
    const history = createHistoryCounter();
    settle(history, [5]);
    await apis.pool.query('alter table history rename to history_away');
    await expect(record(history, undefined)).rejects.toThrow('history');
    await apis.pool.query('alter table history_away rename to history');
    await record(history, undefined);
    const last = (await read('hour')).data.at(-1);
    expect([last?.delivered, last?.queues[queues.orders]]).toEqual([1, null]);
  });

  it('is put together into longer steps for a day, and forgotten after it', async () => {
    nowMs = Date.parse('2026-03-01T12:11:30Z');
    const history = createHistoryCounter();
    settle(history, [5]);
    await record(history, undefined);
    const { step_seconds, data } = await read('day');
    expect(step_seconds).toBe(240);
    expect(data.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(6);
    nowMs += 26 * 3_600_000;
    await record(history, undefined);
    const { rows } = await apis.pool.query<{ n: number }>('select count(*)::int as n from history');
    // One of each mode.
    expect(rows[0]?.n).toBe(2);
  });
});
