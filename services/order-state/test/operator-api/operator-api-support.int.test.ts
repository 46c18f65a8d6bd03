import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  listSchema,
  merchantListEntrySchema,
  operatorEndpointListEntrySchema,
  operatorEndpointSchema,
  operatorOrderSchema,
  replayViewSchema,
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
      log: [{ what: 'disabled', reason: 'operator ana: their server is being moved' }, { what: 'created' }],
    });
    const seen = await apis.internal('GET', `/merchants/${merchantId}/webhook-endpoints/${endpointId}`);
    expect(seen.body).toMatchObject({ status: 'disabled', disabled_reason: 'operator' });
    expect(seen.text).not.toContain('ana');
    const wakes = apis.relayWakes();
    const enabled = await apis.operator('POST', `/endpoints/${endpointId}/enable`, {
      body: { by: 'bo', reason: 'moved' },
    });
    expect(enabled.body).toMatchObject({
      status: 'active',
      log: [{ what: 'enabled', reason: 'operator bo: moved' }, {}, {}],
    });
    expect(apis.relayWakes()).toBe(wakes + 1);
  });

  it.each([
    [{}, ['/by', '/reason']],
    [{ by: 'ana', reason: ' ' }, ['/reason']],
    [{ by: 'a\u001b[31m', reason: 'x' }, ['/by']],
  ])('[P18] are not switched without a name and a reason: %j', async (body, pointers) => {
    const { endpointId } = await arrange('Unsaid');
    for (const action of ['disable', 'enable']) {
      const answer = await apis.operator('POST', `/endpoints/${endpointId}/${action}`, { body });
      expect([answer.status, answer.body.errors.map(({ pointer }: Json) => pointer)]).toEqual([400, pointers]);
    }
  });
});

describe('Deliveries of a merchant', () => {
  it('[P18] are found for it by the webhook-id that it tells, and sent again, and the replay says who did it and why', async () => {
    const { merchantId, endpointId } = await arrange('Replayed', 1);
    const path = `/owners/${merchantId}`;
    const [delivery] = await readPages(`${path}/webhook-deliveries?endpoint_id=${endpointId}`);
    const found = await readPages(`${path}/webhook-deliveries?webhook_id=${delivery.webhook_id}`);
    expect(found.map(({ id }) => id)).toEqual([delivery.id]);
    expect((await apis.operator('GET', `${path}/webhook-deliveries/${delivery.id}`)).body).toMatchObject({
      attempts: [],
    });

    const range = { since: '2026-01-01T00:00:00Z', until: '2036-01-01T00:00:00Z', states: ['delivered'] };
    const feeds = apis.replayFeeds();
    const started = await apis.operator('POST', `${path}/webhook-replays`, { body: { ...range, ...ana } });
    expect([started.status, apis.replayFeeds()]).toEqual([202, feeds + 1]);
    const replay = replayViewSchema.strict().parse(started.body);
    const { rows } = await apis.pool.query('select requested_by from replays where id = $1', [replay.id]);
    expect(rows).toEqual([{ requested_by: 'operator ana: their server is being moved' }]);
    const location = started.headers.get('location');
    expect(location).toBe(`/operator/v1${path}/webhook-replays/${replay.id}`);
    expect((await apis.operator('GET', location!.replace('/operator/v1', ''))).body).toMatchObject({ id: replay.id });
    expect((await readPages(`${path}/webhook-replays?limit=9`)).map(({ id }) => id)).toEqual([replay.id]);
    expect((await apis.internal('GET', `/merchants/${merchantId}/webhook-replays/${replay.id}`)).text).not.toContain(
      'ana',
    );

    const unsaid = await apis.operator('POST', `${path}/webhook-replays`, { body: range });
    expect([unsaid.status, unsaid.body.errors.length]).toEqual([400, 2]);
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

  it.each([['/operator/openapi.json'], ['/operator/docs']])(
    '[P16] is compressed, not sent again to a client that has it, and readable from any origin: %s',
    async (path) => {
      const document = await fetch(apis.url + path);
      expect(Object.fromEntries(document.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'content-encoding': 'gzip',
        vary: 'accept-encoding',
      });
      await document.arrayBuffer();
      const etag = String(document.headers.get('etag'));
      expect((await fetch(apis.url + path, { headers: { 'if-none-match': etag } })).status).toBe(304);
      const head = await fetch(apis.url + path, { method: 'HEAD' });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
      const post = await fetch(apis.url + path, { method: 'POST' });
      expect([post.status, await post.json()]).toMatchObject([405, { code: 'method_not_allowed' }]);
      const audit = await fetch(`${apis.url}/operator/v1/audit`);
      expect([audit.status, audit.headers.get('access-control-allow-origin')]).toEqual([401, null]);
      await audit.arrayBuffer();
    },
  );
});
