import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { deliveryViewSchema, webhookPreviewSchema } from '@delivery/contracts';
import { settleAll } from '../support/settle-all.js';
import { createMerchant, type Json, startApis, submitOrder } from '../support/start-apis.js';

const apis = await startApis();
afterAll(() => apis.stop());

const ana = { by: 'ana', reason: 'ticket 4711' };
const url = 'https://shop.example/hook';

/** A merchant whose endpoint refused the first webhook of each of its orders: each waits for eight hours, and one behind it. */
const arrange = async (orders = 2) => {
  const { merchant_id, webhook_endpoint } = await createMerchant(apis, { webhook_url: url });
  for (let n = 0; n < orders; n += 1) {
    const orderId = await submitOrder(apis, merchant_id, randomUUID());
    await apis.operator('POST', `/orders/${orderId}/status`, { body: { status: 'ready' } });
  }
  const endpointId = webhook_endpoint!.id;
  await apis.pool.query(
    `update webhook_deliveries set state = 'waiting', attempt_count = 6, released_at = now() - interval '1 s', not_before = now() + interval '8 h'
     where endpoint_id = $1 and gate_open`,
    [endpointId],
  );
  await apis.pool.query(
    `update endpoint_windows set in_flight = 0, size = 1, probe_at = now() + interval '20 s' where endpoint_id = $1`,
    [endpointId],
  );
  const path = `/merchants/${merchant_id}`;
  const { body } = await apis.internal('GET', `${path}/webhook-deliveries`);
  const ofSequence = (sequence: number) => body.data.find((one: Json) => one.sequence === sequence).id as string;
  return { path, endpointId, endpoint: `${path}/webhook-endpoints/${endpointId}`, ofSequence };
};

const problemOf = ({ status, body }: { status: number; body: Json }) => `${status} ${body?.code}`;
const hoursUntil = (at: string): number => Math.round(Math.max(0, Date.parse(at) - Date.now()) / 3_600_000);

describe('Sending a delivery now', () => {
  it('answers with the first one of its lane, which is due; an operator’s call is in the log', async () => {
    const { path, endpointId, ofSequence } = await arrange(1);
    const asked = await apis.internal('POST', `${path}/webhook-deliveries/${ofSequence(2)}/send-now`);
    expect(asked.status).toBe(202);
    const sent = deliveryViewSchema.parse(asked.body);
    expect(sent).toMatchObject({ id: ofSequence(1), state: 'waiting' });
    expect(hoursUntil(sent.next_attempt_at!)).toBe(0);
    const target = `${path.replace('/merchants/', '/owners/')}/webhook-deliveries/${sent.id}/send-now`;
    expect(problemOf(await apis.operator('POST', target, { body: {} }))).toBe('400 validation_failed');
    expect((await apis.operator('POST', target, { body: ana })).status).toBe(202);
    const { body } = await apis.operator('GET', `/endpoints/${endpointId}`);
    const [done] = (await apis.operator('GET', `/activity?subject=${endpointId}`)).body.data;
    expect(done).toMatchObject({ action: 'endpoint.sent_now', actor: { name: 'ana' }, reason: 'ticket 4711' });
    expect(Date.parse(body.window.probe_at)).toBeLessThanOrEqual(Date.now());
  });

  it('is refused with the way out for what does not wait', async () => {
    const { path, endpoint, endpointId, ofSequence } = await arrange(1);
    const call = (what: string, id = ofSequence(1)) =>
      apis.internal('POST', `${path}/webhook-deliveries/${id}/${what}`);
    const replay = await call('replay');
    expect([problemOf(replay), replay.body.detail]).toEqual([
      '409 delivery_not_replayable',
      expect.stringContaining('send-now'),
    ]);
    await apis.internal('POST', `${endpoint}/disable`);
    const held = await call('send-now');
    expect([problemOf(held), held.body.detail]).toEqual(['409 endpoint_disabled', expect.stringContaining('Enable')]);
    expect(problemOf(await apis.internal('POST', `${endpoint}/catch-up`, { body: {} }))).toBe('409 endpoint_disabled');
    await apis.internal('POST', `${endpoint}/enable`);
    await settleAll(apis, endpointId, 'delivered');
    expect(problemOf(await call('send-now'))).toBe('409 delivery_not_waiting');
  });
});

describe('A catch-up', () => {
  it('with `since` sends again what was given up since then, too, by one replay however often it is asked for', async () => {
    const { path, endpoint, endpointId } = await arrange(3);
    const { rows } = await apis.pool.query<{ order_id: string }>(
      `select distinct order_id from webhook_deliveries where endpoint_id = $1 order by order_id limit 1`,
      [endpointId],
    );
    await apis.pool.query(
      `update webhook_deliveries set state = 'exhausted', settled_at = now() where order_id = $1 and endpoint_id = $2`,
      [rows[0]?.order_id, endpointId],
    );
    const body = { since: new Date(Date.now() - 3_600_000).toISOString() };
    const waiting = async (query: string) =>
      webhookPreviewSchema.parse((await apis.internal('GET', `${endpoint}/waiting${query}`)).body);
    const withGivenUp = `?since=${body.since}`;
    expect(await waiting('')).toMatchObject({ deliveries: 4, orders: 2 });
    const shown = await waiting(withGivenUp);
    expect(shown).toMatchObject({
      deliveries: 6,
      orders: 3,
      endpoints: [{ id: endpointId, deliveries: 6, blocked_by: null }],
    });
    expect(await waiting(`?since=${new Date().toISOString()}`)).toMatchObject({ deliveries: 4 });
    for (let times = 0; times < 2; times += 1)
      expect((await apis.internal('POST', `${endpoint}/catch-up`, { body })).status).toBe(200);
    const replays = await apis.internal('GET', `${path}/webhook-replays`);
    expect(replays.body.data).toMatchObject([{ endpoint_id: endpointId, states: ['exhausted'], status: 'running' }]);
    expect((await waiting(withGivenUp)).running_replay_id).toBe(replays.body.data[0].id);
    const asked = `/endpoints/${endpointId}/catch-up`;
    const byOperator = await apis.operator('GET', `/endpoints/${endpointId}/waiting${withGivenUp}`);
    expect(byOperator.body).toMatchObject({ deliveries: 6, running_replay_id: replays.body.data[0].id });
    expect((await apis.operator('POST', asked, { body: { ...ana, ...body } })).status).toBe(200);
    const [done] = (await apis.operator('GET', `/activity?subject=${endpointId}`)).body.data;
    expect(done).toMatchObject({ action: 'endpoint.caught_up', actor: { name: 'ana' } });
    expect((await apis.internal('GET', `${path}/webhook-replays`)).body.data).toHaveLength(1);
  });

  it('is refused by the field with a `since` in the future, as a range of a replay is: nothing would be sent', async () => {
    const { path, endpoint, endpointId } = await arrange(1);
    const unread = await apis.internal('POST', `${endpoint}/catch-up`, { body: { since: 'x' } });
    expect(problemOf(unread)).toBe('400 validation_failed');
    const body = { since: '2999-01-31T00:00:00Z' };
    const range = { ...body, until: '2999-02-01T00:00:00Z' };
    const asked = `/endpoints/${endpointId}/catch-up`;
    for (const refused of [
      await apis.internal('POST', `${endpoint}/catch-up`, { body }),
      await apis.operator('POST', asked, { body: { ...ana, ...body } }),
      await apis.internal('POST', `${path}/webhook-replays`, { body: range }),
      await apis.internal('POST', `${path}/webhook-replays/preview`, { body: range }),
    ])
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer: '/since', message: 'expected a time in the past' }] },
      });
    for (const counted of [
      await apis.internal('GET', `${endpoint}/waiting?since=${body.since}`),
      await apis.operator('GET', `/endpoints/${endpointId}/waiting?since=${body.since}`),
    ])
      expect(counted).toMatchObject({
        status: 400,
        body: { code: 'invalid_parameter', detail: 'since: expected a time in the past.' },
      });
    expect((await apis.internal('GET', `${path}/webhook-replays`)).body.data).toEqual([]);
  });

  it.each([
    ['a call', 'POST', '/catch-up', {}],
    ['a new URL', 'PATCH', '', { url: `${url}/moved` }],
    ['a new header', 'PATCH', '', { header: { name: 'X-Key', value: 'k' } }],
    ['a new secret', 'POST', '/rotate-secret', {}],
  ])('comes with %s: what waits is due, and a probe may go', async (_, method, what, body) => {
    const { path, endpoint, endpointId, ofSequence } = await arrange(1);
    const one = `${path}/webhook-deliveries/${ofSequence(1)}`;
    expect(hoursUntil((await apis.internal('GET', one)).body.next_attempt_at)).toBe(8);
    await apis.internal('PATCH', endpoint, { body: { max_per_second: 100 } });
    expect(hoursUntil((await apis.internal('GET', one)).body.next_attempt_at)).toBe(8);
    expect((await apis.internal(method as 'POST', endpoint + what, { body })).status).toBe(200);
    expect(hoursUntil((await apis.internal('GET', one)).body.next_attempt_at)).toBe(0);
    const { body: state } = await apis.operator('GET', `/endpoints/${endpointId}`);
    expect(Date.parse(state.window.probe_at)).toBeLessThanOrEqual(Date.now());
  });
});
