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
 * Shreedhar and Varghese, 1995). The first turn of one that begins to wait is before all others', as long as it does so
 * seldom: less than once in a round of turns (FQ-CoDel, RFC 8290). Nothing is remembered when nothing waits.
 */
export const createTurns = <W extends { cost: number }>(quantum: number): Turns<W> => {
  /** The line at the front has its turn; then it goes to the end. An empty one stays until its turn. */
  const lines = new Map<string, Line<W>>();
  const newLines = new Map<string, Line<W>>();
  let totalCost = 0;

  const lineOf = (merchantId: string): Line<W> | undefined => newLines.get(merchantId) ?? lines.get(merchantId);
  const beginLine = (merchantId: string): Line<W> => {
    const line = { waiters: new Set<W>(), cost: 0, deficit: quantum };
    newLines.set(merchantId, line);
    return line;
  };

  const leave = (line: Line<W>, waiter: W): void => {
    if (!line.waiters.delete(waiter)) return;
    line.cost -= waiter.cost;
    totalCost -= waiter.cost;
  };
  const forgetWhenIdle = (): void => {
    if (totalCost > 0) return;
    lines.clear();
    newLines.clear();
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
      const line = lineOf(merchantId) ?? beginLine(merchantId);
      line.waiters.add(waiter);
      line.cost += waiter.cost;
      totalCost += waiter.cost;
    },
    remove: (merchantId, waiter) => {
      const line = lineOf(merchantId);
      if (line) leave(line, waiter);
      forgetWhenIdle();
    },
    isWaiting: (merchantId) => (lineOf(merchantId)?.cost ?? 0) > 0,
    costOf: (merchantId) => lineOf(merchantId)?.cost ?? 0,
    totalCost: () => totalCost,
    merchantIds: () => [...newLines, ...lines].filter(([, { cost }]) => cost > 0).map(([merchantId]) => merchantId),
    serve: (give) => {
      let passedOver = 0;
      while (totalCost > 0 && passedOver < lines.size + newLines.size) {
        const from = newLines.size > 0 ? newLines : lines;
        const [next] = from;
        if (!next) return;
        const [merchantId, line] = next;
        const end = serveLine(merchantId, line, give);
        if (end === 'stop') return;
        from.delete(merchantId);
        if (end === 'empty') line.deficit = quantum;
        if (end === 'spent') line.deficit += quantum;
        if (end !== 'empty' || from === newLines) lines.set(merchantId, line);
        passedOver = end === 'passed_over' ? passedOver + 1 : 0;
      }
      forgetWhenIdle();
    },
  };
};
