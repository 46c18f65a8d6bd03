import { afterAll, describe, expect, it } from '@jest/globals';
import {
  auditSchema,
  deriveOrderId,
  type OrderMessage,
  type SandboxSubmission,
  type SimulationSettings,
} from '@delivery/contracts';
import { messageOf } from '../support/messages.js';
import {
  createCourierSystem,
  createMerchant,
  orderContent,
  sha256,
  startApis,
  submitOrder,
} from '../support/start-apis.js';

const apis = await startApis({ isPatient: true });
afterAll(() => apis.stop());

const createSandbox = (settings: object = {}) => createMerchant(apis, { mode: 'sandbox', ...settings });

const plan: SimulationSettings = { scenario: 'late', speed: 60, seed: 'monday' };

const message = (merchantId: string, externalId: string, type: OrderMessage['type'], payload: object) =>
  messageOf(deriveOrderId(merchantId, externalId), { type, merchant_id: merchantId, payload });

const allRead: SandboxSubmission['ignored'] = { pointers: [], count: 0 };

const submit = async (merchantId: string, externalId: string, said: Partial<SandboxSubmission> = {}) => {
  const sandbox: SandboxSubmission = { ...plan, ignored: allRead, ...said };
  const payload = { order: orderContent(externalId), external_data: '{}', sandbox };
  const verdict = await apis.applyMessage(message(merchantId, externalId, 'order.submitted', payload));
  return { id: verdict.order_id, outcome: verdict.outcome };
};
const ready = (merchantId: string, externalId: string) =>
  apis.applyMessage(message(merchantId, externalId, 'order.ready_requested', {}));
const report = (id: string, status: string) => apis.operator('POST', `/orders/${id}/status`, { body: { status } });

describe('A sandbox merchant', () => {
  it('[P24] is distinguished by its credentials, later tokens too, and wherever it is shown', async () => {
    const created = await createSandbox();
    expect(created).toMatchObject({
      mode: 'sandbox',
      key: expect.stringMatching(/^key_test_/),
      token: expect.stringMatching(/^tok_test_/),
    });
    const added = await apis.operator('POST', `/merchants/${created.merchant_id}/tokens`);
    expect(added.body.token).toMatch(/^tok_test_/);
    expect((await apis.operator('GET', `/merchants/${created.merchant_id}`)).body.mode).toBe('sandbox');
    const { data } = (await apis.operator('GET', '/merchants?limit=100')).body;
    expect(data.find((one: { merchant_id: string }) => one.merchant_id === created.merchant_id).mode).toBe('sandbox');
    const entry = await apis.internal('GET', `/directory/lookup?token_hash=${sha256(created.token)}`);
    expect(entry.body).toMatchObject({ mode: 'sandbox', key_hash: sha256(created.key) });
  });

  it('is live where nothing else is said, with credentials that say nothing of a test', async () => {
    const created = await createMerchant(apis);
    expect(created).toMatchObject({ mode: 'live' });
    expect(`${created.key} ${created.token}`).not.toMatch(/_test_/);
    const entry = await apis.internal('GET', `/directory/lookup?token_hash=${sha256(created.token)}`);
    expect(entry.body.mode).toBe('live');
  });
});

describe('A sandbox order', () => {
  const serve = async (merchantId: string) => {
    const systemId = await createCourierSystem(apis, [merchantId], 'sandbox');
    return (id: string) => apis.internal('GET', `/couriers/${systemId}/deliveries/${id}`);
  };

  it('[P24] is shown to couriers with the plan of its first create, which is no content, and its last `ready`', async () => {
    const { merchant_id } = await createSandbox();
    const view = await serve(merchant_id);
    const first = await submit(merchant_id, 'A-1');
    const again = await submit(merchant_id, 'A-1', { scenario: 'stuck', speed: 1, seed: 'other' });
    expect([first.outcome, again.outcome, again.id]).toEqual(['applied', 'unchanged', first.id]);
    expect((await view(first.id)).status).toBe(404);
    const { order } = await ready(merchant_id, 'A-1');
    const sandbox = {
      merchant_id,
      ...plan,
      ready_at: order?.updated_at,
      ready_count: 1,
      manual_since: null,
      handover_code: null,
    };
    expect((await view(first.id)).body).toMatchObject({ status: 'ready', sandbox });
    await report(first.id, 'on_route_to_pickup');
    // The courier gave up: it is ready anew.
    const { body } = await report(first.id, 'ready');
    expect((await view(first.id)).body.sandbox).toEqual({ ...sandbox, ready_at: body.updated_at, ready_count: 2 });
  });

  it('has the time of its `ready` also where that overtook its create', async () => {
    const { merchant_id } = await createSandbox();
    const view = await serve(merchant_id);
    expect((await ready(merchant_id, 'A-3')).outcome).toBe('parked');
    const { id } = await submit(merchant_id, 'A-3');
    expect((await view(id)).body.sandbox).toMatchObject({ ...plan, ready_at: expect.any(String), ready_count: 1 });
  });
});

const sandboxPath = (merchantId: string, id: string) => `/merchants/${merchantId}/sandbox/orders/${id}`;

describe('A sandbox order in its merchant’s hand', () => {
  const unread = { pointers: ['/deliveryTime', '/items/0/observa%C3%A7%C3%A3o'], count: 2 };
  const arrange = async (externalId: string, scenario: SimulationSettings['scenario'] = 'delivered') => {
    const { merchant_id } = await createSandbox();
    const { id } = await submit(merchant_id, externalId, { scenario, ignored: unread });
    await submit(merchant_id, externalId, { scenario });
    const path = sandboxPath(merchant_id, id);
    const advance = (body: object = {}) => apis.internal('POST', `${path}/advance`, { body });
    return { merchantId: merchant_id, id, path, advance, view: async () => (await apis.internal('GET', path)).body };
  };

  it('shows its possible next steps, and what of its first create was not read', async () => {
    const { merchantId, id, view } = await arrange('H-1', 'courier_gave_up');
    expect(await view()).toEqual({
      id,
      external_id: 'H-1',
      status: 'created',
      scenario: 'courier_gave_up',
      speed: 60,
      seed: 'monday',
      ignored: unread,
      manual_since: null,
      next: { may: ['ready', 'canceled'], advance: 'ready', scenario: null },
    });
    await ready(merchantId, 'H-1');
    expect((await view()).next).toMatchObject({ advance: 'on_route_to_pickup', scenario: 'on_route_to_pickup' });
    await report(id, 'on_route_to_pickup');
    expect((await view()).next).toMatchObject({ advance: 'at_pickup', scenario: 'ready' });
  });

  it('[P24] goes step by step to `delivered`, with the events of every report, and couriers leave it alone', async () => {
    const { id, advance } = await arrange('H-2');
    const statuses = [];
    for (let n = 0; n < 6; n += 1) {
      const { status, body } = await advance();
      expect([status, body.manual_since]).toEqual([200, expect.any(String)]);
      statuses.push(body.status);
    }
    const way = ['ready', 'on_route_to_pickup', 'at_pickup', 'on_route_to_delivery', 'at_delivery', 'delivered'];
    expect(statuses).toEqual(way);
    const { rows } = await apis.pool.query(
      `select body::json->>'status' as status from all_events where order_id = $1 and event = 'status_changed' order by sequence`,
      [id],
    );
    expect(rows.map(({ status }) => status)).toEqual(way);
    const final = await advance();
    expect([final.status, final.body.code]).toEqual([409, 'invalid_state_transition']);
    expect(final.body.detail).toBe('An order that is delivered is final.');
  });

  it('goes to a status that it may take, with a reason; another is 409 with the possible ones, and changes nothing', async () => {
    const { merchantId, id, advance, view } = await arrange('H-3');
    await ready(merchantId, 'H-3');
    const refused = await advance({ to: 'at_delivery' });
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state_transition']);
    expect(refused.body.detail).toBe(
      'An order that is ready cannot become at_delivery. It can become on_route_to_pickup, canceled.',
    );
    expect(await view()).toMatchObject({ status: 'ready', manual_since: null });
    expect((await advance({ to: 'canceled', reason: { code: 'no_courier' } })).body.status).toBe('canceled');
    expect((await advance({ to: 'canceled' })).status).toBe(200);
    const order = await apis.internal('GET', `/merchants/${merchantId}/orders/${id}`);
    expect(order.body.reason).toEqual({ code: 'no_courier' });
  });

  it('takes one step where two advances to it come at once', async () => {
    const { id, advance } = await arrange('H-6');
    const answers = await Promise.all([advance({ to: 'ready' }), advance({ to: 'ready' })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await apis.pool.query('select count(*)::int as n from all_events where order_id = $1', [id]);
    expect(rows[0].n).toBe(2);
  });
});

const readAudit = async () => auditSchema.parse((await apis.operator('GET', '/audit')).body);

describe('The audit', () => {
  it('[P24] counts the deliveries of sandbox merchants apart, held ones too, and the live count does not move', async () => {
    const live = await createMerchant(apis, { webhook_url: 'https://shop.example/live' });
    const sandbox = await createSandbox({ webhook_url: 'https://shop.example/sandbox' });
    const before = await readAudit();
    expect(before).toMatchObject({ balanced: true, sandbox: { balanced: true } });
    await submit(sandbox.merchant_id, 'B-1');
    await ready(sandbox.merchant_id, 'B-1');
    const between = await readAudit();
    const owed = before.sandbox.matched + 2;
    expect(between).toMatchObject({ balanced: true, matched: before.matched });
    expect(between.sandbox).toMatchObject({ balanced: true, matched: owed, in_flight: before.sandbox.in_flight + 1 });
    const id = await submitOrder(apis, live.merchant_id, 'B-1');
    await report(id, 'ready');
    const after = await readAudit();
    expect(after).toMatchObject({ balanced: true, matched: before.matched + 2, sandbox: { matched: owed } });
    const path = `/merchants/${sandbox.merchant_id}/webhook-endpoints/${sandbox.webhook_endpoint?.id}`;
    expect((await apis.internal('POST', `${path}/test`, { body: {} })).status).toBe(202);
    expect(apis.published.at(-1)).toMatchObject({ test: true, mode: 'sandbox' });
    await apis.internal('POST', `${path}/disable`);
    const held = await readAudit();
    expect([held.held, held.sandbox.held]).toEqual([after.held, after.sandbox.held + 1]);
  });

  it('[P24] finds a sandbox delivery that is lost, and does not call the live ledger unbalanced for it', async () => {
    const { rowCount } = await apis.pool.query(
      `delete from webhook_deliveries where id = (select id from webhook_deliveries where mode = 'sandbox' limit 1)`,
    );
    expect(rowCount).toBe(1);
    const audit = await readAudit();
    expect([audit.balanced, audit.sandbox.balanced]).toEqual([true, false]);
  });
});

describe('The endpoint of a sandbox merchant', () => {
  it('shows its pending fault, and refuses an unknown one with a list of the known', async () => {
    const { merchant_id, webhook_endpoint } = await createSandbox({ webhook_url: 'https://shop.example/faulty' });
    const id = webhook_endpoint?.id ?? '';
    const ask = (kind: string) =>
      apis.internal('POST', `/merchants/${merchant_id}/sandbox/webhook-endpoints/${id}/inject-fault`, {
        body: { kind },
      });
    const refused = await ask('explode');
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      400,
      { pointer: '/kind', message: 'Expected one of wrong_signature, stale_timestamp, duplicate, gap, exhaust.' },
    ]);
    for (const kind of ['gap', 'duplicate']) {
      const asked = await ask(kind);
      const pending = { kind, at: expect.any(String) };
      expect([asked.status, asked.body.fault, asked.body.last_fault]).toEqual([200, pending, null]);
      const shown = await apis.internal('GET', `/merchants/${merchant_id}/webhook-endpoints/${id}`);
      expect(shown.body).toEqual(asked.body);
      expect((await apis.operator('GET', `/endpoints/${id}`)).body.fault).toEqual(pending);
    }
  });
});
