import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveOrderId, sandboxScenarioNames } from '@delivery/contracts';
import {
  callAs,
  createOrder,
  type Harness,
  makeMerchant,
  startHarness,
  type TestMerchant,
} from '../support/intake-harness.js';
import { orderContent } from '../support/sample-order.js';

const sandbox = makeMerchant({ mode: 'sandbox' });
let harness: Harness;
beforeAll(async () => {
  const unlimited = '100000';
  harness = await startHarness(
    { RATE_LIMIT_SANDBOX_CREATE_PER_MINUTE: unlimited, RATE_LIMIT_SANDBOX_PLATFORM_PER_MINUTE: unlimited },
    [makeMerchant(), sandbox],
  );
});
afterAll(() => harness.close());

const create = (merchant: TestMerchant, externalId: string, headers: Record<string, string>, unknown: object = {}) =>
  callAs(harness, merchant, 'POST', '/v1/external-orders', {
    body: JSON.stringify({ ...orderContent({ external_id: externalId }), ...unknown }),
    headers: { 'content-type': 'application/json', ...headers },
  });
const lastPayload = () => harness.verdicts.state.received.at(-1)?.message.payload;

describe('A create on a sandbox merchant', () => {
  it('tells order-state the scenario of the order: `delivered`, as fast as people are, seeded by its id', async () => {
    expect((await create(sandbox, 'plain', {})).status).toBe(201);
    const seed = deriveOrderId(sandbox.entry.merchant_id, 'plain');
    expect(lastPayload()).toMatchObject({ sandbox: { scenario: 'delivered', speed: 1, seed } });
  });

  it.each(sandboxScenarioNames)('takes the scenario %s, a speed and a seed', async (scenario) => {
    const headers = { 'sandbox-scenario': scenario, 'sandbox-speed': '0.5', 'sandbox-seed': 'monday:1' };
    expect((await create(sandbox, scenario, headers)).status).toBe(201);
    expect(lastPayload()).toMatchObject({ sandbox: { scenario, speed: 0.5, seed: 'monday:1' } });
  });

  it('tells order-state what of it was not read', async () => {
    await create(sandbox, 'known', {});
    expect(lastPayload()).toMatchObject({ sandbox: { ignored: { pointers: [], count: 0 } } });
    await create(sandbox, 'unknown', {}, { deliveryTime: 'soon' });
    expect(lastPayload()).toMatchObject({ sandbox: { ignored: { pointers: ['/deliveryTime'], count: 1 } } });
  });

  it('is 400 for an unknown scenario, and lists the known ones', async () => {
    for (const name of ['deliverd', 'toString', '', 'delivered, late']) {
      const before = harness.verdicts.state.received.length;
      const { status, json } = await create(sandbox, 'wrong', { 'sandbox-scenario': name });
      expect([name, status, json['code']]).toEqual([name, 400, 'invalid_parameter']);
      expect(json['detail']).toBe(`Sandbox-Scenario: expected one of ${sandboxScenarioNames.join(', ')}.`);
      expect(harness.verdicts.state.received).toHaveLength(before);
    }
  });

  it.each(['0', '-1', '3600.1', 'fast', '1e3', '0x10', 'NaN', 'Infinity', '', '1,5', '0.0001'])(
    'is 400 for the speed %j, and names the header',
    async (speed) => {
      const { status, json } = await create(sandbox, 'wrong', { 'sandbox-speed': speed });
      expect([status, json['code']]).toEqual([400, 'invalid_parameter']);
      expect(json['detail']).toMatch(/^Sandbox-Speed: expected a number above 0, at most 3600/);
    },
  );

  it('is 400 for a seed that is no short plain text', async () => {
    const { status, json } = await create(sandbox, 'wrong', { 'sandbox-seed': 'a b' });
    expect([status, json['detail']]).toEqual([400, expect.stringMatching(/^Sandbox-Seed: expected 1 to 64 /)]);
  });

  it('tells a fault of the body before one of the headers', async () => {
    const headers = { 'content-type': 'application/json', 'sandbox-speed': '0' };
    const reply = await callAs(harness, sandbox, 'POST', '/v1/external-orders', { body: '{}', headers });
    expect(reply.json['code']).toBe('validation_failed');
  });
});

describe('A create on a live merchant', () => {
  it('tells order-state nothing of a sandbox', async () => {
    expect((await createOrder(harness)).status).toBe(201);
    expect(lastPayload()).not.toHaveProperty('sandbox');
  });

  it.each(['Sandbox-Scenario', 'Sandbox-Speed', 'Sandbox-Seed'])(
    '[P24] refuses %s, and says the way out',
    async (name) => {
      const before = harness.verdicts.state.received.length;
      const { status, json } = await createOrder(harness, orderContent(), { [name]: '1' });
      expect([status, json['code']]).toEqual([400, 'invalid_parameter']);
      expect(json['detail']).toBe(
        `${name}: this merchant is live. Remove the header, or use the credentials of a sandbox merchant (tok_test_…).`,
      );
      expect(harness.verdicts.state.received).toHaveLength(before);
    },
  );
});

describe('The calls of the sandbox', () => {
  const orderPath = (merchant: TestMerchant) =>
    `/v1/sandbox/orders/${deriveOrderId(merchant.entry.merchant_id, 'moved')}`;

  it('take an empty body as an advance to the next step', async () => {
    harness.orderState.state.onCall = () => ({ status: 200, body: '{}' });
    const reply = await callAs(harness, sandbox, 'POST', `${orderPath(sandbox)}/advance`);
    expect(reply.status).toBe(200);
    expect(harness.orderState.state.calls.at(-1)).toMatchObject({ method: 'POST', body: '{}' });
  });
});
