import type { OrderGuardStore } from './order-guard.js';

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
