import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  listSchema,
  merchantListEntrySchema,
  operatorEndpointListEntrySchema,
  operatorEndpointSchema,
  operatorOrderSchema,
} from '@delivery/contracts';
import { type Apis, createMerchant, type Json, startApis, submitOrder } from '../support/start-apis.js';

let apis: Apis;
beforeAll(async () => {
  apis = await startApis();
});
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

const readPages = async (path: string): Promise<Json[]> => {
  const entries: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body }: { status: number; body: Json } = await apis.operator(
      'GET',
      `${path}${cursor && `&cursor=${cursor}`}`,
    );
    expect([path, status]).toEqual([path, 200]);
    entries.push(...body.data);
    cursor = body.next_cursor;
  }
  return entries;
};

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

  it('[P18] are disabled and enabled for a merchant, and the log says who did it and why', async () => {
    const { merchantId, endpointId } = await arrange('Moved');
    const disabled = await apis.operator('POST', `/endpoints/${endpointId}/disable`, { body: ana });
    expect(operatorEndpointSchema.parse(disabled.body)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'operator',
    });
    const seen = await apis.internal('GET', `/merchants/${merchantId}/webhook-endpoints/${endpointId}`);
    expect(seen.body).toMatchObject({ status: 'disabled', disabled_reason: 'operator' });
    expect(seen.text).not.toContain('ana');
    const wakes = apis.relayWakes();
    const enabled = await apis.operator('POST', `/endpoints/${endpointId}/enable`, {
      body: { by: 'bo', reason: 'moved' },
    });
    expect(enabled.body).toMatchObject({ status: 'active' });
    expect(apis.relayWakes()).toBe(wakes + 1);
    const log = (await apis.operator('GET', `/activity?subject=${endpointId}`)).body.data;
    expect(log).toMatchObject([
      { action: 'endpoint.enabled', actor: { name: 'bo' }, reason: 'moved' },
      { action: 'endpoint.disabled', actor: { name: 'ana' }, reason: 'their server is being moved' },
      { action: 'endpoint.created' },
    ]);
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
    expect(loaded).toHaveLength(4);
    for (const from of [link, ...loaded, 'docs/reference.json']) {
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
