import { createBuckets } from '@delivery/http-edge';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import type { PassedCall } from '../order-state/pass-through.js';
import { type FeedRead, readFeed } from './read-feed.js';

/** @throws ProblemError */
export type ReadFeed = (call: PassedCall) => Promise<FeedRead>;

/** Looks of one merchant that begin in a second. */
const looksPerSecond = 10;

/**
 * One look for all polls of a merchant that ask the same from the same cursor: those that come before it has begun join it.
 * One that has begun is not joined, because it may miss events since then. All looks of one merchant begin one after the
 * other, at most ten in a second.
 */
export const createSharedLooks = (deps: { orderState: MerchantCalls; now: () => number }): ReadFeed => {
  const untilDue = createLookPace(deps.now);
  const coming = new Map<string, Promise<FeedRead>>();
  const running = new Map<string, Promise<FeedRead>>();

  const look = async (key: string, call: PassedCall): Promise<FeedRead> => {
    // Its failure is told to those that wait for it.
    await running.get(key)?.catch(() => undefined);
    await untilDue(call.callerId);
    coming.delete(key);
    const reading = readFeed(deps.orderState, call);
    running.set(key, reading);
    try {
      return await reading;
    } finally {
      running.delete(key);
    }
  };

  return (call) => {
    const key = `${call.callerId} ${call.rest}`;
    const joined = coming.get(key);
    if (joined) return joined;
    const looking = look(key, call);
    coming.set(key, looking);
    return looking;
  };
};

/** Resolves when the merchant may look again, for each call in its turn. */
const createLookPace = (now: () => number): ((merchantId: string) => Promise<void>) => {
  const buckets = createBuckets(now, { windowMs: 1_000 });
  const lastTurns = new Map<string, Promise<void>>();
  const untilAllowed = async (merchantId: string, before: Promise<void> | undefined): Promise<void> => {
    await before;
    for (;;) {
      const { allowed, retryAfterMs } = buckets.take(merchantId, looksPerSecond);
      if (allowed) return;
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    }
  };
  return async (merchantId) => {
    const turn = untilAllowed(merchantId, lastTurns.get(merchantId));
    lastTurns.set(merchantId, turn);
    await turn;
    if (lastTurns.get(merchantId) === turn) lastTurns.delete(merchantId);
  };
};
