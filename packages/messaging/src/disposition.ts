/**
 * What becomes of one message, decided by its handler.
 * `ack`: done. `dead-letter`: this message is at fault and goes to `<queue>.dead` with the reason.
 * `requeue`: try again later, on this or another replica; each time counts against the queue's delivery limit.
 * `keep`: not now, and nothing is wrong with it. It stays in hand, beside the prefetch, and comes again to the same consumer,
 * as often as it takes: that counts against no limit.
 */
export type Disposition =
  { kind: 'ack' } | { kind: 'dead-letter'; reason: string } | { kind: 'requeue' } | { kind: 'keep' };

export const ack: Disposition = { kind: 'ack' };
export const requeue: Disposition = { kind: 'requeue' };
export const keep: Disposition = { kind: 'keep' };
/** `reason` is short and free of customers' data: it is shown to operators. */
export const deadLetter = (reason: string): Disposition => ({ kind: 'dead-letter', reason });

export type Sorted<T> = { acked: T[]; dead: { item: T; reason: string }[]; requeued: T[]; kept: T[] };

/** Pairs each item with its disposition. A handler that answers too few or too many is broken: nothing is settled. */
export const sortByDisposition = <T>(items: readonly T[], dispositions: readonly Disposition[]): Sorted<T> => {
  if (items.length !== dispositions.length) {
    throw new Error(`the handler answered ${dispositions.length} dispositions for ${items.length} messages`);
  }
  const sorted: Sorted<T> = { acked: [], dead: [], requeued: [], kept: [] };
  items.forEach((item, index) => {
    const disposition = dispositions[index] ?? requeue;
    switch (disposition.kind) {
      case 'ack':
        return void sorted.acked.push(item);
      case 'dead-letter':
        return void sorted.dead.push({ item, reason: disposition.reason });
      case 'requeue':
        return void sorted.requeued.push(item);
      case 'keep':
        return void sorted.kept.push(item);
      default:
        return assertNever(disposition);
    }
  });
  return sorted;
};

const assertNever = (value: never): never => {
  throw new Error(`unknown disposition ${JSON.stringify(value)}`);
};
