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
 * Shreedhar and Varghese, 1995). The first turn of a flow that begins to wait is before all others, as long as it does
 * so seldom: less than once in a round of turns (FQ-CoDel, RFC 8290). Nothing is remembered when nothing waits.
 */
export const createTurns = <W extends { cost: number }>(quantum: number): Turns<W> => {
  const lines = createLines<W>(quantum);
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
      const line = lines.of(merchantId) ?? lines.begin(merchantId);
      line.waiters.add(waiter);
      line.cost += waiter.cost;
      totalCost += waiter.cost;
    },
    remove: (merchantId, waiter) => {
      const line = lines.of(merchantId);
      if (line) leave(line, waiter);
      if (totalCost === 0) lines.clear();
    },
    isWaiting: (merchantId) => (lines.of(merchantId)?.cost ?? 0) > 0,
    costOf: (merchantId) => lines.of(merchantId)?.cost ?? 0,
    totalCost: () => totalCost,
    merchantIds: lines.merchantIds,
    serve: (give) => {
      let passedOver = 0;
      for (let next = lines.next(); next && totalCost > 0 && passedOver < lines.count(); next = lines.next()) {
        const [merchantId, line] = next;
        const end = serveLine(merchantId, line, give);
        if (end === 'stop') return;
        if (end === 'spent') line.deficit += quantum;
        lines.endTurn(merchantId, line);
        passedOver = end === 'passed_over' ? passedOver + 1 : 0;
      }
      if (totalCost === 0) lines.clear();
    },
  };
};

/**
 * Lines that had a turn are behind those that had none. An empty one stays for one more: its merchant does not begin
 * anew.
 */
const createLines = <W>(quantum: number) => {
  const [fresh, rotating] = [new Map<string, Line<W>>(), new Map<string, Line<W>>()];
  return {
    of: (merchantId: string): Line<W> | undefined => fresh.get(merchantId) ?? rotating.get(merchantId),
    begin: (merchantId: string): Line<W> => {
      const line = { waiters: new Set<W>(), cost: 0, deficit: quantum };
      fresh.set(merchantId, line);
      return line;
    },
    count: (): number => fresh.size + rotating.size,
    merchantIds: (): string[] =>
      [...fresh, ...rotating].filter(([, { cost }]) => cost > 0).map(([merchantId]) => merchantId),
    next: (): [string, Line<W>] | undefined => {
      const [next] = fresh.size > 0 ? fresh : rotating;
      return next;
    },
    /** To the end. */
    endTurn: (merchantId: string, line: Line<W>): void => {
      const isFirst = fresh.delete(merchantId);
      rotating.delete(merchantId);
      if (line.waiters.size === 0) line.deficit = quantum;
      if (line.waiters.size > 0 || isFirst) rotating.set(merchantId, line);
    },
    clear: (): void => {
      fresh.clear();
      rotating.clear();
    },
  };
};
