/** Ids by due time in milliseconds, in a binary heap. An id may be in it more than once. */
export type DueQueue = {
  push: (entry: Due) => void;
  /** The id that is due first. */
  peek: () => Due | undefined;
  pop: () => Due | undefined;
  size: () => number;
};
type Due = { id: string; dueMs: number };

export const createDueQueue = (): DueQueue => {
  const heap: Due[] = [];
  const isBefore = (one: number, other: number): boolean => {
    const [a, b] = [heap[one], heap[other]];
    return a !== undefined && b !== undefined && a.dueMs < b.dueMs;
  };
  const swap = (one: number, other: number): void => {
    const [a, b] = [heap[one], heap[other]];
    if (a && b) [heap[one], heap[other]] = [b, a];
  };
  const rise = (from: number): void => {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isBefore(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  };
  const sink = (): void => {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = isBefore(right, left) ? right : left;
      if (!isBefore(child, at)) return;
      swap(at, child);
      at = child;
    }
  };
  return {
    push: (entry) => {
      heap.push(entry);
      rise(heap.length - 1);
    },
    peek: () => heap[0],
    pop: () => {
      const first = heap[0];
      const last = heap.pop();
      if (last && heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return first;
    },
    size: () => heap.length,
  };
};
