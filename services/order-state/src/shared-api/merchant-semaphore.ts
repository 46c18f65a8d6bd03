import { ProblemError } from '@delivery/http-edge';

type Bounds = {
  /** A sentence: what the refusal says is under way. */
  busy: string;
  /** Of one merchant at once, in this process. */
  runningMax: number;
  /** For a turn. 0: nothing waits. */
  waitMaxMs: number;
};

/**
 * Work of one merchant that waits for its own turn and never for another merchant's: what costs much must not take all connections by
 * being asked for often. First come, first served.
 * @throws ProblemError `rate_limited`, by what it returns, of what has waited for too long
 */
export const createMerchantSemaphore = (bounds: Bounds) => {
  const merchants = new Map<string, Turns>();
  return async <T>(merchantId: string, work: () => T | Promise<T>): Promise<T> => {
    const turns = merchants.get(merchantId) ?? { running: 0, waiting: new Set() };
    merchants.set(merchantId, turns);
    const turn = acquire(turns, bounds);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      passOn(turns);
      if (turns.running === 0) merchants.delete(merchantId);
    }
  };
};

type Turns = { running: number; waiting: Set<() => void> };

const acquire = (turns: Turns, { busy, runningMax, waitMaxMs }: Bounds): Promise<void> | undefined => {
  if (turns.running < runningMax) {
    turns.running += 1;
    return undefined;
  }
  if (waitMaxMs === 0) throw tooMany(busy);
  return new Promise((resolve, reject) => {
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    turns.waiting.add(start);
    const timer = setTimeout(() => {
      turns.waiting.delete(start);
      reject(tooMany(busy));
    }, waitMaxMs);
  });
};

/** A turn goes to who has waited longest, or is free again. */
const passOn = (turns: Turns): void => {
  const [start] = turns.waiting;
  if (!start) {
    turns.running -= 1;
    return;
  }
  turns.waiting.delete(start);
  start();
};

const tooMany = (busy: string): ProblemError =>
  new ProblemError('rate_limited', `${busy} Try again in a second.`, {
    headers: { 'retry-after': '1' },
  });
