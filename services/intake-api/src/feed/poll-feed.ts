import { eventFeedPollSchema } from '@delivery/contracts';
import { type Answer, ClientGoneError, parseQuery, ProblemError } from '@delivery/http-edge';
import type { OrderStateClient } from '../order-state/order-state-client.js';
import type { PollPlaces } from '../pull/poll-places.js';
import type { Visit, WaitingRoom } from '../pull/waiting-room.js';
import type { Call, RunCall } from '../routes/handle-call.js';
import { passedHeaders } from '../routes/pass-routes.js';
import { type FeedRead, readFeed } from './read-feed.js';

export type FeedDeps = {
  orderState: OrderStateClient;
  /** Whoever waits for events of a merchant, by its id. */
  room: WaitingRoom;
  places: PollPlaces;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
};

/** GET /v1/events */
export const pollFeed =
  (deps: FeedDeps): RunCall =>
  async (call) => {
    const { wait, after, ...filter } = parseQuery(eventFeedPollSchema, call.query);
    const read = (cursor: string | undefined): Promise<FeedRead> =>
      readFeed(deps.orderState, {
        merchantId: call.merchant.merchant_id,
        method: 'GET',
        rest: `/events?${writeQuery({ ...filter, after: cursor })}`,
        headers: passedHeaders(call),
      });
    if (wait === 0) return (await read(after)).answer;
    return waitAsVisitor(deps, call, (visit) =>
      waitForEvents(deps, visit, { read, after, untilMs: deps.now() + wait * 1_000 }),
    );
  };

const waitAsVisitor = async (deps: FeedDeps, call: Call, wait: (visit: Visit) => Promise<Answer>): Promise<Answer> => {
  const merchantId = call.merchant.merchant_id;
  const giveBack = deps.places.take(merchantId);
  const visit = deps.room.enter(merchantId);
  const stopListening = call.onGone(visit.leaveEarly);
  try {
    return await wait(visit);
  } finally {
    stopListening();
    visit.leave();
    giveBack();
  }
};

/**
 * What is committed shows when older transactions have ended, mostly within milliseconds; nobody tells when. So it is asked
 * for again, after pauses that grow up to this.
 */
const heldBackPauseMs = 10;
const heldBackPauseMaxMs = 1_000;
/** order-state is away, or starts: how soon it is asked again, spread out. */
const awayPauseMs = 1_000;

type Waiting = { read: (after: string | undefined) => Promise<FeedRead>; after: string | undefined; untilMs: number };

/** Looks, and then waits to be woken to look again. An empty answer has the cursor of the last look. */
const waitForEvents = async (deps: FeedDeps, visit: Visit, { read, after, untilMs }: Waiting): Promise<Answer> => {
  let pauseMs = heldBackPauseMs;
  for (let cursor = after; ;) {
    visit.beginLook();
    const page = await readOrRest(deps, visit, () => read(cursor), untilMs);
    if (visit.isGone()) throw clientGone();
    const restMs = untilMs - deps.now();
    if (!page.isEmpty || restMs <= 0) return page.answer;
    cursor = page.next;
    if (page.state === 'more') continue;
    const isHeldBack = page.state === 'held_back';
    const end = isHeldBack ? await visit.pause(Math.min(pauseMs, restMs)) : await visit.wait(restMs);
    if (end === 'gone') throw clientGone();
    if (end === 'closed' || (end === 'over' && !isHeldBack)) return page.answer;
    pauseMs = isHeldBack ? Math.min(pauseMs * 2, heldBackPauseMaxMs) : heldBackPauseMs;
  }
};

const clientGone = (): ClientGoneError => new ClientGoneError('the client went away before its answer');

/** While order-state is away, a poll that may wait waits for it. */
const readOrRest = async (
  deps: FeedDeps,
  visit: Visit,
  read: () => Promise<FeedRead>,
  untilMs: number,
): Promise<FeedRead> => {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const pauseMs = awayPauseMs * (0.5 + Math.random());
      if (!isAway(error) || deps.now() + pauseMs > untilMs) throw error;
      const end = await visit.pause(pauseMs);
      if (end === 'gone') throw clientGone();
      if (end === 'closed') throw error;
    }
  }
};

const isAway = (error: unknown): boolean => error instanceof ProblemError && error.code === 'temporarily_unavailable';

const writeQuery = (query: Readonly<Record<string, string | number | undefined>>): string => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.toString();
};
