import { describe, expect, it } from '@jest/globals';
import { createOutstandingSet, type Outstanding } from './confirm-channel.js';
import { createDeferred, type Deferred } from './waiting.js';

const far = Date.now() + 3_600_000;

const entryOf = (messageId: string, deadlineMs = far): Outstanding & { outcome: Promise<void> } => {
  const { promise, resolve, reject }: Deferred<void> = createDeferred();
  promise.catch(() => undefined);
  return {
    messageId,
    exchange: 'e',
    routingKey: 'k',
    deadlineMs,
    wasReturned: false,
    resolve,
    reject,
    outcome: promise,
  };
};

describe('the set of publishes in flight', () => {
  it('resolves a confirmed one and rejects a refused one, each once', async () => {
    const set = createOutstandingSet();
    const [good, bad] = [entryOf('good'), entryOf('bad')];
    set.add(good);
    set.add(bad);
    set.confirm(good);
    set.reject(bad, 'nacked');
    set.confirm(bad);
    await good.outcome;
    await expect(bad.outcome).rejects.toMatchObject({ reason: 'nacked', messageId: 'bad' });
    await set.whenEmpty();
  });

  it('rejects a returned one when its confirm comes, and only that one', async () => {
    const set = createOutstandingSet();
    const [first, second] = [entryOf('same'), entryOf('same')];
    set.add(first);
    set.add(second);
    set.markReturned({ messageId: 'same', exchange: 'e', routingKey: 'k' });
    set.markReturned({ messageId: 'same', exchange: 'e', routingKey: 'other' });
    set.confirm(first);
    set.confirm(second);
    await expect(first.outcome).rejects.toMatchObject({ reason: 'returned' });
    await second.outcome;
  });

  it('rejects all with the same reason and cause', async () => {
    const set = createOutstandingSet();
    const entries = ['a', 'b', 'c'].map((id) => entryOf(id));
    entries.forEach(set.add);
    const cause = new Error('socket');
    set.rejectAll('channel_lost', cause);
    for (const { outcome } of entries) await expect(outcome).rejects.toMatchObject({ reason: 'channel_lost', cause });
  });

  it('expires overdue entries and keeps the rest', async () => {
    const set = createOutstandingSet();
    const [old, young] = [entryOf('old', Date.now()), entryOf('young')];
    set.add(old);
    set.add(young);
    await expect(old.outcome).rejects.toMatchObject({ reason: 'timeout' });
    expect(set.isAwaited(young)).toBe(true);
    expect(set.isAwaited(old)).toBe(false);
  });

  it('says when it is empty, and at once when it already is', async () => {
    const set = createOutstandingSet();
    await set.whenEmpty();
    const entry = entryOf('m');
    set.add(entry);
    const waiters = [set.whenEmpty(), set.whenEmpty()];
    set.confirm(entry);
    await Promise.all(waiters);
  });
});
