import { createTurns, type Given } from './take-turns.js';

export type FairSlotsOptions = {
  /** The cost that all merchants together may hold. */
  capacity: number;
  /** The cost that may wait, in the same unit. */
  waitingCapacity: number;
  /** The cost that a merchant may take in its turn, before the next merchant's turn. */
  quantum: number;
  /** How long a call waits at most. */
  waitMs: number;
};

/**
 * `over_share`: this merchant holds, or waits for, as much as it may. `full`: it holds nothing, and there is no room.
 */
export type Refused = 'over_share' | 'full';

/** `giveBack` counts once, however often it is called. */
export type Taken = { giveBack: () => void } | { refused: Refused };

export type FairSlots = {
  /** A promise only if the call has to wait. */
  take: (merchantId: string, cost: number) => Taken | Promise<Taken>;
  heldCost: () => number;
  waitingCost: () => number;
  /** Merchants that hold something or wait. */
  merchantCount: () => number;
};

type Waiter = { cost: number; settle: (taken: Taken) => void };

/**
 * One merchant may hold this many times the capacity that it leaves free: alone it comes to eight ninths of the
 * capacity.
 */
const steepness = 8;

/**
 * A bounded resource that merchants share by need. One merchant may hold eight times the capacity that it leaves free:
 * alone it has nearly all, and the more others take the less it may keep, so that something is free for a merchant that
 * holds nothing (dynamic thresholds: Choudhury and Hahne, 1998). Further calls wait behind the same merchant's own, and
 * are served in turns. A merchant's waiting calls are bounded in the same way. A merchant that neither holds nor waits
 * is forgotten.
 */
export const createFairSlots = (options: FairSlotsOptions): FairSlots => {
  const held = createHeld(options.capacity);
  const turns = createTurns<Waiter>(options.quantum);
  /** A merchant that holds nothing waits for more than is free: nothing may overtake it. */
  let isBlocked = false;

  const hold = (merchantId: string, cost: number): Taken => {
    held.move(merchantId, cost);
    let isGivenBack = false;
    return {
      giveBack: () => {
        if (isGivenBack) return;
        isGivenBack = true;
        held.move(merchantId, -cost);
        serve();
      },
    };
  };

  const give = (merchantId: string, { cost, settle }: Waiter): Given => {
    if (held.isOverShare(merchantId, cost)) return 'passed_over';
    isBlocked = !held.isRoomFor(cost);
    if (isBlocked) return 'stop';
    settle(hold(merchantId, cost));
    return 'given';
  };
  const serve = (): void => {
    isBlocked = false;
    turns.serve(give);
  };

  const wait = (merchantId: string, cost: number): Taken | Promise<Taken> => {
    const isKnown = held.has(merchantId) || turns.isWaiting(merchantId);
    if (turns.costOf(merchantId) + cost > options.waitingCapacity - turns.totalCost()) {
      return { refused: isKnown ? 'over_share' : 'full' };
    }
    isBlocked ||= !held.isOverShare(merchantId, cost) && !held.isRoomFor(cost);
    return new Promise((resolve) => {
      const overdue = (): void => {
        turns.remove(merchantId, waiter);
        resolve({ refused: held.has(merchantId) ? 'over_share' : 'full' });
        serve();
      };
      const timer = setTimeout(overdue, options.waitMs);
      const settle = (taken: Taken): void => {
        clearTimeout(timer);
        resolve(taken);
      };
      const waiter = { cost, settle };
      turns.add(merchantId, waiter);
    });
  };

  const mustWait = (merchantId: string, cost: number): boolean =>
    isBlocked || turns.isWaiting(merchantId) || held.isOverShare(merchantId, cost) || !held.isRoomFor(cost);

  return {
    take: (merchantId, cost) => (mustWait(merchantId, cost) ? wait(merchantId, cost) : hold(merchantId, cost)),
    heldCost: held.total,
    waitingCost: turns.totalCost,
    merchantCount: () => new Set([...held.merchantIds(), ...turns.merchantIds()]).size,
  };
};

const createHeld = (capacity: number) => {
  const byMerchant = new Map<string, number>();
  let total = 0;
  const of = (merchantId: string): number => byMerchant.get(merchantId) ?? 0;
  return {
    has: (merchantId: string): boolean => byMerchant.has(merchantId),
    total: (): number => total,
    merchantIds: (): Iterable<string> => byMerchant.keys(),
    isRoomFor: (cost: number): boolean => cost <= capacity - total,
    /** Always false for a merchant that holds nothing. */
    isOverShare: (merchantId: string, cost: number): boolean =>
      byMerchant.has(merchantId) && of(merchantId) + cost > steepness * (capacity - total - cost),
    move: (merchantId: string, by: number): void => {
      total += by;
      const own = of(merchantId) + by;
      if (own === 0) byMerchant.delete(merchantId);
      else byMerchant.set(merchantId, own);
    },
  };
};
