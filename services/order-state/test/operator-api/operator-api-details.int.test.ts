import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { Webhook } from 'standardwebhooks';
import {
  type DeliveryAttempted,
  endpointHistorySchema,
  operatorEndpointSchema,
  orderCustomerSchema,
  searchResultSchema,
  sentRequestsSchema,
} from '@delivery/contracts';
import { inTransaction, nilUuid } from '@delivery/postgres';
import { readEndpointHistory, sampleEndpoints } from '../../src/dashboards/queries.js';
import {
  createEndpointHistoryCounter,
  recordEndpointHistory,
  saveEndpointHistory,
} from '../../src/dashboards/record-history.js';
import { eraseOrders } from '../../src/retention/queries/erase-rows.js';
import { explainQueries } from '../support/explain-queries.js';
import { attemptedOf } from '../support/messages.js';
import {
  type Apis,
  createMerchant,
  type Json,
  operatorReadToken,
  readyOrder,
  signInToConsole,
  startApis,
  submitOrder,
} from '../support/start-apis.js';

const hour = 3_600_000;
const minute = 60_000;

let apis: Apis;
let nowMs = Date.now();
const logged: Json[] = [];
beforeAll(async () => {
  const log = new Writable({
    write: (line: Buffer, _encoding, done) => {
      logged.push(JSON.parse(line.toString()));
      done();
    },
  });
  apis = await startApis({ now: () => nowMs, logger: pino({ level: 'info' }, log) });
});
afterAll(() => apis.stop());

const url = 'https://hooks.example.com/orders?token=never-shown';
const reading = { headers: { authorization: `Bearer ${operatorReadToken}` } };

const withEndpoint = async () => {
  const { merchant_id: merchantId, webhook_endpoint: endpoint } = await createMerchant(apis, { webhook_url: url });
  return { merchantId, endpointId: endpoint?.id ?? '', secret: endpoint?.secret ?? '' };
};

const attemptOf = (endpointId: string, changes: Partial<DeliveryAttempted>): DeliveryAttempted =>
  attemptedOf({
    delivery_id: '019b7f3a-9c1e-7d20-a3f4-51f0c2d7e8b9',
    order_id: '0'.repeat(24),
    endpoint_id: endpointId,
    owner_id: '0'.repeat(32),
    generation: 1,
    occurred_at: new Date(nowMs).toISOString(),
    outcome: 'failed',
    status_code: null,
    duration_ms: 5,
    ...changes,
  });

const ok = { outcome: 'delivered', status_code: 200 } as const;

describe('The history of an endpoint', () => {
  const read = async (endpointId: string, span = 'hour') => {
    const { status, body } = await apis.operator('GET', `/endpoints/${endpointId}/history?span=${span}`);
    expect(status).toBe(200);
    return endpointHistorySchema.parse(body);
  };
  const record = (counters: ReturnType<typeof createEndpointHistoryCounter>[]) =>
    counters.reduce<Promise<unknown>>(
      (before, endpointHistory) =>
        before.then(() => recordEndpointHistory({ pool: apis.pool, now: () => nowMs, endpointHistory })),
      Promise.resolve(),
    );

  it('[P17] adds the counts of every replica, and keeps the newest failure', async () => {
    const { endpointId } = await withEndpoint();
    const replicas = [createEndpointHistoryCounter(), createEndpointHistoryCounter()];
    replicas[0]?.onSettled({ logged: [attemptOf(endpointId, ok), attemptOf(endpointId, { status_code: 302 })] }, nowMs);
    const newest = { status_code: 503, error_code: 'http_503', occurred_at: new Date(nowMs + 9).toISOString() };
    replicas[1]?.onSettled({ logged: [attemptOf(endpointId, ok), attemptOf(endpointId, newest)] }, nowMs);
    await record(replicas.reverse());
    const { step_seconds, data, last_error } = await read(endpointId);
    expect([step_seconds, data.length]).toEqual([60, 1]);
    expect(data[0]?.answers).toEqual({ '2xx': 2, '3xx': 1, '4xx': 0, '5xx': 1, none: 0 });
    expect(last_error).toMatchObject({ status_code: 503, error_code: 'http_503', at: newest.occurred_at });
  });

  it('is put together into longer steps for a day: counts are added, gauges keep the highest value', async () => {
    const { endpointId } = await withEndpoint();
    const counter = createEndpointHistoryCounter();
    const step = 4 * minute;
    nowMs += step - (nowMs % step);
    for (const place of [0, 1, 2]) {
      counter.onSettled({ logged: [attemptOf(endpointId, ok)] }, nowMs + place * minute);
    }
    await saveEndpointHistory({ pool: apis.pool, endpointHistory: counter });
    await apis.pool.query(
      `update endpoint_history set waiting = case when at = $2 then 7 else 2 end, window_size = case when at = $2 then 16 else 1 end
       where endpoint_id = $1`,
      [endpointId, new Date(nowMs)],
    );
    nowMs += 3 * minute;
    const { data } = await read(endpointId, 'day');
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ answers: { '2xx': 3 }, waiting: 7, window: { size: 1 } });
  });

  it('shows the successes and the answer times of the last 24 hours, together and by hour', async () => {
    const { endpointId } = await withEndpoint();
    nowMs += hour - (nowMs % hour) + 10 * minute;
    const counter = createEndpointHistoryCounter();
    const settle = (hoursAgo: number, durationsMs: readonly number[], changes: Partial<DeliveryAttempted>) =>
      counter.onSettled(
        { logged: durationsMs.map((duration_ms) => attemptOf(endpointId, { ...changes, duration_ms })) },
        nowMs - hoursAgo * hour,
      );
    settle(24, [7_000], ok);
    settle(23, [80, 80, 80], ok);
    settle(23, [80], { status_code: 503, error_code: 'http_503' });
    await saveEndpointHistory({ pool: apis.pool, endpointHistory: counter });
    settle(23, [4_000], ok);
    settle(0, [15_000, 15_000], { error_code: 'response_timeout', unreachable: true });
    await saveEndpointHistory({ pool: apis.pool, endpointHistory: counter });
    const { day, data } = await read(endpointId);
    const first = {
      at: new Date(nowMs - 10 * minute - 23 * hour).toISOString(),
      succeeded: 4,
      failed: 1,
      answer_ms: { p50: 88.75, p95: 4_250 },
    };
    const last = { at: new Date(nowMs - 10 * minute).toISOString(), succeeded: 0, failed: 2, answer_ms: null };
    expect(day).toEqual({ succeeded: 4, failed: 3, answer_ms: first.answer_ms, hours: [first, last] });
    expect(data).toMatchObject([{ answers: { none: 2 }, answer_ms: null }]);
    expect((await read(endpointId, 'day')).data[1]).toMatchObject({ answer_ms: first.answer_ms });
  });

  it('is of endpoints with attempts or a backlog alone, looked at by one replica a minute, and forgotten after a day', async () => {
    nowMs += minute;
    const [waiting, disabled, quiet] = [await withEndpoint(), await withEndpoint(), await withEndpoint()];
    for (const { merchantId, endpointId } of [waiting, disabled]) {
      await readyOrder(apis, merchantId);
      await apis.pool.query(`update webhook_deliveries set state = 'waiting' where endpoint_id = $1`, [endpointId]);
      await apis.pool.query('update endpoint_windows set in_flight = 0 where endpoint_id = $1', [endpointId]);
    }
    await apis.operator('POST', `/endpoints/${disabled.endpointId}/disable`, { body: { by: 'Ana', reason: 'asked' } });
    await record([createEndpointHistoryCounter()]);
    expect((await read(waiting.endpointId)).data).toMatchObject([{ waiting: 2, held: 0, window: { size: 16 } }]);
    expect((await read(disabled.endpointId)).data).toMatchObject([{ waiting: 0, held: 2 }]);
    expect((await read(quiet.endpointId)).data).toEqual([]);
    // The other replica comes in the same minute, and finds it taken.
    await apis.pool.query('update endpoint_windows set size = 9 where endpoint_id = $1', [waiting.endpointId]);
    await record([createEndpointHistoryCounter()]);
    expect((await read(waiting.endpointId)).data[0]?.window?.size).toBe(16);
    nowMs += 26 * hour;
    await apis.pool.query(`update webhook_deliveries set state = 'delivered' where state = 'waiting'`);
    await record([createEndpointHistoryCounter()]);
    const { rows } = await apis.pool.query('select endpoint_id from endpoint_history where endpoint_id <> $1', [
      nilUuid,
    ]);
    expect(rows).toEqual([]);
  });

  it('adds counts that could not be written the next time', async () => {
    const { endpointId } = await withEndpoint();
    const counter = createEndpointHistoryCounter();
    counter.onSettled({ logged: [attemptOf(endpointId, ok)] }, nowMs);
    await apis.pool.query('alter table endpoint_history rename to away');
    await expect(record([counter])).rejects.toThrow('endpoint_history');
    await apis.pool.query('alter table away rename to endpoint_history');
    counter.onSettled({ logged: [attemptOf(endpointId, ok)] }, nowMs);
    await record([counter]);
    expect((await read(endpointId)).data[0]?.answers['2xx']).toBe(2);
  });

  it('[P17] is read minute by minute, however many endpoints share the table', async () => {
    const { endpointId } = await withEndpoint();
    const at = new Date(nowMs);
    await apis.pool.query(
      `insert into endpoint_history (at, endpoint_id) select date_trunc('minute', $1::timestamptz) - m * interval '1 min', gen_random_uuid()
       from generate_series(0, 1439) m, generate_series(1, 100)`,
      [at],
    );
    await apis.pool.query('analyze endpoint_history');
    const span = { since: new Date(nowMs - 24 * hour), until: at, stepSeconds: 240 };
    const [explained] = await explainQueries(apis.pool, (client) => readEndpointHistory(client, endpointId, span));
    // Three blocks of the index for each of 1,441 minutes, or the whole of this small table.
    expect(explained?.blocks).toBeLessThan(6_000);
    const [sampled] = await explainQueries(apis.pool, (client) => sampleEndpoints(client, at));
    expect(sampled?.scanned.filter((table) => !/^endpoint(s|_windows)$/.test(table))).toEqual([]);
  });
});

describe('An endpoint', () => {
  it('tells how old its secret is, and until when the one before it signs too', async () => {
    const { merchantId, endpointId } = await withEndpoint();
    const secretOf = async () => {
      const { body } = await apis.operator('GET', `/endpoints/${endpointId}`);
      return operatorEndpointSchema.parse(body).secret;
    };
    const first = await secretOf();
    expect(first.older_valid_until).toBeNull();
    await apis.internal('POST', `/merchants/${merchantId}/webhook-endpoints/${endpointId}/rotate-secret`, { body: {} });
    const second = await secretOf();
    expect(Date.parse(second.created_at ?? '')).toBeGreaterThan(Date.parse(first.created_at ?? ''));
    expect(second.older_valid_until).toBe(new Date(nowMs + 24 * hour).toISOString());
    await apis.pool.query('delete from activity where subject_id = $1', [endpointId]);
    expect((await secretOf()).created_at).toBeNull();
  });
});

describe('The requests of a delivery', () => {
  const externalData = '{"note":"<b>Ana</b>","n":1.50}';
  /** One event that was posted twice. */
  const posted = async () => {
    const endpoint = await withEndpoint();
    const orderId = await readyOrder(apis, endpoint.merchantId, 'sent', { externalData });
    const { rows } = await apis.pool.query<{ id: string; webhook_id: string }>(
      'select id, webhook_id from all_webhook_deliveries where order_id = $1 and sequence = 1',
      [orderId],
    );
    const { id: deliveryId = '', webhook_id: webhookId = '' } = rows[0] ?? {};
    const attempts = [1, 2].map((attempt) =>
      apis.pool.query(
        `insert into all_attempts (delivery_id, generation, attempt, at, duration_ms, status_code, partition_day)
         select $1, $2, $2, $3, 12, 500, partition_day from orders where id = $4`,
        [deliveryId, attempt, new Date(Date.now() + attempt * minute), orderId],
      ),
    );
    await Promise.all(attempts);
    return { ...endpoint, orderId, deliveryId, webhookId };
  };
  type Posted = Awaited<ReturnType<typeof posted>>;
  const pathOf = ({ merchantId, deliveryId }: Posted, query = '') =>
    `/owners/${merchantId}/webhook-deliveries/${deliveryId}/requests${query}`;
  const read = async (sent: Posted, query = '?customer_data=shown') => {
    const { status, body } = await apis.operator('GET', pathOf(sent, query));
    expect(status).toBe(200);
    return sentRequestsSchema.parse(body);
  };

  it('[P29] are the posted ones: the receiver’s own check accepts each of them', async () => {
    const sent = await posted();
    const { method, url: shownUrl, body, attempts } = await read(sent);
    expect([method, shownUrl]).toEqual(['POST', 'https://hooks.example.com/orders?token=***']);
    expect(body).toContain(externalData);
    expect(attempts.map(({ attempt, unknown }) => [attempt, unknown])).toEqual([
      [2, []],
      [1, []],
    ]);
    for (const { attempt, at, headers } of attempts) {
      expect(headers).toMatchObject({
        'webhook-id': sent.webhookId,
        'webhook-attempt': String(attempt),
        'webhook-sequence': '1',
        'webhook-previous-sequence': '0',
        'webhook-timestamp': String(Math.floor(Date.parse(at) / 1000)),
      });
      expect(new Webhook(sent.secret).verify(body, headers)).toEqual(JSON.parse(body));
    }
  });

  it('[P29] hide customers’ data until asked for, which is logged, and are still signed as they were', async () => {
    const sent = await posted();
    logged.length = 0;
    const masked = await read(sent, '');
    expect(logged).toEqual([]);
    expect([masked.customer_data, masked.body.includes('Ana')]).toEqual(['masked', false]);
    expect(JSON.parse(masked.body)).toMatchObject({ event: 'status_changed', external_data: {} });
    const shown = await read(sent);
    expect(masked.attempts).toEqual(shown.attempts);
    expect(logged).toMatchObject([
      { msg: 'customer_data.read', deliveryId: sent.deliveryId, outcome: 'shown', person: null, by: 'token' },
    ]);
  });

  const erase = ({ orderId }: Posted) =>
    inTransaction(apis.pool, (client) => eraseOrders(client, [orderId], new Date(Date.now() + hour)));

  it('[P29] show no signature over a body from which something was erased since, also once the order has new data', async () => {
    const sent = await posted();
    await erase(sent);
    // As an event does that adds something personal.
    await apis.pool.query('update orders set erased_at = null where id = $1', [sent.orderId]);
    const { customer_data, body, attempts } = await read(sent);
    expect([customer_data, body.includes('Ana')]).toEqual(['shown', false]);
    expect(attempts.map(({ unknown, headers }) => [unknown, headers['webhook-signature']])).toEqual([
      [['signature', 'body'], '***'],
      [['signature', 'body'], '***'],
    ]);
  });

  it('[P29] name the parts that are not known any more', async () => {
    const sent = await posted();
    const change = async (body: object) => {
      await apis.internal('PATCH', `/merchants/${sent.merchantId}/webhook-endpoints/${sent.endpointId}`, { body });
      await apis.pool.query(
        `update activity set at = now() + interval '1 hour' where subject_id = $1 and action = 'endpoint.changed'`,
        [sent.endpointId],
      );
      return read(sent);
    };
    expect((await change({ max_per_second: 9 })).attempts[0]?.unknown).toEqual([]);
    const header = { name: 'X-Key', value: 'never-shown' };
    const changed = await change({ url: 'https://hooks.example.com/moved', header });
    expect(changed.attempts[0]?.unknown).toEqual(['endpoint']);
    expect(changed.attempts[0]?.headers['X-Key']).toBe('***');
    // The secret that signed is gone: two days later another one came, and a day after that the next.
    for (const days of [2, 4]) {
      await apis.internal('POST', `/merchants/${sent.merchantId}/webhook-endpoints/${sent.endpointId}/rotate-secret`, {
        body: {},
      });
      await apis.pool.query(
        `update activity set at = now() + make_interval(days => $2)
         where id = (select max(id) from activity where subject_id = $1 and action = 'endpoint.secret_rotated')`,
        [sent.endpointId, days],
      );
      await apis.pool.query(`update endpoints set secrets = jsonb_build_array(secrets->0) where id = $1`, [
        sent.endpointId,
      ]);
    }
    const gone = await read(sent);
    expect(gone.attempts[0]?.unknown).toEqual(['signature', 'endpoint']);
    expect(gone.attempts[0]?.headers['webhook-signature']).toBe('***');
    await erase(sent);
    const erased = await read(sent);
    expect([erased.customer_data, erased.attempts[0]?.unknown]).toEqual(['erased', ['signature', 'body', 'endpoint']]);
  });
});

describe('A customer’s data', () => {
  const order = async () => {
    const { merchantId } = await withEndpoint();
    return submitOrder(apis, merchantId, 'with a customer', { externalData: '{"n":1.50}' });
  };

  it('[P29] is shown on request, and the request is logged with its session', async () => {
    const orderId = await order();
    logged.length = 0;
    const headers = { cookie: await signInToConsole(apis) };
    const answer = await apis.operator('GET', `/orders/${orderId}/customer`, { headers });
    expect(orderCustomerSchema.parse(answer.body)).toMatchObject({
      order_id: orderId,
      customer: { name: 'Ana Luíza d’Ávila', phone: '08001234567' },
      address: { city: 'São Paulo' },
      items: [{ description: 'Pizza', quantity: 1, notes: null }],
    });
    expect(answer.text).toContain('"external_data":{"n":1.50}');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [begun, asked] = logged;
    expect(begun).toMatchObject({ msg: 'operator.signed_in', person: null });
    expect(asked).toMatchObject({ msg: 'customer_data.read', orderId, outcome: 'shown', by: 'session' });
    expect([asked.session, typeof asked.time]).toEqual([begun.session, 'number']);
    expect(JSON.stringify(logged)).not.toMatch(/Ana|Augusta|08001234567|operator-token/);
  });

  it('[P29] that was erased is 410, and says since when', async () => {
    const orderId = await order();
    await apis.operator('POST', '/erasures', { body: { order_id: orderId, force: true, by: 'Ana', reason: 'asked' } });
    logged.length = 0;
    const { status, body } = await apis.operator('GET', `/orders/${orderId}/customer`);
    expect([status, body.code]).toEqual([410, 'customer_data_erased']);
    expect(body.detail).toContain(new Date(nowMs).toISOString());
    expect(logged).toMatchObject([{ msg: 'customer_data.read', orderId, outcome: 'erased' }]);
  });

  it('[P29] finds orders by the phone, for those alone who may see it, and is logged without it', async () => {
    const phone = '5511976541234';
    const [one, two] = [await withEndpoint(), await withEndpoint()];
    const older = await submitOrder(apis, one.merchantId, 'by phone', { phone, occurredAt: '2026-01-01T12:00:00Z' });
    const newer = await submitOrder(apis, two.merchantId, 'by phone', { phone: phone.slice(2) });
    const find = async (query: string, as: object = {}) => {
      const { status, body } = await apis.operator('GET', `/search?q=${encodeURIComponent(query)}`, as);
      expect(status).toBe(200);
      return searchResultSchema.parse(body).data.map(({ id }) => id);
    };
    const within = async (merchantId: string, q: string, as: object = {}) => {
      const { body } = await apis.operator('GET', `/search?q=${q}&merchant_id=${merchantId}`, as);
      return searchResultSchema.parse(body).data.map(({ id }) => id);
    };
    logged.length = 0;
    expect(await find('+55 (11) 97654-1234')).toEqual([newer, older]);
    expect(await within(one.merchantId, '1234')).toEqual([older]);
    expect(await within(one.merchantId, phone)).toEqual([older]);
    expect(logged).toMatchObject(
      [[newer, older], [older], [older]].map((orderIds) => ({ msg: 'customer_data.read', outcome: 'found', orderIds })),
    );
    expect(JSON.stringify(logged)).not.toMatch(/1234|97654/);

    logged.length = 0;
    expect([await find('1234'), await find(phone, reading), await within(one.merchantId, '1234', reading)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(logged).toEqual([]);
  });
});
