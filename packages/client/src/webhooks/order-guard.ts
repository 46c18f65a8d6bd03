import type { WebhookEvent } from './verify.js';

/** Which events of an order were handled. */
export type OrderGuardStore = {
  /**
   * Notes the sequence. If two callers note one sequence at once, only one may get `added: true`. Best done in the
   * transaction of the work, so that both happen or neither.
   */
  note: (orderId: string, sequence: number) => Promise<Noted>;
};
/** `handled`: the order's other sequences, in any order. */
export type Noted = { added: boolean; handled: readonly number[] };

/** Events with a sequence above `after` and up to `through`, of which at least `through` was for this endpoint. */
export type Missing = { after: number; through: number };

export type Verdict =
  /** Do the work. */
  | { kind: 'first_time' }
  /** Handled before: answer 2xx and do nothing. */
  | { kind: 'repeat' }
  /** New, and an earlier event has not come: do the work, and fetch the missing events. */
  | { kind: 'gap'; missing: Missing }
  /** New, but `newest` was handled before it: do the work, and leave the order's state to that one. */
  | { kind: 'late'; newest: number };

export type OrderGuard = {
  /** Notes the event and classifies it. A test is always `first_time`, and not noted. */
  check: (event: GuardedEvent) => Promise<Verdict>;
};

export type GuardedEvent = Pick<WebhookEvent, 'sequence' | 'previousSequence' | 'isTest'> & { body: { id: string } };

export const createOrderGuard = (store: OrderGuardStore): OrderGuard => ({
  check: async (event) => {
    if (event.isTest) return { kind: 'first_time' };
    const { added, handled } = await store.note(event.body.id, event.sequence);
    return added ? judge(event, handled) : { kind: 'repeat' };
  },
});

const judge = ({ sequence, previousSequence }: GuardedEvent, handled: readonly number[]): Verdict => {
  const newest = Math.max(0, ...handled.filter((other) => other !== sequence));
  if (newest > sequence) return { kind: 'late', newest };
  if (newest >= previousSequence) return { kind: 'first_time' };
  return { kind: 'gap', missing: { after: newest, through: previousSequence } };
};

export type MemoryStore = OrderGuardStore & {
  /** After work that failed: the next attempt is `first_time` again. */
  forget: (orderId: string, sequence: number) => void;
};

const defaultOrderMax = 10_000;

/** For one process, until it ends: a new process takes handled events for new. The oldest orders make room. */
export const createMemoryStore = ({ orderMax = defaultOrderMax }: { orderMax?: number } = {}): MemoryStore => {
  const orders = new Map<string, Set<number>>();
  const findOrAdd = (orderId: string): Set<number> => {
    const sequences = orders.get(orderId) ?? new Set();
    orders.delete(orderId);
    orders.set(orderId, sequences);
    return sequences;
  };
  return {
    note: (orderId, sequence) => {
      const sequences = findOrAdd(orderId);
      const handled = [...sequences].filter((other) => other !== sequence);
      const added = !sequences.has(sequence);
      sequences.add(sequence);
      const [oldest] = orders.keys();
      if (orders.size > orderMax && oldest !== undefined) orders.delete(oldest);
      return Promise.resolve({ added, handled });
    },
    forget: (orderId, sequence) => {
      orders.get(orderId)?.delete(sequence);
    },
  };
};
