import { describe, expect, it } from '@jest/globals';
import type { OrderSubmitted, Verdict } from '@delivery/contracts';
import { OverLimitError } from '../shares/over-limit.js';
import { createSubmitCreate } from './submit-create.js';
import type { Outcome, Submission } from './submit-message.js';

const messageOf = (content: string, orderId = 'a'.repeat(24)): OrderSubmitted =>
  ({
    id: `m-${content}`,
    schema_version: 1,
    occurred_at: '2026-05-01T12:00:00Z',
    order_id: orderId,
    merchant_id: 'b'.repeat(32),
    type: 'order.submitted',
    payload: { order: { display_id: content }, external_data: '{}' },
  }) as OrderSubmitted;

const verdictOf = (outcome: Verdict['outcome']): Outcome => ({
  kind: 'verdict',
  verdict: {
    type: 'verdict',
    message_id: 'm',
    order_id: 'a'.repeat(24),
    outcome,
    code: outcome === 'refused' ? 'external_id_conflict' : null,
    detail: null,
    order: null,
  },
});

/** Submissions that the test decides, by the content of the message. */
const start = (waitMs = 60_000) => {
  const published: string[] = [];
  const open = new Map<string, { answer: (outcome: Outcome) => void; end: (isDecided: boolean) => void }>();
  const submitCreate = createSubmitCreate({
    submit: (message, bytes) => {
      if (bytes > 1_000) return Promise.reject(new OverLimitError('create_bytes_per_day', 'Too much.'));
      const content = (message as OrderSubmitted).payload.order.display_id;
      published.push(content);
      let answer: (outcome: Outcome) => void = () => {};
      let end: (isDecided: boolean) => void = () => {};
      const outcome = new Promise<Outcome>((resolve) => (answer = resolve));
      const isDecided = new Promise<boolean>((resolve) => (end = resolve));
      open.set(content, { answer, end });
      const submission: Submission = { outcome, isDecided };
      return Promise.resolve(submission);
    },
    waitMs,
  });
  const decide = (content: string, outcome: Outcome) => {
    open.get(content)!.answer(outcome);
    open.get(content)!.end(true);
  };
  const create = (content: string, { bytes = 10, orderId = undefined as string | undefined } = {}) =>
    submitCreate(messageOf(content, orderId), bytes, undefined);
  return { create, decide, open, published };
};
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('creates of one order', () => {
  it('with equal content are published once, and all but the first are answered as repeats', async () => {
    const { create, decide, published } = start();
    const [first, ...others] = [create('one'), create('one'), create('one')];
    decide('one', verdictOf('applied'));
    expect(await first).toEqual(verdictOf('applied'));
    expect(await Promise.all(others)).toEqual([verdictOf('unchanged'), verdictOf('unchanged')]);
    expect(published).toEqual(['one']);
  });

  it('with other content wait until the first is decided, and are decided themselves then', async () => {
    const { create, decide, published } = start();
    const first = create('one');
    const second = create('two');
    await settled();
    expect(published).toEqual(['one']);
    decide('one', verdictOf('applied'));
    await first;
    await settled();
    expect(published).toEqual(['one', 'two']);
    decide('two', verdictOf('refused'));
    expect(await second).toEqual(verdictOf('refused'));
  });

  it('[P3] are never accepted behind another content that was accepted without a verdict', async () => {
    const { create, open, published } = start();
    const first = create('one');
    const second = create('two');
    open.get('one')!.answer({ kind: 'accepted', wait: 'timed_out' });
    expect(await first).toEqual({ kind: 'accepted', wait: 'timed_out' });
    // Answered, and still undecided: one that comes now waits as well.
    const third = create('three');
    open.get('one')!.end(false);
    await expect(second).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    await expect(third).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    expect(published).toEqual(['one']);
  });

  it('wait no longer than others do', async () => {
    const { create, decide } = start(1);
    const first = create('one');
    await expect(create('two')).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    decide('one', verdictOf('applied'));
    await first;
  });

  it('with other content are answered by a verdict alone once the first is decided', async () => {
    const { create, decide, open } = start();
    const first = create('one');
    const second = create('two');
    decide('one', verdictOf('applied'));
    await first;
    await settled();
    open.get('two')!.answer({ kind: 'accepted', wait: 'timed_out' });
    await expect(second).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  });

  it('with other content wait up to twenty at once: one more is refused at once', async () => {
    const { create, decide, published } = start();
    const first = create('one');
    const contents = Array.from({ length: 20 }, (_, index) => `other ${index}`);
    const waiting = contents.map((content) => create(content));
    await expect(create('last')).rejects.toMatchObject({ code: 'rate_limited', limit: 'creates_of_one_order' });
    decide('one', verdictOf('applied'));
    await first;
    await settled();
    expect(published).toEqual(['one', ...contents]);
    for (const content of contents) decide(content, verdictOf('refused'));
    expect(await Promise.all(waiting)).toEqual(contents.map(() => verdictOf('refused')));
  });

  it('wait for none that was refused before it was published, and for none of another order', async () => {
    const { create, decide, published } = start();
    await expect(create('one', { bytes: 2_000 })).rejects.toMatchObject({ limit: 'create_bytes_per_day' });
    const second = create('two');
    const other = create('three', { orderId: 'c'.repeat(24) });
    await settled();
    expect(published).toEqual(['two', 'three']);
    decide('two', verdictOf('applied'));
    decide('three', verdictOf('applied'));
    await Promise.all([second, other]);
  });
});
