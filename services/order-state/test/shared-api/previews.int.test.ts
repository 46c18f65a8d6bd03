import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  previewTokenHeader,
  replayedAtOnceMax,
  replayPreviewSchema,
  replayViewSchema,
  webhookPreviewSchema,
} from '@delivery/contracts';
import { theSystem } from '../../src/activity/queries.js';
import { replayDeliveries } from '../../src/replays/run-replays.js';
import { holdTable } from '../support/hold-rows.js';
import { untilLockWaiters } from '../support/lock-waiters.js';
import { settleAll } from '../support/settle-all.js';
import { createMerchant, type Json, readAllPages, sendAtOnce, startApis, submitOrder } from '../support/start-apis.js';

/** Beside the real clock. */
let laterMs = 0;
const apis = await startApis({ now: () => Date.now() + laterMs, isPatient: true });
afterAll(() => apis.stop());

const ana = { by: 'ana', reason: 'ticket 4711' };
const range = { since: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z' };
const url = 'https://shop.example/hook?token=hush';

/** A merchant with one endpoint and orders that each have two deliveries. */
const arrange = async (orders: number) => {
  const { merchant_id, webhook_endpoint } = await createMerchant(apis, { webhook_url: url });
  const world = { path: `/merchants/${merchant_id}`, merchantId: merchant_id, endpointId: webhook_endpoint!.id };
  await addOrders(world.merchantId, orders);
  return world;
};

const addOrders = async (merchantId: string, orders: number): Promise<void> => {
  for (let n = 0; n < orders; n += 1) {
    const orderId = await submitOrder(apis, merchantId, randomUUID());
    await apis.operator('POST', `/orders/${orderId}/status`, { body: { status: 'ready' } });
  }
};

/** The operator's path of what a merchant has at that path. */
const asOwner = (path: string): string => path.replace('/merchants/', '/owners/');

const idsOf = async (path: string): Promise<string[]> =>
  (await readAllPages(apis.internal, `${path}/webhook-deliveries`))
    .filter(({ replay_id }) => replay_id === null)
    .map(({ id }: Json) => id as string);
const shown = (token: string) => ({ [previewTokenHeader]: token });
const parse = ({ status, body }: { status: number; body: Json }) => {
  expect([status, body.code]).toEqual([200, undefined]);
  return replayPreviewSchema.strict().parse(body);
};
const problemOf = ({ status, body }: { status: number; body: Json }) => [status, body.code, body.detail];

describe('The preview of a range', () => {
  it('[P31] says how many deliveries of how many orders it would send, and begins nothing', async () => {
    const { path, endpointId } = await arrange(3);
    await settleAll(apis, endpointId, 'failed');
    const preview = parse(await apis.internal('POST', `${path}/webhook-replays/preview`, { body: range }));
    expect(preview).toMatchObject({
      deliveries: 6,
      orders: 3,
      truncated: false,
      left_out: 0,
      running_replay_id: null,
      endpoints: [{ id: endpointId, url: 'https://shop.example/hook?token=***', deliveries: 6, answer_ms: 3 }],
    });
    const delivered = { ...range, states: ['delivered'] };
    const none = parse(await apis.internal('POST', `${path}/webhook-replays/preview`, { body: delivered }));
    expect(none).toMatchObject({ deliveries: 0, orders: 0, estimated_seconds: 0, endpoints: [] });
    expect((await apis.internal('GET', `${path}/webhook-replays`)).body.data).toEqual([]);
  });

  it('says how long it takes at the endpoint’s own number, and that the time is unknown where it fails or is disabled', async () => {
    const { path, endpointId } = await arrange(3);
    await settleAll(apis, endpointId, 'delivered');
    const body = { ...range, states: ['delivered'] };
    const ask = async () => parse(await apis.internal('POST', `${path}/webhook-replays/preview`, { body }));
    await apis.internal('PATCH', `${path}/webhook-endpoints/${endpointId}`, { body: { max_per_second: 2 } });
    expect(await ask()).toMatchObject({ estimated_seconds: 3, endpoints: [{ per_second: 2, blocked_by: null }] });
    await apis.pool.query('update endpoint_windows set failing_since = now() where endpoint_id = $1', [endpointId]);
    expect(await ask()).toMatchObject({ estimated_seconds: null, endpoints: [{ blocked_by: 'failing' }] });
    await apis.internal('POST', `${path}/webhook-endpoints/${endpointId}/disable`);
    expect(await ask()).toMatchObject({ estimated_seconds: null, endpoints: [{ blocked_by: 'disabled' }] });
  });

  it('[P31] lets the replay begin that it showed, and no other', async () => {
    const { path, endpointId } = await arrange(1);
    await settleAll(apis, endpointId, 'failed');
    const replays = `${path}/webhook-replays`;
    const { token } = parse(await apis.internal('POST', `${replays}/preview`, { body: range }));
    const others: [string, object, RegExp][] = [
      [replays, { ...range, until: '2098-01-01T00:00:00Z' }, /differs from it in until\./],
      [replays, { ...range, states: ['delivered'] }, /differs from it in states/],
      [`${(await arrange(0)).path}/webhook-replays`, range, /differs from it in merchant/],
    ];
    for (const [target, body, words] of others) {
      const refused = await apis.internal('POST', target, { body, headers: shown(token) });
      expect(problemOf(refused)).toEqual([409, 'preview_stale', expect.stringMatching(words)]);
    }
    for (const text of ['', 'x', token.slice(0, -2), apis.sealer.seal('{}', 'endpoint secret of 1')]) {
      const refused = await apis.internal('POST', replays, { body: range, headers: shown(text) });
      expect(problemOf(refused)).toEqual([400, 'invalid_parameter', expect.stringContaining('Preview-Token')]);
    }
    expect((await apis.internal('GET', replays)).body.data).toEqual([]);
    expect((await apis.internal('POST', replays, { body: range, headers: shown(token) })).status).toBe(202);
  });

  it('[P31] begins one replay, however often its token is sent: at once, and after the replay has ended', async () => {
    const { path, endpointId } = await arrange(2);
    await settleAll(apis, endpointId, 'failed');
    const replays = `${path}/webhook-replays`;
    const selected = { body: { delivery_ids: (await idsOf(path)).slice(0, 2) } };
    for (const asked of [{ body: range }, selected]) {
      const { token } = parse(await apis.internal('POST', `${replays}/preview`, asked));
      const send = () => apis.internal('POST', replays, { ...asked, headers: shown(token) });
      const both = await Promise.all([send(), send()]);
      await apis.pool.query(`update replays set completed_at = now(), status = 'completed' where completed_at is null`);
      const later = await send();
      expect([...both, later].map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(new Set([...both, later].map(({ body }) => body.id)).size).toBe(1);
      const other = { delivery_ids: (await idsOf(path)).slice(1) };
      if (asked === selected)
        expect(problemOf(await apis.internal('POST', replays, { body: other, headers: shown(token) }))).toEqual([
          409,
          'preview_stale',
          expect.stringContaining('differs from it in selection'),
        ]);
    }
  });

  it('[P31] answers the token of the last replay that may run with that replay, also if two calls send it at once', async () => {
    const { path, endpointId, merchantId } = await arrange(2);
    await settleAll(apis, endpointId, 'failed');
    await apis.internal('POST', `${path}/webhook-endpoints/${endpointId}/disable`);
    const replays = `${path}/webhook-replays`;
    for (const day of ['01', '02', '03', '04'])
      await apis.internal('POST', replays, { body: { ...range, until: `2099-02-${day}T00:00:00Z` } });
    const deliveryIds = (await idsOf(path)).slice(0, 2);
    const asked = { body: { delivery_ids: deliveryIds } };
    const { token } = parse(await apis.internal('POST', `${replays}/preview`, asked));
    const begun = await apis.internal('POST', replays, { ...asked, headers: shown(token) });
    expect(begun.status).toBe(202);
    // As a call that found no replay before the other one's commit.
    const wanted = { ownerId: merchantId, deliveryIds, actor: theSystem, nowMs: Date.now() };
    expect(await replayDeliveries(apis.pool, { ...wanted, replayId: begun.body.id })).toEqual({
      replayId: begun.body.id,
    });
    expect(await replayDeliveries(apis.pool, wanted)).toEqual({ refused: 'too_many_running' });
  });

  it('[P31] is stale when many more would be sent, when the endpoint changed, and after a quarter of an hour', async () => {
    const { path, endpointId, merchantId } = await arrange(2);
    await settleAll(apis, endpointId, 'failed');
    const [replays, endpoint] = [`${path}/webhook-replays`, `${path}/webhook-endpoints/${endpointId}`];
    const stale = async (change: () => Promise<unknown>, words: RegExp) => {
      const { token } = parse(await apis.internal('POST', `${replays}/preview`, { body: range }));
      await change();
      const refused = await apis.internal('POST', replays, { body: range, headers: shown(token) });
      expect(problemOf(refused)).toEqual([409, 'preview_stale', expect.stringMatching(words)]);
    };
    await stale(async () => {
      await addOrders(merchantId, 6);
      await settleAll(apis, endpointId, 'failed');
    }, /: the number of deliveries was 4 and is now 16\./);
    await stale(() => apis.internal('POST', `${endpoint}/disable`), /endpoint .* is now disabled/);
    await stale(
      () => apis.internal('PATCH', endpoint, { body: { url: 'https://shop.example/moved' } }),
      /endpoint .* now has another URL/,
    );
    await stale(() => {
      laterMs = 15 * 60_000;
      return Promise.resolve();
    }, /older than 15 minutes/);
    laterMs = 0;
    expect((await apis.internal('GET', replays)).body.data).toEqual([]);
  });

  it('leaves out deliveries that are being sent again, and names the replay of the same range', async () => {
    const { path, endpointId } = await arrange(2);
    await settleAll(apis, endpointId, 'failed');
    const [first] = await idsOf(path);
    await apis.internal('POST', `${path}/webhook-deliveries/${first}/replay`);
    const ask = async () => parse(await apis.internal('POST', `${path}/webhook-replays/preview`, { body: range }));
    expect(await ask()).toMatchObject({ deliveries: 3, orders: 2, left_out: 1, running_replay_id: null });
    const { body } = await apis.internal('POST', `${path}/webhook-replays`, { body: range });
    expect(await ask()).toMatchObject({ running_replay_id: body.id });
  });

  it('[P31] looks at a hundred thousand deliveries of the range and no more, and says so', async () => {
    const { merchantId, path, endpointId } = await arrange(0);
    // No statement of the pool may take that long on a slow machine.
    const client = new pg.Client({ connectionString: apis.databaseUrl });
    await client.connect();
    await client.query(
      `insert into orders (id, merchant_id, mode, external_id, display_id, status, external_data, content_hash, created_at, updated_at)
       select lpad(to_hex(n), 24, '0'), $1, 'live', 'e ' || n, 'd', 'ready', '{}', '', now(), now() from generate_series(0, 50005) n`,
      [merchantId],
    );
    await client.query(
      `insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state,
                               gate_open, not_before, created_at)
       select ('019b7f3a-9c1e-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, lpad(to_hex(n / 2), 24, '0'), $1, $2, n % 2 + 1, 0, 'status_changed', 'msg_' || n,
              case when n % 10 = 0 then 'exhausted' else 'delivered' end, true, now(), now()
       from generate_series(1, 100010) n`,
      [endpointId, merchantId],
    );
    await client.end();
    const exhausted = parse(await apis.internal('POST', `${path}/webhook-replays/preview`, { body: range }));
    expect(exhausted).toMatchObject({ deliveries: 10_000, orders: 10_000, truncated: true });
    const body = { ...range, states: ['delivered', 'exhausted'] };
    const all = parse(await apis.internal('POST', `${path}/webhook-replays/preview`, { body }));
    expect(all).toMatchObject({ deliveries: 100_001, truncated: true });
  });

  it('[P31] is counted once at a time for a merchant, and meanwhile for others', async () => {
    const [one, other] = [await arrange(0), await arrange(0)];
    const ask = ({ path }: typeof one) => apis.internal('POST', `${path}/webhook-replays/preview`, { body: range });
    const letGo = await holdTable(apis.databaseUrl, 'replays');
    const begun = [ask(one)];
    try {
      await untilLockWaiters(apis.pool, 1);
      const second = await ask(one);
      expect([second.status, second.body.code, second.headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
      begun.push(ask(other));
    } finally {
      await letGo();
    }
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask(one)).status).toBe(200);
  });
});

describe('Deliveries that are named', () => {
  it('[P31] are sent again as one replay, by an operator with a reason, and exactly those that the preview showed', async () => {
    const { path, endpointId } = await arrange(2);
    await settleAll(apis, endpointId, 'delivered');
    const ids = (await idsOf(path)).slice(0, 3);
    const replay = `${path}/webhook-replays`;
    const preview = parse(await apis.operator('POST', asOwner(`${replay}/preview`), { body: { delivery_ids: ids } }));
    expect(preview).toMatchObject({ deliveries: 3, orders: 2, left_out: 0, estimated_seconds: 1 });

    await apis.internal('POST', `${path}/webhook-deliveries/${ids[0]}/replay`);
    const body = { delivery_ids: ids.toReversed(), ...ana };
    const refused = await apis.operator('POST', asOwner(replay), { body, headers: shown(preview.token) });
    expect(problemOf(refused)).toEqual([
      409,
      'preview_stale',
      expect.stringContaining('the number of deliveries was 3 and is now 2'),
    ]);

    const again = parse(await apis.operator('POST', asOwner(`${replay}/preview`), { body: { delivery_ids: ids } }));
    expect(again).toMatchObject({ deliveries: 2, left_out: 1 });
    const [wakes, feeds] = [apis.relayWakes(), apis.replayFeeds()];
    const started = await apis.operator('POST', asOwner(replay), { body, headers: shown(again.token) });
    expect([started.status, apis.relayWakes(), apis.replayFeeds()]).toEqual([202, wakes + 1, feeds + 1]);
    const view = replayViewSchema.strict().parse(started.body);
    expect(view).toMatchObject({ delivery_id: null, since: null, total: 2, queued: 2, settled: 0 });
    const { rows } = await apis.pool.query(
      `select count(*)::int as queued, requested_by from all_webhook_deliveries d join replays r on r.id = d.replay_id where r.id = $1
       group by requested_by`,
      [view.id],
    );
    expect(rows).toEqual([{ queued: 2, requested_by: 'operator ana: ticket 4711' }]);
    const [, running] = [
      await apis.internal('GET', `${path}/webhook-replays`),
      await apis.operator('POST', asOwner(replay), { body }),
    ];
    expect([running.status, running.body.code]).toEqual([409, 'replay_running']);
  });

  it('are one replay of one delivery where there is one, by an operator as by the owner', async () => {
    const { path, endpointId } = await arrange(1);
    const [newest, oldest] = await idsOf(path);
    const byOperator = (id: string | undefined, action: object) =>
      apis.operator('POST', asOwner(`${path}/webhook-replays`), { body: { delivery_ids: [id], ...action } });
    expect(problemOf(await byOperator(oldest, ana))[1]).toBe('delivery_not_replayable');
    await settleAll(apis, endpointId, 'failed');
    expect(problemOf(await byOperator(oldest, {}))[1]).toBe('validation_failed');
    const started = await byOperator(oldest, ana);
    expect([started.status, started.body.delivery_id]).toEqual([202, oldest]);
    expect(started.headers.get('location')).toBe(asOwner(`/operator/v1${path}/webhook-replays/${started.body.id}`));
    const own = await apis.internal('POST', `${path}/webhook-deliveries/${newest}/replay`);
    expect([own.status, own.body.delivery_id]).toEqual([202, newest]);
    expect(problemOf(await byOperator(randomUUID(), ana))[1]).toBe('delivery_not_found');
  });

  it('are named without a range, and neither is missing', async () => {
    const { path } = await arrange(1);
    const [id] = await idsOf(path);
    for (const body of [
      {},
      { since: range.since },
      { ...range, delivery_ids: [id] },
      { delivery_ids: [id], states: ['delivered'] },
      { delivery_ids: [id], events: ['status_changed'] },
    ])
      expect(await apis.internal('POST', `${path}/webhook-replays`, { body })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '', message: 'Expected since and until, or delivery_ids alone.' }] },
      });
  });

  it('must be the merchant’s own, each of them, and no more than one call takes', async () => {
    const { path, endpointId } = await arrange(1);
    await settleAll(apis, endpointId, 'failed');
    const stranger = (await idsOf((await arrange(1)).path))[0]!;
    for (const target of ['webhook-replays', 'webhook-replays/preview']) {
      const body = { delivery_ids: [...(await idsOf(path)), stranger] };
      const refused = await apis.internal('POST', `${path}/${target}`, { body });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([404, '/delivery_ids/2']);
      const tooMany = { delivery_ids: Array.from({ length: replayedAtOnceMax + 1 }, () => randomUUID()) };
      const faulty = await apis.internal('POST', `${path}/${target}`, { body: tooMany });
      expect([faulty.status, faulty.body.errors[0].pointer]).toEqual([400, '/delivery_ids']);
    }
    expect((await apis.internal('GET', `${path}/webhook-replays`)).body.data).toEqual([]);
  });

  it('count towards the five replays of a merchant, but for single ones, however many are asked for at once', async () => {
    const { path, endpointId } = await arrange(9);
    await settleAll(apis, endpointId, 'failed');
    const ids = await idsOf(path);
    const replay = (delivery_ids: string[]) =>
      apis.internal('POST', `${path}/webhook-replays`, { body: { delivery_ids } });
    const pairs = Array.from({ length: 8 }, (_, n) => ids.slice(2 * n, 2 * n + 2));
    const statuses = (await sendAtOnce(pairs, replay)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
    expect((await replay(ids.slice(16, 17))).status).toBe(202);
    expect((await apis.internal('POST', `${path}/webhook-replays`, { body: range })).status).toBe(429);
  });
});

describe('The count of webhooks that wait for an endpoint', () => {
  it('says how much is held', async () => {
    const { path, endpointId, merchantId } = await arrange(1);
    await settleAll(apis, endpointId, 'delivered');
    const preview = async () => {
      const { status, body } = await apis.operator('GET', `/endpoints/${endpointId}/waiting`);
      expect(status).toBe(200);
      return webhookPreviewSchema.strict().parse(body);
    };
    expect(await preview()).toMatchObject({ deliveries: 0, orders: 0 });
    await apis.internal('POST', `${path}/webhook-endpoints/${endpointId}/disable`);
    await addOrders(merchantId, 3);
    expect(await preview()).toMatchObject({
      deliveries: 6,
      orders: 3,
      estimated_seconds: 1,
      endpoints: [{ id: endpointId, blocked_by: null, deliveries: 6, per_second: expect.closeTo(421, 0) }],
    });
    const toMerchant = await apis.internal('GET', `${path}/webhook-endpoints/${endpointId}/waiting`);
    expect(toMerchant.body.deliveries).toBe(6);
    const wakes = apis.relayWakes();
    const enabled = await apis.operator('POST', `/endpoints/${endpointId}/enable`, { body: ana });
    expect([enabled.status, enabled.body.status, apis.relayWakes()]).toEqual([200, 'active', wakes + 1]);
  });
});
