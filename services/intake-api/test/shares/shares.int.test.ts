import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OrderMessage, OrderSubmitted } from '@delivery/contracts';
import { pollUntil } from '@delivery/test-support';
import { callAs, type Harness, startHarness, type TestMerchant } from '../support/intake-harness.js';
import { orderContent } from '../support/sample-order.js';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ RATE_LIMIT_CREATE_PER_MINUTE: '100000' });
});
beforeEach(() => {
  harness.orderState.state.onCall = () => ({ status: 200, body: '{}' });
  harness.orderState.state.calls = [];
  harness.verdicts.state.verdictFor = () => ({});
});
afterAll(() => harness.close());

/** Holds calls until the test releases them. */
const createGate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
};

describe('reads and changes at order-state', () => {
  const callsOf = ({ entry }: TestMerchant) =>
    harness.orderState.state.calls.filter(({ path }) => path.includes(entry.merchant_id)).length;

  /** Answers all but those of the first merchant, whose calls wait for the gate. */
  const holdBack = () => {
    const gate = createGate();
    harness.orderState.state.onCall = async ({ path }) => {
      if (path.includes(harness.merchant.entry.merchant_id)) await gate.opened;
      return { status: 200, body: '{}' };
    };
    return gate;
  };

  it.each([
    ['GET', '/v1/summary', 'before it has read anything', 3],
    ['GET', '/v1/summary', 'after a short answer', 14],
    ['POST', '/v1/webhook-endpoints', 'always', 3],
  ])(
    '[P6] reach the share of one merchant, and those of another are answered meanwhile: %s %s %s',
    async (method, path, _, share) => {
      const gate = holdBack();
      const body = method === 'GET' ? {} : { body: '{}' };
      const many = Array.from({ length: 40 }, () => callAs(harness, harness.merchant, method, path, body));
      await pollUntil('the share is used', () => (callsOf(harness.merchant) === share ? true : undefined));
      expect((await callAs(harness, harness.otherMerchant, method, path, body)).status).toBe(200);
      expect(callsOf(harness.merchant)).toBe(share);
      gate.open();
      // On a slow machine some wait too long, for their turn (429) or for the answer that was held back (503).
      for (const { status } of await Promise.all(many)) expect([200, 429, 503]).toContain(status);
      expect((await callAs(harness, harness.merchant, method, path, body)).status).toBe(200);
    },
  );
});

describe('long answers', () => {
  it('take more of the share: a merchant has fewer of them under way', async () => {
    const { merchant } = harness;
    const gate = createGate();
    const body = JSON.stringify({ text: 'x'.repeat(300_000) });
    const held = { count: 0, isOn: false };
    harness.orderState.state.onCall = async () => {
      if (held.isOn) {
        held.count += 1;
        await gate.opened;
      }
      return { status: 200, body };
    };
    expect((await callAs(harness, merchant, 'GET', '/v1/summary')).status).toBe(200);
    held.isOn = true;
    const many = Array.from({ length: 20 }, () => callAs(harness, merchant, 'GET', '/v1/summary'));
    await pollUntil('the share is used', () => (held.count > 0 ? true : undefined));
    await pollUntil('all are under way', async () => {
      const text = await (await fetch(`${harness.url}/metrics`)).text();
      return /^intake_requests_in_flight\{.*\} 20$/m.test(text) ? true : undefined;
    });
    expect(held.count).toBe(2);
    held.isOn = false;
    gate.open();
    await Promise.all(many);
  });
});

describe('creates', () => {
  const create = (merchant: TestMerchant, changes: Parameters<typeof orderContent>[0]) =>
    callAs(harness, merchant, 'POST', '/v1/external-orders', { body: JSON.stringify(orderContent(changes)) });
  const isOf = ({ entry }: TestMerchant, { merchant_id: merchantId }: OrderMessage) => merchantId === entry.merchant_id;
  const receivedOf = (merchant: TestMerchant) =>
    harness.verdicts.state.received.filter(({ message }) => isOf(merchant, message)).length;
  const skippedWaits = async () => {
    const text = await (await fetch(`${harness.url}/metrics`)).text();
    return Number(/^intake_verdict_waits_total\{.*result="skipped".*\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };

  it('[P6] that are not decided reach the share of their merchant, and those of another are decided meanwhile', async () => {
    const gate = createGate();
    harness.verdicts.state.verdictFor = async (message) => {
      if (isOf(harness.merchant, message)) await gate.opened;
      return {};
    };
    const before = receivedOf(harness.merchant);
    const many = Array.from({ length: 600 }, (_, index) => create(harness.merchant, { external_id: `many-${index}` }));
    // Eight ninths of 8 MiB, at 16 KiB and some hundred bytes each.
    await pollUntil('the share is used', () => (receivedOf(harness.merchant) - before > 400 ? true : undefined));
    for (let count = 0; count < 20; count += 1) {
      expect((await create(harness.otherMerchant, { external_id: `few-${count}` })).status).toBe(201);
    }
    expect(receivedOf(harness.merchant) - before).toBeLessThan(460);
    gate.open();
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    // On a slow machine some wait too long for their turn: they are refused, and were not published.
    expect(statuses.filter((status) => status !== 201 && status !== 429)).toEqual([]);
    expect(receivedOf(harness.merchant) - before).toBe(statuses.filter((status) => status === 201).length);
    expect(await skippedWaits()).toBe(0);
  });

  it('[P3] with different content for one order are 201 for one, and for no other', async () => {
    const decided = new Map<string, string>();
    harness.verdicts.state.verdictFor = (message) => {
      const { order } = (message as OrderSubmitted).payload;
      const first = decided.get(order.external_id) ?? order.display_id;
      decided.set(order.external_id, first);
      if (first === order.display_id) return {};
      return { outcome: 'refused', code: 'external_id_conflict' };
    };
    const before = receivedOf(harness.merchant);
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        create(harness.merchant, { external_id: 'hot', display_id: `content ${index}` }),
      ),
    );
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect(count(201)).toBe(1);
    expect(count(409)).toBeGreaterThanOrEqual(3);
    expect(count(201) + count(409) + count(429)).toBe(60);
    expect(receivedOf(harness.merchant) - before).toBe(1 + count(409));
  });
});
