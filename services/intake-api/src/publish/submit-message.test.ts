import { describe, expect, it, jest } from '@jest/globals';
import type { OrderSubmitted } from '@delivery/contracts';
import { readyRequested } from '../domain/order-messages.js';
import { createFairSlots } from '../shares/fair-slots.js';
import { OverLimitError } from '../shares/over-limit.js';
import { createFairSubmit, type SentMessage, type Submission, submitMessage } from './submit-message.js';
import { createVerdictBreaker } from './verdict-breaker.js';

const message = readyRequested({
  messageId: 'm-1',
  receivedAt: new Date('2026-05-01T12:00:00Z'),
  orderId: 'a'.repeat(24),
  merchantId: 'b'.repeat(32),
});
const verdict = {
  type: 'verdict',
  message_id: 'm-1',
  order_id: 'a'.repeat(24),
  outcome: 'applied',
  code: null,
  detail: null,
  order: null,
};

const deferred = <T>() => {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => ([resolve, reject] = [onResolve, onReject]));
  return { promise, resolve, reject };
};

const start = () => {
  const confirmed = deferred<undefined>();
  const reply = deferred<{ body: Buffer }>();
  const cancel = jest.fn();
  const sent: SentMessage = { confirmed: confirmed.promise, reply: reply.promise, cancel };
  const breaker = createVerdictBreaker(() => 0);
  const waits: string[] = [];
  const { outcome, isDecided } = submitMessage(
    {
      send: () => sent,
      breaker,
      verdictWaitMs: 20,
      onWait: (result) => waits.push(result),
      onConfirm: () => {},
      onUnreadableVerdict: () => waits.push('unreadable'),
    },
    message,
  );
  return { confirmed, reply, cancel, breaker, waits, outcome, isDecided };
};
const bodyOf = (value: unknown) => ({ body: Buffer.from(JSON.stringify(value)) });

describe('submitMessage', () => {
  it('takes a verdict for an answer even before the confirm', async () => {
    const { reply, outcome, waits } = start();
    reply.resolve(bodyOf(verdict));
    expect(await outcome).toEqual({ kind: 'verdict', verdict });
    expect(waits).toEqual(['in_time']);
  });

  it('accepts a confirmed message when no verdict comes in time, and takes a late verdict as decided', async () => {
    const { confirmed, reply, outcome, isDecided, waits, cancel } = start();
    confirmed.resolve(undefined);
    expect(await outcome).toEqual({ kind: 'accepted', wait: 'timed_out' });
    expect(waits).toEqual(['timed_out']);
    reply.resolve(bodyOf(verdict));
    expect(await isDecided).toBe(true);
    expect(cancel).not.toHaveBeenCalled();
  });

  it('[P1] never accepts a message that is not confirmed in time', async () => {
    const { outcome, isDecided, cancel } = start();
    expect(await outcome).toMatchObject({ kind: 'unconfirmed' });
    expect([await isDecided, cancel.mock.calls.length]).toEqual([false, 1]);
  });

  it('does not accept a message that the broker refused', async () => {
    const { confirmed, outcome } = start();
    const refused = new Error('nacked');
    confirmed.reject(refused);
    expect(await outcome).toEqual({ kind: 'unconfirmed', cause: refused });
  });

  it('accepts at once a message that was confirmed before the channel was lost, and does not count it as a timeout', async () => {
    const { confirmed, reply, outcome, breaker } = start();
    breaker.noteTimeout(breaker.enter());
    breaker.noteTimeout(breaker.enter());
    confirmed.resolve(undefined);
    await confirmed.promise;
    reply.reject(new Error('channel lost'));
    expect(await outcome).toEqual({ kind: 'accepted', wait: 'reply_lost' });
    expect(breaker.isSkipping()).toBe(false);
  });

  it('takes an unreadable verdict for none', async () => {
    const { confirmed, reply, outcome, waits } = start();
    reply.resolve(bodyOf({ type: 'verdict' }));
    confirmed.resolve(undefined);
    expect(await outcome).toMatchObject({ kind: 'accepted' });
    expect(waits).toEqual(['unreadable', 'timed_out']);
  });
});

const messageBytes = 16 * 1024;

const readyOf = (merchantId: string) =>
  readyRequested({ messageId: 'm', receivedAt: new Date(), orderId: 'a'.repeat(24), merchantId });

const startFair = (waitMs = 60_000) => {
  const slots = createFairSlots({
    capacity: 9 * messageBytes,
    waitingCapacity: 8 * messageBytes,
    quantum: messageBytes,
    waitMs,
  });
  const published: { merchantId: string; end: () => void }[] = [];
  const state = { isSkipping: false, spentCount: 0, budget: Number.POSITIVE_INFINITY };
  const submit = createFairSubmit({
    submit: ({ merchant_id: merchantId = '' }): Submission => {
      let end: () => void = () => {};
      const isDecided = new Promise<boolean>((resolve) => (end = () => resolve(true)));
      published.push({ merchantId, end });
      return { outcome: Promise.resolve({ kind: 'accepted', wait: 'skipped' }), isDecided };
    },
    spend: () => {
      if (state.spentCount === state.budget) throw new OverLimitError('creates_per_day', 'Too many.');
      state.spentCount += 1;
    },
    slots,
    breaker: { isSkipping: () => state.isSkipping },
  });
  const send = (merchantId: string) => submit(readyOf(merchantId), 0, undefined);
  const create = (merchantId: string) =>
    submit({ ...readyOf(merchantId), type: 'order.submitted', payload: {} } as OrderSubmitted, 0, undefined);
  return { send, create, slots, published, state };
};
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a merchant’s published messages', () => {
  it('without a verdict are at most its share; further ones follow in their order, as these are decided', async () => {
    const { send, slots, published } = startFair();
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
    const { send, published } = startFair();
    for (let count = 0; count < 12; count += 1) void send('a');
    await expect(send('a')).rejects.toMatchObject({ code: 'rate_limited', limit: 'undecided_bytes' });
    expect(published).toHaveLength(8);
    for (let round = 0; round < 2; round += 1) {
      for (const { end } of published) end();
      await settled();
    }
  });

  it('takes a create from the budget of the day when it is published, and gives its place back where there is none left', async () => {
    const { create, slots, published, state } = startFair();
    const many = Promise.allSettled(Array.from({ length: 20 }, () => create('a')));
    await settled();
    expect([published.length, state.spentCount]).toEqual([8, 8]);
    state.budget = 8;
    for (const { end } of published) end();
    const outcomes = (await many).map((one) => (one.status === 'rejected' ? one.reason.limit : 'sent'));
    const countOf = (what: string) => outcomes.filter((outcome) => outcome === what).length;
    expect([countOf('sent'), countOf('undecided_bytes') + countOf('creates_per_day')]).toEqual([8, 12]);
    expect([published.length, slots.heldCost(), slots.waitingCost()]).toEqual([8, 0, 0]);
  });

  it('waits for nothing while order-state is away, because no verdict would free a place', async () => {
    const { send, slots, published, state } = startFair();
    state.isSkipping = true;
    await Promise.all(Array.from({ length: 100 }, () => send('a')));
    expect([published.length, slots.heldCost()]).toEqual([100, 0]);
  });
});
