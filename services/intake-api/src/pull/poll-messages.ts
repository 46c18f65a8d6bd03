import { messageQuerySchema, type PulledMessage, type TakePoll, type TakeResult } from '@delivery/contracts';
import { answerJson, ClientGoneError, parseQuery, ProblemError } from '@delivery/http-edge';
import { OrderStateUnavailableError } from '../order-state/order-state-client.js';
import { unanswerable } from '../order-state/pass-through.js';
import type { RunCall } from '../routes/handle-call.js';
import { ownEndpointId } from '../routes/pass-routes.js';
import type { PollPlaces } from './poll-places.js';
import type { Take } from './take-in-batches.js';
import type { Visit, WaitingRoom } from './waiting-room.js';

export type PollDeps = {
  take: Take;
  room: WaitingRoom;
  places: PollPlaces;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
};

/** GET /v1/webhook-endpoints/{id}/messages */
export const pollMessages =
  (deps: PollDeps): RunCall =>
  async (call) => {
    const endpointId = ownEndpointId(call);
    const { limit, wait, visibility } = parseQuery(messageQuerySchema, call.query);
    const merchantId = call.merchant.merchant_id;
    const giveBack = deps.places.take(merchantId);
    const visit = deps.room.enter(endpointId);
    const stopListening = call.onGone(visit.leaveEarly);
    try {
      const poll = { merchant_id: merchantId, endpoint_id: endpointId, limit, visibility_ms: visibility * 1_000 };
      return answerJson(200, { data: await waitForMessages(deps, visit, poll, deps.now() + wait * 1_000) });
    } finally {
      stopListening();
      visit.leave();
      giveBack();
    }
  };

/** Somebody is at work on the endpoint, mostly for some milliseconds: how soon it is asked for again. */
const busyPauseMs = 20;
const busyPauseMaxMs = 500;
/** Where there is no time left to wait, how often it is asked for at all. */
const busyTryMax = 5;
/** order-state is away, or starts: how soon it is asked again, spread out. */
const awayPauseMs = 1_000;

/** Looks, and then waits to be woken to look again. The end of the wait is not another look: the next poll begins with one. */
const waitForMessages = async (
  deps: PollDeps,
  visit: Visit,
  poll: TakePoll,
  untilMs: number,
): Promise<PulledMessage[]> => {
  for (let busyCount = 0; ;) {
    visit.beginLook();
    const result = await takeOrRest(deps, visit, poll, untilMs);
    if (result === undefined) visit.passOn();
    if (result === undefined || visit.isGone()) throw new ClientGoneError('the client went away before its answer');
    if (result.outcome === 'busy') {
      if (++busyCount >= busyTryMax && deps.now() >= untilMs) return [];
      if ((await visit.pause(Math.min(busyPauseMs * 2 ** busyCount, busyPauseMaxMs))) === 'closed') return [];
      continue;
    }
    const messages = messagesOf(result);
    if (messages.length > 0) {
      // There may be more than it wanted.
      if (messages.length >= poll.limit) visit.passOn();
      return messages;
    }
    const restMs = untilMs - deps.now();
    if (restMs <= 0) return [];
    const end = await visit.wait(restMs);
    if (end === 'over' || end === 'closed') return [];
  }
};

/** While order-state is away, a poll that may wait waits for it. */
const takeOrRest = async (
  deps: PollDeps,
  visit: Visit,
  poll: TakePoll,
  untilMs: number,
): Promise<TakeResult | undefined> => {
  for (;;) {
    try {
      return await deps.take({ poll, isGone: visit.isGone });
    } catch (error) {
      if (!(error instanceof OrderStateUnavailableError)) throw error;
      const pauseMs = awayPauseMs * (0.5 + Math.random());
      if (deps.now() + pauseMs > untilMs) throw unanswerable(error);
      const end = await visit.pause(pauseMs);
      if (end === 'gone') return undefined;
      if (end === 'closed') throw unanswerable(error);
    }
  }
};

const messagesOf = (result: Exclude<TakeResult, { outcome: 'busy' }>): PulledMessage[] => {
  switch (result.outcome) {
    case 'taken':
      return result.messages;
    case 'endpoint_not_found':
      throw new ProblemError('endpoint_not_found', 'There is no such webhook endpoint.');
    case 'endpoint_type_mismatch':
      throw new ProblemError(
        'endpoint_type_mismatch',
        'This is a push endpoint: its webhooks are posted, and not fetched. Add one of "type": "pull".',
      );
    default:
      throw new ProblemError('internal_error', 'The messages could not be signed. It was logged. Try again later.');
  }
};
