import { eventFeedPollSchema } from '@delivery/contracts';
import { type Answer, parseQuery, ProblemError } from '@delivery/http-edge';
import { keepLooking, type Look, type Looked } from '../pull/keep-looking.js';
import type { LongPolls } from '../pull/long-polls.js';
import type { PollSlots } from '../pull/poll-slots.js';
import type { RunPoll } from '../routes/handle-call.js';
import { passedHeaders } from '../routes/pass-routes.js';
import type { FeedRead } from './read-feed.js';
import type { ReadFeed } from './share-looks.js';

export type FeedDeps = {
  /** For a poll that does not wait: one read of the call's own. */
  readOwn: ReadFeed;
  /** For polls that wait. */
  readShared: ReadFeed;
  /** Polls that wait for events of a merchant, by its id. */
  polls: LongPolls;
  slots: PollSlots;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
};

/** GET /v1/events */
export const pollFeed =
  (deps: FeedDeps): RunPoll =>
  async (call) => {
    const { wait, after, limit, events } = parseQuery(eventFeedPollSchema, call.query);
    const merchantId = call.merchant.merchant_id;
    const headers = passedHeaders(call);
    const read = (cursor: string | undefined): Promise<FeedRead> => {
      const rest = `/events?${writeQuery({ limit, events: events.join(','), after: cursor })}`;
      const readPage = wait === 0 ? deps.readOwn : deps.readShared;
      return readPage({ merchantId, method: 'GET', rest, headers });
    };
    if (wait === 0) return (await read(after)).answer;
    return keepLooking(
      deps,
      call,
      { key: merchantId, names: events },
      createLook(deps, { read, after, untilMs: deps.now() + wait * 1_000 }),
    );
  };

/**
 * A committed event appears once all older transactions have ended, mostly within milliseconds, and nothing announces it.
 * So the feed is read again, after pauses that grow up to `heldBackPauseMaxMs`.
 */
const heldBackPauseMs = 10;
const heldBackPauseMaxMs = 1_000;
/** order-state is away, or starts: how soon it is asked again, spread out. */
const awayPauseMs = 1_000;

type Waiting = { read: (after: string | undefined) => Promise<FeedRead>; after: string | undefined; untilMs: number };

/** Looks, and then waits to be woken to look again. An empty answer has the cursor of the last look. */
const createLook = (deps: FeedDeps, { read, after, untilMs }: Waiting): Look => {
  let cursor = after;
  let pauseMs = heldBackPauseMs;
  const lookOn: Look = async (longPoll) => {
    for (;;) {
      const page = await read(cursor);
      const restMs = untilMs - deps.now();
      if (!page.isEmpty || restMs <= 0 || longPoll.isDisconnected) return { answer: page.answer };
      cursor = page.next;
      if (page.state === 'more') continue;
      const otherwise = (): Answer => page.answer;
      const isHeldBack = page.state === 'held_back';
      const ms = isHeldBack ? Math.min(pauseMs, restMs) : restMs;
      pauseMs = isHeldBack ? Math.min(pauseMs * 2, heldBackPauseMaxMs) : heldBackPauseMs;
      return { again: isHeldBack ? 'after' : 'when_woken', ms, otherwise };
    }
  };
  return (longPoll) => lookOn(longPoll).catch((error: unknown) => restOrThrow(error, untilMs - deps.now()));
};

/** While order-state is away, a poll that may wait waits for it. */
const restOrThrow = (error: unknown, restMs: number): Looked => {
  const ms = awayPauseMs * (0.5 + Math.random());
  if (!isAway(error) || ms > restMs) throw error;
  const otherwise = (): never => {
    throw error;
  };
  return { again: 'after', ms, otherwise };
};

const isAway = (error: unknown): boolean => error instanceof ProblemError && error.code === 'temporarily_unavailable';

const writeQuery = (query: Readonly<Record<string, string | number | undefined>>): string => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.toString();
};
