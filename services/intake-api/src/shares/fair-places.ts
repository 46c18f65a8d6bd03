export type FairPlacesOptions = {
  /** What all merchants together may hold, in the unit of the costs. */
  capacity: number;
  /** What may wait for it, in the same unit. */
  waitingCapacity: number;
  /** What a merchant in whose turn it is may take before the next one's turn. */
  quantum: number;
  /** How long one waits at most. */
  waitMs: number;
};

/** `over_share`: this merchant holds, or waits for, what it may. `full`: it holds nothing, and there is no room. */
export type Refused = 'over_share' | 'full';

/** `giveBack` counts once, however often it is called. */
export type Taken = { giveBack: () => void } | { refused: Refused };

export type FairPlaces = {
  /** A promise only where it has to wait. */
  take: (merchantId: string, cost: number) => Taken | Promise<Taken>;
  heldCost: () => number;
  waitingCost: () => number;
  /** Merchants that hold something or wait. */
  merchantCount: () => number;
};

type Waiter = { cost: number; settle: (taken: Taken) => void };
/** What one merchant waits for, in its order. */
type Line = { waiters: Set<Waiter>; cost: number; deficit: number };

/** How many times what it leaves free one merchant may hold: alone it comes to eight ninths of the capacity. */
const steepness = 8;

/**
 * A bounded resource that merchants share by need. One merchant may hold eight times what it leaves free: alone it has nearly
 * all, and the more others take the less it may keep, so that something is free for a merchant that holds nothing (dynamic
 * thresholds: Choudhury and Hahne, 1998). What is beyond that waits behind the same merchant's own; what becomes free
 * goes around among the merchants that wait, the same cost for each (deficit round robin: Shreedhar and Varghese, 1995).
 * What a merchant has waiting is bounded in the same way. A merchant that neither holds nor waits is forgotten.
 */
export const createFairPlaces = (options: FairPlacesOptions): FairPlaces => {
  const held = new Map<string, number>();
  const lines = new Map<string, Line>();
  let heldCost = 0;
  let waitingCost = 0;
  /** The merchant whose turn it is waits for more than is free: nothing may overtake it. */
  let isBlocked = false;

  const heldBy = (merchantId: string): number => held.get(merchantId) ?? 0;
  const isOverShare = (merchantId: string, cost: number): boolean => {
    const own = heldBy(merchantId);
    return own > 0 && own + cost > steepness * (options.capacity - heldCost - cost);
  };
  const isRoomFor = (cost: number): boolean => cost <= options.capacity - heldCost;

  const move = (merchantId: string, by: number): void => {
    heldCost += by;
    const own = heldBy(merchantId) + by;
    if (own === 0) held.delete(merchantId);
    else held.set(merchantId, own);
  };

  const hold = (merchantId: string, cost: number): Taken => {
    move(merchantId, cost);
    let isGivenBack = false;
    return {
      giveBack: () => {
        if (isGivenBack) return;
        isGivenBack = true;
        move(merchantId, -cost);
        serveLines();
      },
    };
  };

  const leaveLine = (line: Line, waiter: Waiter): void => {
    if (!line.waiters.delete(waiter)) return;
    line.cost -= waiter.cost;
    waitingCost -= waiter.cost;
  };

  /** Serves the merchant whose turn it is. `spent`: the turn is over. */
  const serveLine = (merchantId: string, line: Line): 'empty' | 'spent' | 'over_share' | 'no_room' => {
    for (const waiter of line.waiters) {
      if (isOverShare(merchantId, waiter.cost)) return 'over_share';
      if (waiter.cost > line.deficit) return 'spent';
      if (!isRoomFor(waiter.cost)) return 'no_room';
      line.deficit -= waiter.cost;
      leaveLine(line, waiter);
      waiter.settle(hold(merchantId, waiter.cost));
    }
    return 'empty';
  };

  /** The line at the front of the map has its turn; then it goes to the end. */
  const serveLines = (): void => {
    isBlocked = false;
    let passedOver = 0;
    for (let [next] = lines; next && passedOver < lines.size; [next] = lines) {
      const [merchantId, line] = next;
      const end = serveLine(merchantId, line);
      isBlocked = end === 'no_room';
      if (isBlocked) return;
      lines.delete(merchantId);
      if (end !== 'empty') lines.set(merchantId, line);
      if (end === 'spent') line.deficit += options.quantum;
      passedOver = end === 'over_share' ? passedOver + 1 : 0;
    }
  };

  const refusedFor = (merchantId: string): Refused =>
    held.has(merchantId) || lines.has(merchantId) ? 'over_share' : 'full';

  const wait = (merchantId: string, cost: number): Taken | Promise<Taken> => {
    const line = lines.get(merchantId) ?? { waiters: new Set(), cost: 0, deficit: options.quantum };
    if (line.cost + cost > options.waitingCapacity - waitingCost) return { refused: refusedFor(merchantId) };
    lines.set(merchantId, line);
    line.cost += cost;
    waitingCost += cost;
    if (!isOverShare(merchantId, cost) && !isRoomFor(cost)) isBlocked = true;
    return new Promise((resolve) => {
      const overdue = (): void => {
        leaveLine(line, waiter);
        if (line.waiters.size === 0) lines.delete(merchantId);
        resolve({ refused: held.has(merchantId) ? 'over_share' : 'full' });
        serveLines();
      };
      const timer = setTimeout(overdue, options.waitMs);
      const settle = (taken: Taken): void => {
        clearTimeout(timer);
        resolve(taken);
      };
      const waiter = { cost, settle };
      line.waiters.add(waiter);
    });
  };

  return {
    take: (merchantId, cost) =>
      isBlocked || lines.has(merchantId) || isOverShare(merchantId, cost) || !isRoomFor(cost)
        ? wait(merchantId, cost)
        : hold(merchantId, cost),
    heldCost: () => heldCost,
    waitingCost: () => waitingCost,
    merchantCount: () => new Set([...held.keys(), ...lines.keys()]).size,
  };
};
