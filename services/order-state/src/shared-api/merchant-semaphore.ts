import { type ApiRequest, type ApiRoute, ProblemError } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { retryLocked } from './read-from-standby.js';
import { createRateBound, type RateBound, readOwnerId } from './read-params.js';

export type TurnBounds = {
  /** The sentence of the refusal: which work is under way, and which bound it meets. */
  busy: string;
  /** Concurrent work of one merchant, in this process. Default: as many as there are connections. */
  runningMax?: number;
  /** Concurrent work of all merchants together. Default: any number. */
  connectionMax?: number;
  /** For a turn. 0: nothing waits. */
  waitMaxMs: number;
  /** Waiting work of all merchants together. */
  waitingMax?: number;
};

const waitingDefault = 512;

/**
 * Work of merchants that takes turns, so that none takes all connections by asking often. Work of one merchant waits
 * for its own turn, first come, first served. Where merchants share connections, one of them alone has all but the
 * last, which is for a merchant that has none; one that gets free goes to the merchant that has the fewest. One
 * merchant may have no more work waiting than could wait besides, so it is refused before it fills the queue of others.
 * @throws ProblemError `rate_limited`, from the function that it returns, for work that has waited too long or finds
 * too much waiting
 */
export const createMerchantSemaphore = (given: TurnBounds) => {
  const bounds = { runningMax: Infinity, connectionMax: Infinity, waitingMax: waitingDefault, ...given };
  const merchants = new Map<string, Turns>();
  const all: All = { bounds, merchants, running: 0, waiting: 0 };
  return async <T>(merchantId: string, work: () => T | Promise<T>): Promise<T> => {
    const turns = merchants.get(merchantId) ?? { running: 0, waiting: new Set() };
    merchants.set(merchantId, turns);
    const turn = acquire(all, turns);
    if (turn) await turn.finally(() => forget(all, merchantId));
    try {
      return await work();
    } finally {
      turns.running -= 1;
      all.running -= 1;
      passOn(all);
      forget(all, merchantId);
    }
  };
};

type Turns = { running: number; waiting: Set<() => void> };
type All = { bounds: Required<TurnBounds>; merchants: Map<string, Turns>; running: number; waiting: number };

const acquire = (all: All, turns: Turns): Promise<void> | undefined => {
  const { busy, waitMaxMs, waitingMax } = all.bounds;
  if (turns.waiting.size === 0 && mayRun(all, turns)) {
    begin(all, turns);
    return undefined;
  }
  if (waitMaxMs === 0 || turns.waiting.size >= waitingMax - all.waiting) return Promise.reject(tooMany(busy));
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      turns.waiting.delete(start);
      all.waiting -= 1;
    };
    const start = () => {
      leave();
      resolve();
    };
    const timer = setTimeout(() => {
      leave();
      reject(tooMany(busy));
    }, waitMaxMs);
    turns.waiting.add(start);
    all.waiting += 1;
  });
};

const mayRun = ({ bounds: { runningMax, connectionMax }, running }: All, turns: Turns): boolean => {
  const free = connectionMax - running;
  return turns.running < runningMax && (free > 1 || (free === 1 && turns.running === 0));
};

const begin = (all: All, turns: Turns): void => {
  turns.running += 1;
  all.running += 1;
};

/** Among the merchants with the fewest running, the one whose last turn was the longest ago comes first. */
const passOn = (all: All): void => {
  for (;;) {
    let next: [string, Turns] | undefined;
    for (const entry of all.merchants) {
      const [, turns] = entry;
      const isNext = turns.waiting.size > 0 && mayRun(all, turns) && (!next || turns.running < next[1].running);
      if (isNext) next = entry;
    }
    const [start] = next?.[1].waiting ?? [];
    if (!next || !start) return;
    const [merchantId, turns] = next;
    all.merchants.delete(merchantId);
    all.merchants.set(merchantId, turns);
    begin(all, turns);
    start();
  }
};

const forget = ({ merchants }: All, merchantId: string): void => {
  const turns = merchants.get(merchantId);
  if (turns?.running === 0 && turns.waiting.size === 0) merchants.delete(merchantId);
};

const tooMany = (busy: string): ProblemError =>
  new ProblemError('rate_limited', `${busy} Try again in a second.`, {
    headers: { 'retry-after': '1' },
  });

/** A call that waits for its turn, or for a row that another session holds, has no connection. */
export const createSharing = ({ options }: Pool) => {
  const sharing = createMerchantSemaphore({
    busy: 'Too many of your calls are in progress.',
    connectionMax: options.max,
    waitMaxMs: 1_000,
  });
  return (route: ApiRoute, whose: (request: ApiRequest) => string = readOwnerId): ApiRoute => ({
    ...route,
    handle: (request) => retryLocked(() => sharing(whose(request), () => route.handle(request))),
  });
};

/** @param waits whether a call waits for its turn */
export const takingTurns = (turns: TurnBounds, whose: (request: ApiRequest) => string = readOwnerId) => {
  const inTurn = createMerchantSemaphore(turns);
  return (route: ApiRoute, waits: (request: ApiRequest) => boolean = () => true): ApiRoute => ({
    ...route,
    handle: (request) => (waits(request) ? inTurn(whose(request), () => route.handle(request)) : route.handle(request)),
  });
};

/** Routes that a caller may call so often, all together. */
export const rateBound = (
  bound: RateBound | undefined,
  routes: readonly ApiRoute[],
  whose: (request: ApiRequest) => string = readOwnerId,
): ApiRoute[] => {
  if (!bound) return [...routes];
  const check = createRateBound(bound);
  return routes.map((route) => ({
    ...route,
    handle: async (request) => {
      check(whose(request));
      return route.handle(request);
    },
  }));
};
