import { afterAll, describe, expect, it } from '@jest/globals';
import {
  deliveryViewSchema,
  deliveryWithAttemptsSchema,
  endpointHeaderOf,
  endpointSecretOf,
  endpointViewSchema,
  endpointWithSecretSchema,
  listSchema,
} from '@delivery/contracts';
import { holdRows } from '../support/hold-rows.js';
import { createMerchant, readAllPages, startApis, submitOrder, untilAnswered } from '../support/start-apis.js';

const apis = await startApis({ isPatient: true });
afterAll(() => apis.stop());

const callInTurn = (...call: Parameters<typeof apis.internal>) => untilAnswered(() => apis.internal(...call));

const arrange = async (settings: object = { url: 'https://shop.example/hook?token=hush' }) => {
  const { merchant_id } = await createMerchant(apis);
  const path = `/merchants/${merchant_id}/webhook-endpoints`;
  const created = await apis.internal('POST', path, { body: settings });
  return { merchantId: merchant_id, path, id: created.body.id, created };
};

/** An order that has become ready: two deliveries for each endpoint that wants both. */
const makeReady = async (merchantId: string, name = 'order'): Promise<string> => {
  const orderId = await submitOrder(apis, merchantId, name);
  await apis.operator('POST', `/orders/${orderId}/status`, { body: { status: 'ready' } });
  return orderId;
};

const windowOf = async (endpointId: string) =>
  (await apis.pool.query('select * from endpoint_windows where endpoint_id = $1', [endpointId])).rows[0];
const logOf = async (endpointId: string) =>
  (
    await apis.pool.query(`select split_part(action, '.', 2) as what from activity where subject_id = $1 order by id`, [
      endpointId,
    ])
  ).rows.map(({ what }) => what);

describe('Webhook endpoints', () => {
  it('are created with a secret that is shown once, and listed with a masked URL', async () => {
    const { path, id, created } = await arrange({ url: 'HTTPS://Shop.Example/hook?token=hush', events: null });
    expect(created.status).toBe(201);
    expect(endpointWithSecretSchema.parse(created.body)).toMatchObject({
      url: 'https://shop.example/hook?token=***',
      events: null,
      status: 'active',
    });
    const list = await apis.internal('GET', path);
    expect(listSchema(endpointViewSchema).parse(list.body).data).toHaveLength(1);
    const one = await apis.internal('GET', `${path}/${id}`);
    expect(endpointViewSchema.parse(one.body)).toEqual(list.body.data[0]);
    expect(list.text + one.text).not.toMatch(/hush|whsec_/);
    expect(await windowOf(id)).toMatchObject({ size: 16, in_flight: 0 });
  });

  it('[P8] have a header of the merchant’s choice, which rests sealed and is never shown', async () => {
    const header = { name: 'Authorization', value: 'Bearer hush' };
    const { merchantId, path, id, created } = await arrange({ url: 'https://shop.example/hook', header });
    const masked = { name: 'Authorization', value: '***' };
    expect(endpointWithSecretSchema.parse(created.body).header).toEqual(masked);
    const shown = await Promise.all([
      apis.internal('GET', path),
      apis.internal('GET', `${path}/${id}`),
      apis.internal('POST', `${path}/${id}/rotate-secret`, { body: {} }),
      apis.internal('POST', `${path}/${id}/disable`),
      apis.operator('GET', `/endpoints/${id}`),
      apis.operator('GET', `/endpoints?merchant_id=${merchantId}`),
      apis.operator('GET', `/merchants/${merchantId}`),
    ]);
    for (const { status, text } of shown) {
      expect(status).toBe(200);
      expect(text).toContain('"header":{"name":"Authorization","value":"***"}');
      expect(text).not.toMatch(/hush|sealed/);
    }
    const place = endpointHeaderOf(id, { name: 'authorization', url: 'https://shop.example/' });
    const { rows } = await apis.pool.query('select header from endpoints where id = $1', [id]);
    expect(apis.sealer.open(rows[0].header.sealed, place)).toBe('Bearer hush');
    await apis.internal('POST', `${path}/${id}/test`, { body: {} });
    expect(apis.published.find(({ endpoint_id }) => endpoint_id === id)?.header).toEqual(rows[0].header);
  });

  it('have a pace of their own, shown with the backlog behind it, until `null` takes it away', async () => {
    const { merchantId, path, id } = await arrange({ url: 'https://shop.example/hook', max_per_second: 1 });
    const read = async () => endpointViewSchema.parse((await apis.internal('GET', `${path}/${id}`)).body);
    expect(await read()).toMatchObject({ max_per_second: 1, paced: false, waiting: 0 });
    await makeReady(merchantId, 'one');
    await makeReady(merchantId, 'two');
    // One of four is in flight: at most as many as are sent in a second.
    expect(await read()).toMatchObject({ max_per_second: 1, paced: true, waiting: 3 });
    const { body: listed } = await apis.operator('GET', `/endpoints?merchant_id=${merchantId}&health=paced`);
    expect(listed.data).toMatchObject([{ id, health: 'paced', max_per_second: 1, paced: true, waiting: 3 }]);
    expect((await apis.operator('GET', '/status')).body.paced_endpoints).toBe(1);
    await apis.pool.query(
      `update webhook_deliveries set attempt_count = 1, released_at = now(), not_before = now() + interval '1 hour'
       where endpoint_id = $1 and state = 'waiting'`,
      [id],
    );
    expect(await read()).toMatchObject({ paced: false, waiting: 3 });
    await apis.internal('POST', `${path}/${id}/catch-up`, { body: {} });
    expect(await read()).toMatchObject({ paced: true, waiting: 3 });
    await apis.internal('PATCH', `${path}/${id}`, { body: { max_per_second: null } });
    expect(await read()).toMatchObject({ max_per_second: null, paced: false, waiting: 3 });
  });

  it('are five at most for one event and unique by URL, however many are asked for at once', async () => {
    const { merchant_id } = await createMerchant(apis);
    const path = `/merchants/${merchant_id}/webhook-endpoints`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        callInTurn('POST', path, { body: { url: `https://shop.example/${index % 10}` } }),
      ),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(5);
    expect(new Set(created.map(({ body }) => body.url)).size).toBe(5);
    const refused = answers.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.code}`);
    expect([...new Set(refused)].sort()).toEqual(['409 endpoint_url_taken', '409 recipient_limit_reached']);
  });

  it('make room when one is deleted, also for its URL', async () => {
    const { path, id } = await arrange({ url: 'https://shop.example/again' });
    const taken = await apis.internal('POST', path, { body: { url: 'https://shop.example/again' } });
    expect([taken.status, taken.body.code, taken.body.endpoint_id]).toEqual([
      409,
      'endpoint_url_taken',
      expect.any(String),
    ]);
    expect((await apis.internal('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await apis.internal('GET', `${path}/${id}`)).status).toBe(404);
    expect((await apis.internal('DELETE', `${path}/${id}`)).status).toBe(404);
    expect((await apis.internal('POST', path, { body: { url: 'https://shop.example/again' } })).status).toBe(201);
    expect(await logOf(id)).toEqual(['created', 'deleted']);
  });

  it('[P32] are changed by PATCH in the named settings alone, which operators are shown by name', async () => {
    const header = { name: 'X-Key', value: 'hush' };
    const whole = 'https://shop.example/hook?key=c2VjcmV0';
    const { path, id } = await arrange({ url: whole, events: ['status_changed'], header, max_per_second: 5 });
    const patch = (body: object) => apis.internal('PATCH', `${path}/${id}`, { body });
    const secretsOf = async () =>
      (await apis.pool.query('select url, secrets from endpoints where id = $1', [id])).rows[0] as object;
    const before = await secretsOf();

    const narrowed = await patch({ max_per_second: null, type: 'push' });
    const shown = { url: 'https://shop.example/hook?key=***', events: ['status_changed'], max_per_second: null };
    expect([narrowed.status, endpointViewSchema.parse(narrowed.body)]).toMatchObject([200, shown]);
    expect((await patch({ events: null })).body).toMatchObject({ ...shown, events: null });
    expect((await patch({})).body).toMatchObject({ ...shown, events: null });
    expect(await secretsOf()).toEqual(before);
    const moved = await patch({ url: 'https://shop.example/v2' });
    expect(moved.body).toMatchObject({ url: 'https://shop.example/v2', header: { name: 'X-Key', value: '***' } });
    expect(await secretsOf()).toMatchObject({ ...before, url: 'https://shop.example/v2' });
    const elsewhere = { url: 'https://elsewhere.example/' };
    const refused = { code: 'webhook_url_refused', errors: [{ pointer: '/header', code: 'required' }] };
    expect((await patch(elsewhere)).body).toMatchObject({ status: 422, ...refused });
    await patch({ ...elsewhere, header });
    const { rows } = await apis.pool.query('select header from endpoints where id = $1', [id]);
    const place = endpointHeaderOf(id, { name: 'X-Key', url: elsewhere.url });
    expect(apis.sealer.open(rows[0].header.sealed, place)).toBe('hush');
    expect((await patch({ header: null })).body).toMatchObject({ ...elsewhere, header: null });

    const { body } = await apis.internal(
      'GET',
      `${path.slice(0, path.indexOf('/webhook-endpoints'))}/activity?subject=${id}`,
    );
    expect(body.data.map(({ detail }: { detail: string | null }) => detail)).toEqual([
      'header',
      'url, header',
      'url',
      'events',
      'max_per_second',
      null,
    ]);
  });

  it('[P6] that say nothing of where webhooks go are changed while a session holds what is being released', async () => {
    const { path, id } = await arrange({ url: 'https://shop.example/hook' });
    const letGo = await holdRows(apis.databaseUrl, 'endpoint_windows where endpoint_id = $1', [id]);
    const settings = { name: 'Kitchen', events: ['status_changed'], max_per_second: 3 };
    const changed = await apis.internal('PATCH', `${path}/${id}`, { body: settings });
    await letGo();
    expect(changed).toMatchObject({ status: 200, body: settings });
  });

  it('are disabled and enabled by PATCH too, and stay as they are if it leaves that out', async () => {
    const { path, id } = await arrange({ url: 'https://shop.example/hook' });
    const change = (body: object) => apis.internal('PATCH', `${path}/${id}`, { body });
    const disabled = await change({ enabled: false });
    expect(disabled.body).toMatchObject({ status: 'disabled', disabled_reason: 'requested' });
    const moved = await change({ url: 'https://shop.example/v2' });
    expect(moved.body).toMatchObject({ url: 'https://shop.example/v2', status: 'disabled' });
    const enabled = await change({ url: 'https://shop.example/v3', enabled: true });
    expect(enabled.body).toMatchObject({ url: 'https://shop.example/v3', status: 'active', disabled_reason: null });
    await change({ enabled: true });
    expect(await logOf(id)).toEqual(['created', 'disabled', 'changed', 'changed', 'enabled']);
  });

  it('[P32] lose none of many settings that are changed at once', async () => {
    const { path, id } = await arrange({ url: 'https://shop.example/hook' });
    const changes = [
      { url: 'https://shop.example/v2' },
      { events: ['delivery_requested'] },
      { header: { name: 'X-Key', value: 'hush' } },
      { max_per_second: 7 },
    ];
    await Promise.all(changes.map((body) => callInTurn('PATCH', `${path}/${id}`, { body })));
    expect((await apis.internal('GET', `${path}/${id}`)).body).toMatchObject({
      ...Object.assign({}, ...changes),
      header: { name: 'X-Key', value: '***' },
    });
  });

  it('refuse a change that does not fit, and keep what they have', async () => {
    const { path, id } = await arrange({ url: 'https://shop.example/hook' });
    await apis.internal('POST', path, { body: { url: 'https://shop.example/other' } });
    const before = (await apis.internal('GET', `${path}/${id}`)).body;
    for (const [body, status, code] of [
      [{ url: 'https://shop.example/hook?key=***' }, 422, 'webhook_url_refused'],
      [{ url: 'https://10.1.2.3/' }, 422, 'webhook_url_refused'],
      [{ url: 'https://shop.example/other' }, 409, 'endpoint_url_taken'],
      [{ url: null }, 400, 'validation_failed'],
      [{ events: [] }, 400, 'validation_failed'],
      [{ max_per_second: 0 }, 400, 'validation_failed'],
      [{ give_up_after: 899 }, 400, 'validation_failed'],
      [{ type: 'pull' }, 409, 'endpoint_type_mismatch'],
    ] as const) {
      const answer = await apis.internal('PATCH', `${path}/${id}`, { body });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    expect((await apis.internal('GET', `${path}/${id}`)).body).toEqual(before);
  });

  it('rotate their secret: each one before stays for the overlap, and a sixth live one is refused', async () => {
    const { path, id, created } = await arrange();
    const before = Date.now();
    const rotated = await apis.internal('POST', `${path}/${id}/rotate-secret`, { body: {} });
    expect(endpointWithSecretSchema.parse(rotated.body).secret).not.toBe(created.body.secret);
    const read = async () =>
      (await apis.pool.query('select secrets from endpoints where id = $1', [id])).rows[0].secrets as {
        sealed: string;
        expires_at: string | null;
      }[];
    const [current, old] = await read();
    const place = endpointSecretOf(id);
    expect(current?.expires_at).toBeNull();
    expect(apis.sealer.open(current?.sealed ?? '', place)).toBe(rotated.body.secret);
    expect(apis.sealer.open(old?.sealed ?? '', place)).toBe(created.body.secret);
    expect(Date.parse(old?.expires_at ?? '')).toBeGreaterThanOrEqual(before + 24 * 3_600_000);
    const more = await Promise.all(
      Array.from({ length: 4 }, () => callInTurn('POST', `${path}/${id}/rotate-secret`, { body: {} })),
    );
    const [refused, ...others] = more.filter(({ status }) => status !== 200);
    expect(new Set(more.map(({ body }) => body.secret)).size).toBe(4);
    const live = await read();
    expect(live.map(({ expires_at }) => expires_at === null)).toEqual([true, false, false, false, false]);
    expect(apis.sealer.open(live.at(-1)?.sealed ?? '', place)).toBe(created.body.secret);
    expect([refused?.status, refused?.body.code, others]).toEqual([409, 'secret_limit_reached', []]);
    expect(refused?.body.detail).toContain(live.at(-1)?.expires_at);
  });
});

describe('Disabling and enabling', () => {
  it('holds waiting deliveries, then wakes the relay with a window of one', async () => {
    const { merchantId, path, id } = await arrange();
    // Deliveries that other tests have left due, for the relay that does not run here.
    await apis.pool.query('update endpoint_windows set wake_at = null');
    const disabled = await apis.internal('POST', `${path}/${id}/disable`);
    expect(disabled.body).toMatchObject({ status: 'disabled', disabled_reason: 'requested' });
    const orderId = await makeReady(merchantId);
    const states = async () => {
      const path = `/merchants/${merchantId}/webhook-deliveries?order_id=${orderId}`;
      const deliveries = (await readAllPages(apis.internal, path)).sort((one, other) => one.sequence - other.sequence);
      return deliveries.map(
        ({ state, next_attempt_at }) => `${state} ${next_attempt_at === null ? 'untimed' : 'timed'}`,
      );
    };
    expect(await states()).toEqual(['held untimed', 'held untimed']);
    const countOf = async (state: string) =>
      (await readAllPages(apis.internal, `/merchants/${merchantId}/webhook-deliveries?state=${state}`)).length;
    expect([await countOf('held'), await countOf('waiting')]).toEqual([2, 0]);
    const audit = await apis.operator('GET', '/audit');
    expect(audit.body).toMatchObject({ balanced: true, held: 2, oldest_overdue_seconds: 0 });

    const wakes = apis.relayWakes();
    const enabled = await apis.internal('POST', `${path}/${id}/enable`);
    expect(enabled.body).toMatchObject({ status: 'active', disabled_reason: null });
    expect(apis.relayWakes()).toBe(wakes + 1);
    const { size, probe_at, wake_at } = await windowOf(id);
    expect([size, probe_at]).toEqual([1, null]);
    expect(wake_at.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await states()).toEqual(['waiting timed', 'waiting untimed']);
    expect([await countOf('held'), await countOf('waiting')]).toEqual([0, 2]);
    expect(await logOf(id)).toEqual(['created', 'disabled', 'enabled']);
  });

  it('can come before the first delivery: an endpoint that begins disabled holds all of them', async () => {
    const { merchantId, path } = await arrange();
    const body = { url: 'https://new.example.com/hooks', enabled: false };
    const created = await apis.internal('POST', path, { body });
    expect(created).toMatchObject({ status: 201, body: { status: 'disabled', disabled_reason: 'requested' } });
    const { id, secret } = created.body as { id: string; secret: string };
    expect(secret).toMatch(/^whsec_/);
    const orderId = await makeReady(merchantId);
    const deliveries = `/merchants/${merchantId}/webhook-deliveries?order_id=${orderId}&endpoint_id=${id}`;
    expect((await readAllPages(apis.internal, deliveries)).map(({ state }) => state)).toEqual(['held', 'held']);
  });

  it('leaves the window of an endpoint that is active as it is', async () => {
    const { path, id } = await arrange();
    await apis.pool.query('update endpoint_windows set size = 99 where endpoint_id = $1', [id]);
    expect((await apis.internal('POST', `${path}/${id}/enable`)).status).toBe(200);
    expect(await windowOf(id)).toMatchObject({ size: 99 });
    expect(await logOf(id)).toEqual(['created']);
  });

  it('ends in one of both when they come at once', async () => {
    const { path, id } = await arrange();
    const actions = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'enable' : 'disable'));
    const answers = await Promise.all(actions.map((action) => callInTurn('POST', `${path}/${id}/${action}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const log = (await logOf(id)).slice(1);
    expect(log).toEqual(log.map((_, index) => (index % 2 ? 'enabled' : 'disabled')));
  });
});

describe('Webhook deliveries', () => {
  it('are listed newest first, each once, over pages', async () => {
    const { merchantId } = await arrange();
    for (const name of ['a', 'b', 'c']) await makeReady(merchantId, name);
    const path = `/merchants/${merchantId}/webhook-deliveries?limit=2`;
    const listed = await readAllPages(apis.internal, path, () => makeReady(merchantId, 'during'));
    for (const delivery of listed) deliveryViewSchema.strict().parse(delivery);
    const ids = listed.map(({ id }) => id);
    expect(ids).toHaveLength(6);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  it('are filtered by order, endpoint and state', async () => {
    const { merchantId, path, id } = await arrange({ url: 'https://shop.example/all' });
    const other = await apis.internal('POST', path, {
      body: { url: 'https://shop.example/some', events: ['status_changed'] },
    });
    const orderId = await makeReady(merchantId);
    await makeReady(merchantId, 'another');
    const count = async (query: string) =>
      (await readAllPages(apis.internal, `/merchants/${merchantId}/webhook-deliveries?${query}`)).length;
    expect(await count(`order_id=${orderId}`)).toBe(3);
    expect(await count(`order_id=${orderId}&endpoint_id=${other.body.id}`)).toBe(1);
    expect(await count(`endpoint_id=${id}`)).toBe(4);
    expect(await count('state=in_flight')).toBe(4);
    expect(await count('state=waiting')).toBe(2);
    expect(await count('state=delivered')).toBe(0);
    const wrong = await apis.internal('GET', `/merchants/${merchantId}/webhook-deliveries?state=lost`);
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_parameter']);
  });

  it('[P17] are found by the webhook-id that the receiver saw, and by when they were made', async () => {
    const { merchantId } = await arrange();
    const orderId = await makeReady(merchantId);
    await makeReady(merchantId, 'another');
    const path = `/merchants/${merchantId}/webhook-deliveries`;
    const all = await readAllPages(apis.internal, path);
    for (const { id, webhook_id } of all) {
      expect(webhook_id).toMatch(/^msg_[0-9a-f]{32}$/);
      expect((await readAllPages(apis.internal, `${path}?webhook_id=${webhook_id}`)).map((found) => found.id)).toEqual([
        id,
      ]);
    }
    expect(new Set(all.map(({ webhook_id }) => webhook_id)).size).toBe(4);
    const [{ webhook_id: webhookId }] = all;
    expect(await readAllPages(apis.internal, `${path}?webhook_id=${webhookId}&order_id=${orderId}`)).toEqual([]);
    expect(await readAllPages(apis.internal, `${path}?webhook_id=msg_unknown`)).toEqual([]);
    const { merchant_id } = await createMerchant(apis);
    expect(
      await readAllPages(apis.internal, `/merchants/${merchant_id}/webhook-deliveries?webhook_id=${webhookId}`),
    ).toEqual([]);

    const at = async (query: string) => (await readAllPages(apis.internal, `${path}?${query}`)).map(({ id }) => id);
    const times = all.map(({ created_at }) => created_at);
    expect(await at(`since=${times.at(-1)}&limit=1`)).toEqual(all.map(({ id }) => id));
    expect(await at(`since=${new Date(Date.parse(times[0]) + 1).toISOString()}`)).toEqual([]);
    expect(await at(`until=${times.at(-1)}`)).toEqual([]);
    expect(await at(`until=${new Date(Date.parse(times[0]) + 1).toISOString()}&limit=1`)).toEqual(
      all.map(({ id }) => id),
    );
  });

  it('show their attempts, oldest first, the order’s number, the event’s status, and the last refusal', async () => {
    const { merchantId } = await arrange();
    const orderId = await makeReady(merchantId);
    const path = `/merchants/${merchantId}/webhook-deliveries`;
    const [, first] = await readAllPages(apis.internal, path);
    await apis.pool.query(
      `insert into all_attempts (delivery_id, partition_day, generation, attempt, at, duration_ms, status_code,
         error_code, error_detail, response_excerpt)
       select $1, partition_day, a.* from orders, (
         values (1, 1, '2026-01-01T00:00:00Z'::timestamptz, 12.5, null, 'connection_refused', '192.0.2.1:443', null),
                (2, 2, '2026-01-01T00:00:10Z', 7, 500, 'http_status', null, 'oops')) a
       where id = $2`,
      [first.id, orderId],
    );
    await apis.pool.query(`update all_webhook_deliveries set last_error_code = 'http_status' where id = $1`, [
      first.id,
    ]);
    const shown = deliveryWithAttemptsSchema.parse((await apis.internal('GET', `${path}/${first.id}`)).body);
    const at = '2026-01-01T00:00:00.000Z';
    expect(shown.attempts).toMatchObject([
      { attempt: 1, at, duration_ms: 12.5, status_code: null, error_detail: '192.0.2.1:443', response_excerpt: null },
      { attempt: 2, status_code: 500, error_code: 'http_status', response_excerpt: 'oops' },
    ]);
    const refused = { display_id: '0007', status: 'ready', last_status_code: 500 };
    expect(shown).toMatchObject(refused);
    expect(await readAllPages(apis.internal, path)).toMatchObject([
      { display_id: '0007', status: null, last_status_code: null },
      refused,
    ]);
  });
});
