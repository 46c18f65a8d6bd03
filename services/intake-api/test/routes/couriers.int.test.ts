import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveOrderId, orderMessageSchema } from '@delivery/contracts';
import { pollUntil } from '@delivery/test-support';
import { callWithToken, type Harness, makeCourierSystem, sendWake, startHarness } from '../support/intake-harness.js';

const [mine, slow] = [makeCourierSystem(), makeCourierSystem({ per_minute: 2 })];
let harness: Harness;
let orderId: string;
beforeAll(async () => {
  harness = await startHarness({}, undefined, undefined, [mine.entry, slow.entry]);
  orderId = deriveOrderId(harness.merchant.entry.merchant_id, 'A-1');
});
afterAll(() => harness.close());

const call = (method: string, path: string, body?: object, system = mine) =>
  callWithToken(harness, system, method, path.startsWith('/v1/') ? path : `/courier/v1${path}`, body);

describe('a courier’s system', () => {
  it('has a limit of its own, whatever it calls', async () => {
    harness.orderState.state.onCall = () => ({ status: 200, body: '{}' });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await call('GET', '/deliveries', undefined, slow)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('reads below its own id at order-state, with the query that is documented and no other', async () => {
    harness.orderState.state.calls.length = 0;
    harness.orderState.state.onCall = () => ({ status: 200, body: '{"data":[],"next_cursor":null}' });
    const listed = await call('GET', '/deliveries?state=mine&limit=7');
    expect([listed.status, listed.headers.has('etag')]).toEqual([200, true]);
    await call('GET', `/deliveries/${orderId}`);
    const own = `/internal/v1/couriers/${mine.entry.courier_system_id}/deliveries`;
    const read = harness.orderState.state.calls.filter(({ path }) => path.includes('/couriers/'));
    expect(read.map(({ path }) => path)).toEqual([`${own}?state=mine&limit=7`, `${own}/${orderId}`]);
    await call('POST', '/positions', { positions: [1] });
    expect(harness.orderState.state.calls.at(-1)?.path).toBe(
      `/internal/v1/couriers/${mine.entry.courier_system_id}/positions`,
    );
    expect((await call('GET', '/deliveries?merchant=x')).json['code']).toBe('invalid_parameter');
    expect((await call('GET', '/deliveries/x')).json['code']).toBe('order_not_found');
  });
});

describe('a courier’s system with webhooks', () => {
  const id = randomUUID();

  it('has the calls that merchants have, below its own id at order-state', async () => {
    const { state } = harness.orderState;
    state.calls.length = 0;
    state.onCall = () => ({ status: 202, body: '{}', headers: { location: `/v1/webhook-replays/${id}` } });
    const made = await call('POST', '/v1/webhook-replays', { delivery_ids: [id] });
    expect([made.status, made.headers.get('location')]).toEqual([202, `/v1/webhook-replays/${id}`]);
    await call('PATCH', `/v1/webhook-endpoints/${id}`, { enabled: false });
    await call('GET', '/v1/webhook-deliveries?event=delivery_offered');
    const own = `/internal/v1/couriers/${mine.entry.courier_system_id}`;
    expect(state.calls.filter(({ path }) => path.includes('/couriers/'))).toMatchObject([
      { method: 'POST', path: `${own}/webhook-replays`, body: JSON.stringify({ delivery_ids: [id] }) },
      { method: 'PATCH', path: `${own}/webhook-endpoints/${id}`, body: JSON.stringify({ enabled: false }) },
      { method: 'GET', path: `${own}/webhook-deliveries?event=delivery_offered` },
    ]);
    expect((await call('GET', '/v1/webhook-endpoints/x')).json['code']).toBe('endpoint_not_found');
  });
});

const reports = [
  ['accept', undefined, 'courier.accept_requested', {}],
  ['release', { claim_id: 'claim-1' }, 'courier.release_requested', {}],
  ['status', { status: 'at_pickup' }, 'courier.status_reported', { status: 'at_pickup' }],
  [
    'tracking-url',
    { tracking_url: 'https://t.example.com/1' },
    'courier.tracking_url_reported',
    { tracking_url: 'https://t.example.com/1' },
  ],
  [
    'courier',
    { name: 'Rui', vehicle: 'bicycle' },
    'courier.reported',
    { courier: { name: 'Rui', vehicle: 'bicycle' } },
  ],
  ['eta', { delivery_at: '2026-01-31T19:30:00Z' }, 'courier.eta_reported', { delivery_at: '2026-01-31T19:30:00Z' }],
  ['handover', { code: '0042' }, 'courier.handover_reported', { code: '0042' }],
  ['decline', { reason: { code: 'too_far' } }, 'courier.decline_requested', { code: 'too_far' }],
  ['problems', { kind: 'late', text: 'rain' }, 'courier.problem_reported', { kind: 'late', text: 'rain' }],
] as const;

describe('a report', () => {
  it.each(reports)(
    '%s becomes a message in the name of the system that sent it',
    async (action, body, type, payload) => {
      const summary = { id: orderId, external_id: 'A-1', display_id: '7', status: 'ready' as const };
      const order = { ...summary, updated_at: '2026-01-31T19:30:00.000Z' };
      harness.verdicts.state.verdictFor = () => ({ outcome: 'applied', order, claim_id: 'claim-1' });
      const reply = await call('POST', `/deliveries/${orderId}/${action}`, body);
      const { external_id: _, ...shown } = order;
      expect([reply.status, reply.json]).toEqual([200, { ...shown, claim_id: 'claim-1' }]);
      const message = orderMessageSchema.parse(harness.verdicts.state.received.at(-1)?.message);
      expect(message).toMatchObject({
        type,
        payload,
        order_id: orderId,
        courier_system_id: mine.entry.courier_system_id,
      });
    },
  );

  it('that is refused says why, and one that came too late is stale', async () => {
    for (const [code, status] of [
      ['delivery_taken', 409],
      ['order_history_full', 409],
      ['delivery_not_accepted', 409],
      ['invalid_state_transition', 409],
      ['order_not_found', 404],
      ['order_purged', 410],
      ['handover_required', 409],
      ['handover_code_wrong', 422],
      ['handover_locked', 409],
      ['handover_not_set', 409],
      ['problem_open', 409],
    ] as const) {
      harness.verdicts.state.verdictFor = () => ({ outcome: 'refused', code, detail: 'so' });
      const reply = await call('POST', `/deliveries/${orderId}/accept`);
      expect([reply.status, reply.json['code']]).toEqual([status, code]);
    }
    const order = { id: orderId, external_id: 'A-1', display_id: '7', status: 'ready' as const };
    harness.verdicts.state.verdictFor = () => ({
      outcome: 'refused',
      code: 'stale_report',
      order: { ...order, updated_at: '2026-01-31T19:30:00.000Z' },
    });
    expect(await call('POST', `/deliveries/${orderId}/status`, { status: 'at_pickup' })).toMatchObject({
      status: 200,
      json: { stale: true },
    });
  });

  it('that is on disk and not decided yet is to be sent again: a later one could be decided before it', async () => {
    harness.verdicts.state.verdictFor = () => ({ outcome: 'parked', order: null });
    const reply = await call('POST', `/deliveries/${orderId}/status`, { status: 'at_pickup' });
    expect([reply.status, reply.json['code']]).toEqual([503, 'temporarily_unavailable']);
  });

  it('with a field that is not known, or none of both times, is refused with its name', async () => {
    const unknown = await call('POST', `/deliveries/${orderId}/status`, { status: 'at_pickup', source: 'x' });
    expect([unknown.status, unknown.json['code']]).toEqual([400, 'validation_failed']);
    expect((await call('POST', `/deliveries/${orderId}/eta`, {})).status).toBe(400);
  });

  it('with a status that no courier reports, or a delivery before the pickup, is refused with the field’s name', async () => {
    const created = await call('POST', `/deliveries/${orderId}/status`, { status: 'created' });
    expect([created.status, created.json['errors']]).toMatchObject([400, [{ pointer: '/status' }]]);
    expect(JSON.stringify(created.json['errors'])).not.toContain('created');
    const eta = { pickup_at: '2026-01-31T19:30:00Z', delivery_at: '2026-01-31T16:29:00-03:00' };
    const turned = await call('POST', `/deliveries/${orderId}/eta`, eta);
    expect([turned.status, turned.json['errors']]).toMatchObject([400, [{ pointer: '/delivery_at' }]]);
    const atOnce = await call('POST', `/deliveries/${orderId}/eta`, { ...eta, delivery_at: eta.pickup_at });
    expect(atOnce.json['errors']).toBeUndefined();
  });

  const untimed = ['accept', 'release', 'handover', 'problems', 'decline'];
  const timed = reports.filter(([action]) => !untimed.includes(action));
  it.each(timed.map(([action, body]) => ({ action, body })))(
    '[P9] $action from more than a day ahead is refused and named, and becomes no message',
    async ({ action, body }) => {
      const sentCount = harness.verdicts.state.received.length;
      const refused = await call('POST', `/deliveries/${orderId}/${action}`, {
        ...body,
        occurred_at: '9999-12-31T23:59:59Z',
      });
      expect([refused.status, refused.json['errors']]).toMatchObject([400, [{ pointer: '/occurred_at' }]]);
      expect(harness.verdicts.state.received).toHaveLength(sentCount);
    },
  );
});

describe('the feed', () => {
  it('waits for an event of the system, and is woken by it', async () => {
    let asked = 0;
    harness.orderState.state.onCall = () => {
      asked += 1;
      const headers = { 'x-feed-state': 'end', 'x-feed-next': 'c', 'x-feed-count': asked === 1 ? '0' : '1' };
      return { status: 200, body: `{"asked":${asked}}`, headers };
    };
    const polled = call('GET', '/events?wait=30');
    await pollUntil('the first look', () => Promise.resolve(asked > 0 ? true : undefined));
    await pollUntil('a wake is heard', async () => {
      await sendWake(harness, { couriers: [mine.entry.courier_system_id] });
      return asked > 1 ? true : undefined;
    });
    expect((await polled).json).toEqual({ asked: 2 });
  });
});
