import { createBuckets } from '@delivery/http-edge';
import type { PassedCall } from '../order-state/pass-through.js';
import type { LongPolls } from '../pull/long-polls.js';
import type { PollSlots } from '../pull/poll-slots.js';

/** @throws ProblemError */
export type Read<Found> = (call: PassedCall) => Promise<Found>;

/** How many looks of one owner begin in a second. */
export type Pace = { looksPerSecond: number; ownerOf: (call: PassedCall) => string };

/** The parts of polls that look repeatedly. */
export type PollDeps<Found> = {
  /** For a poll that does not wait: one read of the call's own. */
  readOwn: Read<Found>;
  /** For polls that wait. */
  readShared: Read<Found>;
  /** Those that wait, by the id of their merchant or courier's system. */
  polls: LongPolls;
  slots: PollSlots;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
};

/** The request of one merchant's or courier's system's look. */
export const lookOf = ({ callerId, rest }: PassedCall): string => `${callerId} ${rest}`;

/**
 * One look for all polls of a merchant that ask the same from the same cursor: those that come before it has begun join
 * it. One that has begun is not joined, because it may miss what happened since then. All looks of one owner begin one
 * after the other.
 */
export const createSharedLooks = <Found>(deps: { read: Read<Found>; pace: Pace; now: () => number }): Read<Found> => {
  const untilDue = createLookPace(deps.now, deps.pace.looksPerSecond);
  const coming = new Map<string, Promise<Found>>();
  const running = new Map<string, Promise<Found>>();

  const look = async (key: string, call: PassedCall): Promise<Found> => {
    // Its failure goes to the callers that wait for it.
    await running.get(key)?.catch(() => undefined);
    await untilDue(deps.pace.ownerOf(call));
    coming.delete(key);
    const reading = deps.read(call);
    running.set(key, reading);
    try {
      return await reading;
    } finally {
      running.delete(key);
    }
  };

  return (call) => {
    const key = lookOf(call);
    const joined = coming.get(key);
    if (joined) return joined;
    const looking = look(key, call);
    coming.set(key, looking);
    return looking;
  };
};

/** Resolves when the owner may look again, for each call in its turn. */
const createLookPace = (now: () => number, looksPerSecond: number): ((owner: string) => Promise<void>) => {
  const buckets = createBuckets(now, { windowMs: 1_000 });
  const lastTurns = new Map<string, Promise<void>>();
  const untilAllowed = async (owner: string, before: Promise<void> | undefined): Promise<void> => {
    await before;
    for (;;) {
      const { allowed, retryAfterMs } = buckets.take(owner, looksPerSecond);
      if (allowed) return;
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    }
  };
  return async (owner) => {
    const turn = untilAllowed(owner, lastTurns.get(owner));
    lastTurns.set(owner, turn);
    await turn;
    if (lastTurns.get(owner) === turn) lastTurns.delete(owner);
  };
};
