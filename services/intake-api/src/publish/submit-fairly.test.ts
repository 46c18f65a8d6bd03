import { describe, expect, it } from '@jest/globals';
import { readyRequested } from '../domain/order-messages.js';
import { createFairSlots } from '../shares/fair-slots.js';
import { createFairSubmit } from './submit-fairly.js';
import type { Submission } from './submit-message.js';

const messageBytes = 16 * 1024;

const messageOf = (merchantId: string) =>
  readyRequested({ messageId: 'm', receivedAt: new Date(), orderId: 'a'.repeat(24), merchantId });

const start = (waitMs = 60_000) => {
  const slots = createFairSlots({
    capacity: 9 * messageBytes,
    waitingCapacity: 8 * messageBytes,
    quantum: messageBytes,
    waitMs,
  });
  const published: { merchantId: string; end: () => void }[] = [];
  const state = { isSkipping: false };
  const submit = createFairSubmit({
    submit: ({ merchant_id: merchantId = '' }): Submission => {
      let end: () => void = () => {};
      const isDecided = new Promise<boolean>((resolve) => (end = () => resolve(true)));
      published.push({ merchantId, end });
      return { outcome: Promise.resolve({ kind: 'accepted', wait: 'skipped' }), isDecided };
    },
    slots,
    breaker: { isSkipping: () => state.isSkipping },
  });
  const send = (merchantId: string) => submit(messageOf(merchantId), 0, undefined);
  return { send, slots, published, state };
};
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a merchant’s published messages', () => {
  it('without a verdict are at most its share; further ones follow in their order, as these are decided', async () => {
    const { send, slots, published } = start();
    const many = Array.from({ length: 12 }, () => send('a'));
    await settled();
    expect(published).toHaveLength(8);
    await send('b');
    expect(published.at(-1)?.merchantId).toBe('b');
    for (const { end } of published) end();
    await settled();
    expect(published.filter(({ merchantId }) => merchantId === 'a')).toHaveLength(12);
    for (const { end } of published) end();
    await Promise.all(many);
    await settled();
    expect([slots.heldCost(), slots.waitingCost()]).toEqual([0, 0]);
  });

  it('is refused with the name of the limit where too much of it waits, and nothing of it is published', async () => {
    const { send, published } = start();
    for (let count = 0; count < 12; count += 1) void send('a');
    await expect(send('a')).rejects.toMatchObject({ code: 'rate_limited', limit: 'undecided_bytes' });
    expect(published).toHaveLength(8);
    for (let round = 0; round < 2; round += 1) {
      for (const { end } of published) end();
      await settled();
    }
  });

  it('waits for nothing while order-state is away, because no verdict would free a place', async () => {
    const { send, slots, published, state } = start();
    state.isSkipping = true;
    await Promise.all(Array.from({ length: 100 }, () => send('a')));
    expect([published.length, slots.heldCost()]).toEqual([100, 0]);
  });
});
