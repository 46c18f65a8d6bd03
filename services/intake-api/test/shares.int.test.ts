import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pollUntil } from '@delivery/test-support';
import { callAs, type Harness, startHarness, type TestMerchant } from './intake-harness.js';

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

/** Holds what a test lets happen later. */
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
    ['GET', '/v1/summary', 14],
    ['POST', '/v1/webhook-endpoints', 3],
  ])('of one merchant come to its share, and another’s are answered meanwhile: %s', async (method, path, share) => {
    const gate = holdBack();
    const body = method === 'GET' ? {} : { body: '{}' };
    const many = Array.from({ length: 40 }, () => callAs(harness, harness.merchant, method, path, body));
    await pollUntil('the share is used', () => (callsOf(harness.merchant) === share ? true : undefined));
    expect((await callAs(harness, harness.otherMerchant, method, path, body)).status).toBe(200);
    expect(callsOf(harness.merchant)).toBe(share);
    gate.open();
    // What waited too long for its turn is told so; nothing was done for it.
    for (const { status } of await Promise.all(many)) expect([200, 429]).toContain(status);
    expect((await callAs(harness, harness.merchant, method, path, body)).status).toBe(200);
  });
});
