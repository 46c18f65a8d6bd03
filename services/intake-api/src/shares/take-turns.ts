/** Whether a waiter is given its slots now, or its merchant may not have them yet, or no merchant may. */
export type Given = 'given' | 'passed_over' | 'stop';

export type Turns<W extends { cost: number }> = {
  /** Behind the merchant's own waiters. */
  add: (merchantId: string, waiter: W) => void;
  remove: (merchantId: string, waiter: W) => void;
  isWaiting: (merchantId: string) => boolean;
  costOf: (merchantId: string) => number;
  totalCost: () => number;
  merchantIds: () => Iterable<string>;
  /** Offers waiters their slots, in turns, until no more is given. */
  serve: (give: (merchantId: string, waiter: W) => Given) => void;
};

/** The waiters of one merchant, in their order. */
type Line<W> = { waiters: Set<W>; cost: number; deficit: number };

/**
 * Merchants that wait take turns of the same cost, `quantum`, however much each of them waits for (deficit round robin:
 * Shreedhar and Varghese, 1995). A merchant for which nothing waits is forgotten.
 */
export const createTurns = <W extends { cost: number }>(quantum: number): Turns<W> => {
  /** The line at the front has its turn; then it goes to the end. */
  const lines = new Map<string, Line<W>>();
  let totalCost = 0;

  const leave = (line: Line<W>, waiter: W): void => {
    if (!line.waiters.delete(waiter)) return;
    line.cost -= waiter.cost;
    totalCost -= waiter.cost;
  };

  const serveLine = (
    merchantId: string,
    line: Line<W>,
    give: (merchantId: string, waiter: W) => Given,
  ): 'empty' | 'spent' | 'passed_over' | 'stop' => {
    for (const waiter of line.waiters) {
      if (waiter.cost > line.deficit) return 'spent';
      const given = give(merchantId, waiter);
      if (given !== 'given') return given;
      line.deficit -= waiter.cost;
      leave(line, waiter);
    }
    return 'empty';
  };

  return {
    add: (merchantId, waiter) => {
      const line = lines.get(merchantId) ?? { waiters: new Set(), cost: 0, deficit: quantum };
      lines.set(merchantId, line);
      line.waiters.add(waiter);
      line.cost += waiter.cost;
      totalCost += waiter.cost;
    },
    remove: (merchantId, waiter) => {
      const line = lines.get(merchantId);
      if (!line) return;
      leave(line, waiter);
      if (line.waiters.size === 0) lines.delete(merchantId);
    },
    isWaiting: (merchantId) => lines.has(merchantId),
    costOf: (merchantId) => lines.get(merchantId)?.cost ?? 0,
    totalCost: () => totalCost,
    merchantIds: () => lines.keys(),
    serve: (give) => {
      let passedOver = 0;
      for (let [next] = lines; next && passedOver < lines.size; [next] = lines) {
        const [merchantId, line] = next;
        const end = serveLine(merchantId, line, give);
        if (end === 'stop') return;
        lines.delete(merchantId);
        if (end !== 'empty') lines.set(merchantId, line);
        if (end === 'spent') line.deficit += quantum;
        passedOver = end === 'passed_over' ? passedOver + 1 : 0;
      }
    },
  };
};
