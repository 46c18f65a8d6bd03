import { courierEvents, courierFeedPollSchema, eventFeedPollSchema } from '@delivery/contracts';
import { type Answer, type AnswerLater, parseQuery, ProblemError } from '@delivery/http-edge';
import type { PassedCall } from '../order-state/pass-through.js';
import { keepLooking, type Look, type Looked } from '../pull/keep-looking.js';
import type { Call, RunCourierPoll, RunPlatformPoll, RunPoll } from '../routes/call.js';
import { passedHeaders } from '../routes/pass-call.js';
import type { FeedRead } from './read-feed.js';
import type { Pace, PollDeps } from './share-looks.js';

export type FeedDeps = PollDeps<FeedRead>;

/** All looks of one merchant. */
export const feedPace: Pace = { looksPerSecond: 10, ownerOf: ({ callerId }) => callerId };

/** GET /v1/events, of a merchant */
export const pollFeed =
  (deps: FeedDeps): RunPoll =>
  async (call) => {
    const { wait, after, limit, events } = parseQuery(eventFeedPollSchema, call.query);
    return poll(deps, call, {
      below: 'merchants',
      filter: { limit, events: events.join(',') },
      names: events,
      after,
      wait,
    });
  };

/** GET /courier/v1/events */
export const pollCourierFeed =
  (deps: FeedDeps): RunCourierPoll =>
  async (call) => {
    const { wait, after, ...filter } = parseQuery(courierFeedPollSchema, call.query);
    return poll(deps, call, { below: 'couriers', filter, names: courierEvents, after, wait });
  };

/** GET /v1/events, of a platform */
export const pollPlatformFeed =
  (deps: FeedDeps): RunPlatformPoll =>
  async (call) => {
    const { wait, after, limit, events } = parseQuery(eventFeedPollSchema, call.query);
    return poll(deps, call, {
      below: 'platforms',
      path: `/${call.mode}/events`,
      key: call.ownerId,
      filter: { limit, events: events.join(',') },
      names: events,
      after,
      wait,
    });
  };

type Poll = Pick<PassedCall, 'below'> & {
  /** Default `/events`. */
  path?: string;
  /** Whose events it waits for. Default: the caller's. */
  key?: string;
  filter: Readonly<Record<string, string | number | undefined>>;
  /** The events that it waits for. */
  names: readonly string[];
  after: string | undefined;
  /** In seconds. */
  wait: number;
};

const poll = async (
  deps: FeedDeps,
  call: Pick<Call, 'callerId' | 'requestId' | 'traceparent' | 'onClosing'>,
  { below, path = '/events', key = call.callerId, filter, names, after, wait }: Poll,
): Promise<Answer | AnswerLater> => {
  const { callerId } = call;
  const headers = passedHeaders(call);
  const read = (cursor: string | undefined): Promise<FeedRead> => {
    const rest = `${path}?${writeQuery({ ...filter, after: cursor })}`;
    const readPage = wait === 0 ? deps.readOwn : deps.readShared;
    return readPage({ callerId, below, method: 'GET', rest, headers });
  };
  if (wait === 0) return (await read(after)).answer;
  const look = createLook(deps, { read, after, untilMs: deps.now() + wait * 1_000 });
  return keepLooking(deps, call, { key, names }, look);
};

/**
 * A committed event appears once all older transactions have ended, mostly within milliseconds, and nothing announces
 * it. So the feed is read again, after pauses that grow up to `heldBackPauseMaxMs`.
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
