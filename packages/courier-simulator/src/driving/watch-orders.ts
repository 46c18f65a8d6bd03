import { setTimeout as delay } from 'node:timers/promises';
import type { MissingReason } from '@delivery/http-edge';
import { type CallCourierApi, listDeliveries, type Unavailable } from '../courier-api.js';
import type { ActiveOrders } from './active-orders.js';
import type { Driver } from './drive-orders.js';
import type { Breaker } from './rules/call-limits.js';

/** How soon an order that has become ready is found. */
const restMinMs = 1_000;
/** A long list is read less often: reading it takes a fifth of the time at most. */
const restShare = 4;
const restMaxMs = 30_000;

export type WatchDeps = {
  call: CallCourierApi;
  orders: ActiveOrders;
  driver: Driver;
  breaker: Breaker;
  now: () => number;
  /** `failure` is absent where the list was read to its end. */
  onRound: (round: { durationMs: number; failure: Unavailable | undefined }) => void;
};

export type Watch = {
  /** The reason why this process is not ready. */
  missing: () => MissingReason | undefined;
  close: () => Promise<void>;
};

/** Polls the lists of deliveries: a process that begins anew needs nothing else. */
export const startWatching = (deps: WatchDeps): Watch => {
  const stopping = new AbortController();
  let missing: MissingReason | undefined = 'connecting';
  const run = async (): Promise<void> => {
    for (let round = 1; !stopping.signal.aborted; round += 1) {
      const begunAtMs = deps.now();
      const failure = await listDeliveries(deps.call, (page) => {
        for (const order of page) deps.orders.see(order, round);
      });
      const durationMs = deps.now() - begunAtMs;
      deps.onRound({ durationMs, failure });
      missing = failure && 'does not answer';
      if (failure) deps.breaker.failed({ begunAtMs, retryAfterMs: failure.retryAfterMs });
      else {
        deps.breaker.succeeded();
        deps.orders.endRound(round);
      }
      deps.driver.wake();
      const restMs = Math.min(Math.max(restMinMs, restShare * durationMs), restMaxMs);
      await rest(failure ? deps.breaker.resumeAtMs() - deps.now() : restMs, stopping.signal);
    }
  };
  const done = run();
  return {
    missing: () => missing,
    close: async () => {
      stopping.abort();
      await done;
    },
  };
};

const rest = async (restMs: number, signal: AbortSignal): Promise<void> => {
  try {
    await delay(Math.max(0, restMs), undefined, { signal });
  } catch (error) {
    // The stop ends the rest.
    if (!signal.aborted) throw error;
  }
};
