import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type DeliveryAttempted, deliveryWithAttemptsSchema, listSchema, replayViewSchema } from '@delivery/contracts';
import { createLogger } from '@delivery/service-kit';
import { feedAllReplays } from '../support/feed-all-replays.js';
import { attemptOf, settleAll, settleWith } from '../support/settle-all.js';
import {
  createMerchant,
  readAllPages,
  sendAtOnce,
  startApis,
  submitOrder,
  untilAnswered,
} from '../support/start-apis.js';

const apis = await startApis({ isPatient: true });
afterAll(() => apis.stop());

/** A merchant with one endpoint and orders that each have two deliveries. */
const arrange = async (orders = 1) => {
  const { merchant_id, webhook_endpoint } = await createMerchant(apis, { webhook_url: 'https://shop.example/hook' });
  for (let n = 0; n < orders; n += 1) {
    const orderId = await submitOrder(apis, merchant_id, `order ${n}`);
    await apis.operator('POST', `/orders/${orderId}/status`, { body: { status: 'ready' } });
  }
  return { path: `/merchants/${merchant_id}`, endpointId: webhook_endpoint!.id, merchantId: merchant_id };
};

const logger = createLogger({ service: 'order-state', level: 'silent' });
const feed = () => feedAllReplays({ pool: apis.pool, now: Date.now, logger });
const deliveriesOf = (path: string) => readAllPages(apis.internal, `${path}/webhook-deliveries`);

describe('The replay of one delivery', () => {
  it('is answered 202 with its progress, and its attempts are shown with the delivery’s own', async () => {
    const { path, endpointId } = await arrange();
    await settleAll(apis, endpointId, 'failed');
    const delivery = (await deliveriesOf(path)).find(({ sequence }) => sequence === 1);
    const [wakes, feeds] = [apis.relayWakes(), apis.replayFeeds()];
    const started = await apis.internal('POST', `${path}/webhook-deliveries/${delivery.id}/replay`);
    expect(started.status).toBe(202);
    const named = await readAllPages(apis.internal, `${path}/webhook-deliveries?webhook_id=${delivery.webhook_id}`);
    expect(named.map(({ id, replay_id }) => replay_id ?? id)).toEqual([started.body.id, delivery.id]);
    expect(started.headers.get('location')).toBe(`/v1/webhook-replays/${started.body.id}`);
    expect(replayViewSchema.parse(started.body)).toMatchObject({
      status: 'running',
      delivery_id: delivery.id,
      total: 1,
      queued: 1,
      settled: 0,
    });
    expect([apis.relayWakes(), apis.replayFeeds()]).toEqual([wakes + 1, feeds + 1]);

    const again = await apis.internal('POST', `${path}/webhook-deliveries/${delivery.id}/replay`);
    expect([again.status, again.body.code]).toEqual([409, 'replay_running']);

    await settleAll(apis, endpointId, 'delivered');
    await feed();
    const { body } = await apis.internal('GET', `${path}/webhook-replays/${started.body.id}`);
    expect(replayViewSchema.parse(body)).toMatchObject({ status: 'completed', settled: 1 });
    const shown = await apis.internal('GET', `${path}/webhook-deliveries/${delivery.id}`);
    expect(deliveryWithAttemptsSchema.parse(shown.body)).toMatchObject({
      state: 'exhausted',
      replay_id: null,
      attempts: [
        { attempt: 1, status_code: 500, replay_id: null },
        { attempt: 2, status_code: 200, replay_id: started.body.id },
      ],
    });
    const repeat = (await deliveriesOf(path)).find(({ replay_id }) => replay_id === started.body.id);
    expect(repeat).toMatchObject({ state: 'delivered', sequence: 1 });
    const ofRepeat = await apis.internal('POST', `${path}/webhook-deliveries/${repeat.id}/replay`);
    expect([ofRepeat.status, ofRepeat.body.code]).toEqual([409, 'delivery_not_replayable']);
  });

  it('is refused beyond a thousand that run of one merchant, and to no other merchant', async () => {
    const [mine, other] = [await arrange(), await arrange()];
    await apis.pool.query(
      `insert into replays (id, owner_id, delivery_id, fed, total, queued, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), true, 1, 1, now() from generate_series(1, 999)`,
      [mine.merchantId],
    );
    for (const { endpointId } of [mine, other]) await settleAll(apis, endpointId, 'delivered');
    const replay = async ({ path }: typeof mine, index: number) =>
      apis.internal('POST', `${path}/webhook-deliveries/${(await deliveriesOf(path))[index].id}/replay`);
    expect((await replay(mine, 0)).status).toBe(202);
    const refused = await replay(mine, 1);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '30',
    ]);
    expect((await replay(other, 0)).status).toBe(202);
  });
});

describe('Replays of ranges', () => {
  const range = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z', states: ['delivered', 'exhausted'] };
  const otherRange = (day: number) => ({ ...range, since: `2025-12-${day}T00:00:00Z` });
  /** As the service asks for them: some at once, and more when these are answered. */
  const [rounds, atOnce] = [10, 20];
  const arrangeRanges = async () => {
    const { path, merchantId } = await arrange(0);
    return { merchantId, target: `${path}/webhook-replays` };
  };

  it('[P6] are one replay when they are asked for 200 times while it runs, also in other notations', async () => {
    const { target, merchantId } = await arrangeRanges();
    const inOtherWords = { since: '2025-12-31T21:00:00-03:00', until: range.until, states: range.states.toReversed() };
    const answers = [];
    for (let round = 0; round < rounds; round += 1) {
      const asked = Array.from({ length: atOnce }, (_, n) =>
        untilAnswered(() => apis.internal('POST', target, { body: n === 7 ? inOtherWords : range })),
      );
      answers.push(...(await Promise.all(asked)));
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(202);
    expect((await apis.internal('GET', target)).body.data).toEqual([answers[0]!.body]);

    const asked = { ...range, by: 'ana', reason: 'ticket 7' };
    const byOperator = await apis.operator('POST', `/owners/${merchantId}/webhook-replays`, { body: asked });
    expect([byOperator.status, byOperator.body]).toEqual([202, answers[0]!.body]);

    await apis.pool.query(`update replays set status = 'completed' where id = $1`, [answers[0]!.body.id]);
    const afterwards = await apis.internal('POST', target, { body: range });
    expect(afterwards.status).toBe(202);
    expect(afterwards.body.id).not.toBe(answers[0]!.body.id);
  });

  it('[P6] are refused beyond five that run of one merchant, also for concurrent calls, and to no other merchant', async () => {
    const { target, merchantId } = await arrangeRanges();
    const days = Array.from({ length: 12 }, (_, n) => 10 + n);
    const replay = (day: number) => apis.internal('POST', target, { body: otherRange(day) });
    const asked = await sendAtOnce(days, replay);
    expect(asked.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = asked.filter(({ status }) => status !== 202);
    expect(refused).toHaveLength(7);
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const other = await arrangeRanges();
    expect((await apis.internal('POST', other.target, { body: range })).status).toBe(202);
    await apis.pool.query(
      `update replays set status = 'completed'
       where id = (select id from replays where owner_id = $1 limit 1)`,
      [merchantId],
    );
    expect((await apis.internal('POST', target, { body: range })).status).toBe(202);
  });
});

describe('The replay of a range', () => {
  const range = () => ({ since: '2020-01-01T00:00:00Z', until: new Date(Date.now() + 60_000).toISOString() });

  it('covers exhausted deliveries by default, shows its progress, and is in the list', async () => {
    const { path, endpointId } = await arrange(3);
    await settleAll(apis, endpointId, 'failed');
    const started = await apis.internal('POST', `${path}/webhook-replays`, { body: range() });
    expect(started.status).toBe(202);
    expect(replayViewSchema.parse(started.body)).toMatchObject({ states: ['exhausted'], total: null, queued: 0 });
    await feed();
    const one = `${path}/webhook-replays/${started.body.id}`;
    expect((await apis.internal('GET', one)).body).toMatchObject({ total: 6, queued: 6, settled: 0 });
    await settleAll(apis, endpointId, 'delivered');
    await feed();
    const { body } = await apis.internal('GET', one);
    expect(body).toMatchObject({ status: 'completed', total: 6, queued: 6, settled: 6 });
    const list = await apis.internal('GET', `${path}/webhook-replays`);
    expect(listSchema(replayViewSchema).parse(list.body).data).toEqual([body]);
  });

  it('covers one endpoint and some events on request, as its preview counts', async () => {
    const { path, endpointId } = await arrange(2);
    await settleAll(apis, endpointId, 'failed');
    const other = randomUUID();
    const countOf = async (filter: object): Promise<number> => {
      const body = { ...range(), ...filter };
      const preview = await apis.internal('POST', `${path}/webhook-replays/preview`, { body });
      return preview.body.deliveries;
    };
    expect(await countOf({})).toBe(4);
    expect(await countOf({ endpoint_id: endpointId })).toBe(4);
    expect(await countOf({ endpoint_id: other })).toBe(0);
    const filter = { endpoint_id: endpointId, events: ['delivery_requested'] };
    expect(await countOf(filter)).toBe(2);
    const asked = { ...range(), ...filter };
    const started = await apis.internal('POST', `${path}/webhook-replays`, { body: asked });
    expect(replayViewSchema.parse(started.body)).toMatchObject(filter);
    const same = await apis.internal('POST', `${path}/webhook-replays`, { body: asked });
    const wider = await apis.internal('POST', `${path}/webhook-replays`, { body: { ...asked, events: null } });
    expect([same.body.id === started.body.id, wider.body.id === started.body.id]).toEqual([true, false]);
    await feed();
    const { rows } = await apis.pool.query('select distinct event from webhook_deliveries where replay_id = $1', [
      started.body.id,
    ]);
    expect(rows).toEqual([{ event: 'delivery_requested' }]);
  });
});

describe('A test webhook', () => {
  it('is published once, for an event the endpoint asks for, and its report is shown without touching the ledger', async () => {
    const { path, endpointId, merchantId } = await arrange();
    const before = (await apis.operator('GET', '/audit')).body;
    const target = `${path}/webhook-endpoints/${endpointId}`;
    const sent = await apis.internal('POST', `${target}/test`, { body: {} });
    expect(sent.status).toBe(202);
    const message = apis.published.at(-1)!;
    expect(message).toMatchObject({
      test: true,
      webhook_id: sent.body.webhook_id,
      owner_id: merchantId,
      event: 'tracking_url_added',
      order_id: '0'.repeat(24),
    });
    expect(message.sealed_secrets).toHaveLength(1);
    expect(Object.keys(JSON.parse(message.body))).toEqual([
      'id',
      'external_id',
      'display_id',
      'status',
      'updated_at',
      'external_data',
      'event',
      'tracking_url',
    ]);
    expect((await apis.internal('GET', target)).body.last_test).toBeNull();
    // One at a time, until its result is here.
    const refused = await apis.internal('POST', `${target}/test`, { body: {} });
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    const settle = settleWith(apis);
    const gone: DeliveryAttempted = {
      ...attemptOf({ ...message, id: message.delivery_id, attempt_count: 0 }, 'failed'),
      outcome: 'gone',
      status_code: 410,
      error_code: 'gone',
      test_webhook_id: message.webhook_id,
    };
    const plan = await settle([gone]);
    expect(plan).toMatchObject({ unknown: 0, logged: [], gone: [] });
    const shown = (await apis.internal('GET', target)).body;
    expect(shown).toMatchObject({
      status: 'active',
      last_test: { webhook_id: message.webhook_id, status_code: 410, error_code: 'gone' },
    });
    // A report that comes late, or twice, does not hide a newer one.
    await settle([{ ...gone, occurred_at: '2020-01-01T00:00:00Z', test_webhook_id: 'older' }]);
    expect((await apis.internal('GET', target)).body.last_test).toEqual(shown.last_test);
    expect((await apis.operator('GET', '/audit')).body).toEqual({
      ...before,
      oldest_overdue_seconds: expect.any(Number),
    });
    expect((await apis.internal('POST', `${target}/test`, { body: {} })).status).toBe(202);
  });

  it('[P6] is refused beyond ten a minute of one merchant, also for concurrent calls, and to no other merchant', async () => {
    const { path, endpointId, merchantId } = await arrange();
    const target = `${path}/webhook-endpoints/${endpointId}/test`;
    const asked = await Promise.all(Array.from({ length: 5 }, () => apis.internal('POST', target, { body: {} })));
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 429, 429, 429, 429]);
    // As after many within the minute, each with its result.
    await apis.pool.query('update endpoints set test_until = null where id = $1', [endpointId]);
    const { rowCount } = await apis.pool.query(
      `update owners set tests_until = tests_until + interval '1 hour' where id = $1`,
      [merchantId],
    );
    expect(rowCount).toBe(1);
    const refused = await apis.internal('POST', target, { body: {} });
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    const other = await arrange();
    expect(
      (await apis.internal('POST', `${other.path}/webhook-endpoints/${other.endpointId}/test`, { body: {} })).status,
    ).toBe(202);
  });
});
