import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  listSchema,
  merchantListEntrySchema,
  operatorEndpointListEntrySchema,
  operatorOrderSchema,
  type OrderMessage,
  setAsideSchema,
  type TimelineEntry,
  timelineSchema,
} from '@delivery/contracts';
import { parkAttempts } from '../../src/ledger/queries/sweep.js';
import { setCommandsAside } from '../../src/orders/set-aside.js';
import { attemptedOf, newOrderId } from '../support/messages.js';
import { createMerchant, readAllPages, startApis, submitOrder } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

const hookUrl = 'https://shop.example/hook?token=hush';
const ana = { by: 'ana', reason: 'their server is being moved' };

/** A merchant whose endpoint is disabled while two deliveries of each of its orders wait. */
const arrange = async (name: string, orders = 0) => {
  const { merchant_id, webhook_endpoint } = await createMerchant(apis, { name, webhook_url: hookUrl });
  const [merchantId, endpointId] = [merchant_id, webhook_endpoint!.id];
  if (orders > 0) await apis.internal('POST', `/merchants/${merchantId}/webhook-endpoints/${endpointId}/disable`);
  for (let n = 0; n < orders; n += 1) {
    const orderId = await submitOrder(apis, merchantId, `order ${n}`);
    await apis.operator('POST', `/orders/${orderId}/status`, { body: { status: 'ready' } });
  }
  return { merchantId, endpointId };
};

const arrangeReady = async () => {
  const arranged = await arrange('Ready');
  const orderId = await submitOrder(apis, arranged.merchantId, 'support');
  for (const status of ['delivered', 'ready'])
    await apis.operator('POST', `/orders/${orderId}/status`, { body: { status } });
  return { orderId, ...arranged };
};
const readTimeline = async (orderId: string) => await apis.operator('GET', `/orders/${orderId}/timeline`);
const tell = (entry: TimelineEntry): string => {
  switch (entry.kind) {
    case 'command':
      return `${entry.type} ${entry.outcome}`;
    case 'event':
      return `event ${entry.sequence} ${entry.event}`;
    case 'delivery':
      return `delivery ${entry.sequence} ${entry.state}`;
    case 'attempt':
      return `attempt ${entry.attempt} ${entry.status_code ?? entry.error_code}`;
    case 'endpoint':
      return `endpoint ${entry.what}`;
  }
};
const readPages = (path: string) => readAllPages(apis.operator, path);

describe('An order', () => {
  it('[P17] is found by its external_id among all merchants, and of one', async () => {
    const merchants = [await arrange('One'), await arrange('Two'), await arrange('Three')];
    for (const { merchantId } of merchants) await submitOrder(apis, merchantId, 'A/7 #1');
    await submitOrder(apis, merchants[0]!.merchantId, 'A/7');
    const query = '/orders?external_id=A%2F7%20%231';
    const found = await readPages(`${query}&limit=1`);
    expect(found.map(({ merchant_id }) => merchant_id)).toEqual(merchants.map(({ merchantId }) => merchantId).sort());
    for (const order of found) operatorOrderSchema.strict().parse(order);
    const one = await apis.operator('GET', `${query}&merchant_id=${merchants[1]!.merchantId}`);
    expect(one.body).toMatchObject({ data: [{ merchant_name: 'Two', external_id: 'A/7 #1' }], next_cursor: null });
    expect((await apis.operator('GET', '/orders?external_id=nobody')).body).toEqual({ data: [], next_cursor: null });
    const newest = (await apis.operator('GET', '/orders?limit=2')).body;
    expect(newest).toMatchObject({ data: [{ external_id: 'A/7' }, { merchant_name: 'Three' }] });
  });
});

describe('Endpoints', () => {
  it('[P17] are listed over all merchants, the largest backlog first, page by page, with their health', async () => {
    const [small, large, well] = [await arrange('Small', 1), await arrange('Large', 3), await arrange('Well')];
    await apis.pool.query('update endpoint_windows set probe_at = now() where endpoint_id = $1', [well.endpointId]);
    const listed = await readPages('/endpoints?limit=1');
    const waiting = listed.map((entry) => entry.waiting);
    expect(waiting).toEqual([...waiting].sort((one, other) => other - one));
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length);
    const ours = listed.filter(({ id }) => [small, large, well].some(({ endpointId }) => endpointId === id));
    expect(ours.map(({ merchant_name, health, waiting }) => [merchant_name, health, waiting])).toEqual([
      ['Large', 'disabled', 6],
      ['Small', 'disabled', 2],
      ['Well', 'breaker_open', 0],
    ]);
    for (const entry of listed) operatorEndpointListEntrySchema.strict().parse(entry);
    expect(JSON.stringify(listed)).not.toContain('hush');
    const ofOne = await readPages(`/endpoints?merchant_id=${small.merchantId}`);
    expect(ofOne.map(({ id }) => id)).toEqual([small.endpointId]);
    const broken = await readPages('/endpoints?health=breaker_open');
    expect(broken.map(({ id }) => id)).toEqual([well.endpointId]);
    await apis.pool.query('update endpoint_windows set failing_since = now() where endpoint_id = any($1)', [
      [small.endpointId, well.endpointId],
    ]);
    const failing = await readPages('/endpoints?failing=true&limit=1');
    expect(failing.map(({ id }) => id)).toEqual([well.endpointId]);
    expect((await apis.operator('GET', '/endpoints?health=fine')).status).toBe(400);
  });

  it('[P17] are counted with their merchant, as the worst of them is doing', async () => {
    const { merchantId, endpointId } = await arrange('Counted', 1);
    await apis.internal('POST', `/merchants/${merchantId}/webhook-endpoints`, {
      body: { url: 'https://shop.example/2' },
    });
    const { merchant_id: silent } = await createMerchant(apis, { name: 'Silent' });
    const { data } = listSchema(merchantListEntrySchema.strict()).parse(
      (await apis.operator('GET', '/merchants?limit=100')).body,
    );
    const webhooksOf = (id: string) => data.find(({ merchant_id }) => merchant_id === id)?.webhooks;
    expect(webhooksOf(merchantId)).toEqual({
      endpoints: 2,
      health: 'disabled',
      failing_since: null,
      waiting: 2,
      untried: true,
    });
    expect(webhooksOf(silent)).toEqual({ endpoints: 0, health: null, failing_since: null, waiting: 0, untried: false });
    await apis.operator('POST', `/endpoints/${endpointId}/enable`, { body: ana });
  });
});

describe('An order’s timeline', () => {
  it('[P2] tells commands with their outcomes, events, deliveries, attempts and endpoint changes in time order', async () => {
    const { orderId, merchantId, endpointId } = await arrangeReady();
    await apis.pool.query(
      `insert into all_attempts (delivery_id, generation, attempt, at, duration_ms, status_code, partition_day)
       select d.id, 1, 1, now(), 3, 500, o.partition_day
       from all_webhook_deliveries d join orders o on o.id = d.order_id where d.order_id = $1 and d.sequence = 1`,
      [orderId],
    );
    await apis.internal('POST', `/merchants/${merchantId}/webhook-endpoints/${endpointId}/disable`);
    const timeline = timelineSchema.parse((await readTimeline(orderId)).body);
    expect(timeline.data.map(tell)).toEqual([
      'order.submitted applied',
      'status.reported refused',
      'status.reported applied',
      'event 1 status_changed',
      'event 2 delivery_requested',
      'delivery 1 in_flight',
      'delivery 2 held',
      'attempt 1 500',
      'endpoint disabled',
    ]);
    expect(timeline).toMatchObject({
      truncated: false,
      order: { id: orderId, merchant_id: merchantId, status: 'ready' },
    });
    const times = timeline.data.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });

  it('shows commands that are parked until their order comes', async () => {
    const { orderId } = await arrangeReady();
    await apis.pool.query(
      `insert into parked_commands (id, order_id, message, parked_at)
       values ('early', $1, '{"id":"early","type":"order.cancel_requested","occurred_at":"2026-01-01T00:00:00Z"}', now())`,
      [orderId],
    );
    const timeline = timelineSchema.parse((await readTimeline(orderId)).body);
    expect(timeline.data.map(tell)).toContain('order.cancel_requested parked');
  });
});

describe('Messages that are set aside', () => {
  const reason = 'its statements fail or take too long: SQLSTATE 57014';
  const list = async () => listSchema(setAsideSchema).parse((await apis.operator('GET', '/set-aside')).body).data;

  const setAside = async (): Promise<OrderMessage> => {
    const message: OrderMessage = {
      id: 'message-1',
      schema_version: 1,
      type: 'order.ready_requested',
      occurred_at: '2026-06-01T12:00:00.000Z',
      order_id: newOrderId(),
      merchant_id: '0'.repeat(32),
      payload: {},
    };
    const deps = { pool: apis.pool, now: Date.now, onSetAside: () => undefined };
    await setCommandsAside(deps, [{ item: message, reason }], [{ ...message, id: 'message-2' }]);
    return message;
  };

  const readActivity = async (id: string) => (await apis.operator('GET', `/activity?subject=${id}`)).body.data;

  it('[P9] are listed without those behind them, retried on request, and refused on record when discarded', async () => {
    const message = await setAside();
    const [listed, ...others] = await list();
    expect([listed, others]).toMatchObject([{ kind: 'command', order_id: message.order_id, reason, tries: 0 }, []]);
    const path = `/set-aside/${listed?.id}`;
    const retried = await apis.operator('POST', `${path}/retry`, { body: ana });
    expect(retried.status).toBe(200);
    expect(Date.parse(String(retried.body['next_try_at']))).toBeLessThanOrEqual(Date.now());
    expect((await apis.operator('POST', `${path}/discard`, { body: ana })).status).toBe(204);
    expect(await list()).toEqual([]);
    const { rows } = await apis.pool.query('select id, outcome, detail from all_commands where order_id = $1', [
      message.order_id,
    ]);
    expect(rows).toEqual([
      {
        id: message.id,
        outcome: 'refused',
        detail: 'The database could not apply this command, and an operator discarded it.',
      },
    ]);
    expect(await readActivity(listed?.id ?? '')).toMatchObject([
      { action: 'set_aside.discarded', reason: ana.reason },
      { action: 'set_aside.retried', reason: ana.reason },
    ]);
    expect((await apis.operator('POST', `${path}/discard`, { body: ana })).status).toBe(404);
  });

  it('are reports of attempts, too, which leave nothing when they are given up', async () => {
    const attempt = attemptedOf({
      delivery_id: randomUUID(),
      order_id: newOrderId(),
      endpoint_id: randomUUID(),
      owner_id: '0'.repeat(32),
      generation: 1,
    });
    await parkAttempts(
      apis.pool,
      [
        { attempt, slowReason: reason },
        { attempt, slowReason: null },
      ],
      new Date(),
    );
    const [listed] = await list();
    expect(listed).toMatchObject({ kind: 'attempt', order_id: attempt.order_id, endpoint_id: attempt.endpoint_id });
    expect((await apis.operator('POST', `/set-aside/${listed?.id}/discard`, { body: ana })).status).toBe(204);
    expect((await apis.pool.query('select slow_reason from parked_attempts')).rows).toEqual([{ slow_reason: null }]);
  });
});

describe('The operator API’s document', () => {
  it('[P17] is served without the token, as JSON and as a page that may load nothing but files served beside it', async () => {
    const json = await fetch(`${apis.url}/operator/openapi.json`);
    expect([json.status, json.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await json.json()).toMatchObject({ openapi: '3.1.1', paths: { '/operator/v1/endpoints': {} } });
    const page = await fetch(`${apis.url}/operator/docs`);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*script-src 'self';/);
    const html = await page.text();
    const link = /<a href="([^"]+)">openapi.json/.exec(html)?.[1] ?? '';
    const loaded = [...html.matchAll(/<(?:link|script)\b[^>]*(?:href|src)="([^"]+)"/g)].map(([, from = '']) => from);
    expect(loaded).toHaveLength(5);
    for (const from of [link, ...loaded, 'docs/operations', 'docs/reference-orders', 'docs/reference-orders.json']) {
      const file = await fetch(new URL(from, page.url));
      expect([from, file.status]).toEqual([from, 200]);
      await file.arrayBuffer();
    }
    expect((await fetch(`${apis.url}/operator/v1/endpoints`)).status).toBe(401);
  });
});

describe('The address alone', () => {
  it('leads to the console', async () => {
    const response = await fetch(apis.url);
    expect([response.status, new URL(response.url).pathname]).toEqual([200, '/console/']);
  });

  it('has an icon for browsers that ask the host, and nothing for crawlers', async () => {
    const icon = await fetch(`${apis.url}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(await (await fetch(`${apis.url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n');
  });

  it('shows the way to the API for an unknown path, in a problem document', async () => {
    const response = await fetch(`${apis.url}/orders`);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect(await response.json()).toMatchObject({
      code: 'route_not_found',
      detail: expect.stringContaining('/console/'),
    });
  });
});
