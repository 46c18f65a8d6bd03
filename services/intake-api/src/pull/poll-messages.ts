import { messageQuerySchema, type PulledMessage, type TakePoll, type TakeResult } from '@delivery/contracts';
import { type Answer, answerJson, type AnswerLater, parseQuery, ProblemError } from '@delivery/http-edge';
import { OrderStateUnavailableError } from '../order-state/order-state-client.js';
import { unanswerable } from '../order-state/pass-through.js';
import type { Call } from '../routes/call.js';
import { ownEndpointId } from '../routes/own-ids.js';
import { keepLooking, type Look, type Looked } from './keep-looking.js';
import type { LongPolls } from './long-polls.js';
import type { PollSlots } from './poll-slots.js';
import type { Take } from './take-in-batches.js';

export type PollDeps = {
  take: Take;
  polls: LongPolls;
  slots: PollSlots;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
};

type PollingCall = Pick<Call, 'callerId' | 'params' | 'query' | 'onClosing'>;

/** GET …/webhook-endpoints/{id}/messages, of a merchant or a courier's system */
export const pollMessages =
  (deps: PollDeps) =>
  (call: PollingCall): AnswerLater => {
    const endpointId = ownEndpointId(call);
    const { limit, wait, visibility } = parseQuery(messageQuerySchema, call.query);
    const poll = {
      owner_id: call.callerId,
      endpoint_id: endpointId,
      limit,
      visibility_ms: visibility * 1_000,
    };
    return keepLooking(deps, call, { key: endpointId, names: [] }, createLook(deps, poll, deps.now() + wait * 1_000));
  };

/**
 * How soon an endpoint is asked for again of which another transaction holds what is due, mostly for some milliseconds.
 */
const busyPauseMs = 20;
const busyPauseMaxMs = 500;
/** How often an endpoint is asked for where no time is left to wait. */
const busyTryMax = 5;
/** order-state is away, or starts: how soon it is asked again, spread out. */
const awayPauseMs = 1_000;

const answerNothing = (): Answer => answerJson(200, { data: [] });

/**
 * Looks, and then waits to be woken to look again. The end of the wait is not another look: the next poll begins with
 * one.
 */
const createLook = (deps: PollDeps, poll: TakePoll, untilMs: number): Look => {
  let busyCount = 0;
  return async (longPoll) => {
    const result = await deps
      .take({ poll, isDisconnected: () => longPoll.isDisconnected })
      .catch((error: unknown) => restOrThrow(error, untilMs - deps.now()));
    if (result === undefined) {
      // The client has disconnected: nothing was taken for it, and this answer is not sent.
      deps.polls.passOn(longPoll);
      return { answer: answerNothing() };
    }
    if ('again' in result) return result;
    const restMs = untilMs - deps.now();
    if (result.outcome === 'busy') {
      if (++busyCount >= busyTryMax && restMs <= 0) return { answer: answerNothing() };
      const ms = Math.min(busyPauseMs * 2 ** busyCount, busyPauseMaxMs);
      return { again: 'after', ms, otherwise: answerNothing };
    }
    const messages = messagesOf(result);
    // There may be more than it wanted.
    if (messages.length >= poll.limit) deps.polls.passOn(longPoll);
    if (messages.length > 0 || restMs <= 0) return { answer: answerJson(200, { data: messages }) };
    return { again: 'when_woken', ms: restMs, otherwise: answerNothing };
  };
};

/** While order-state is away, a poll that may wait waits for it. */
const restOrThrow = (error: unknown, restMs: number): Extract<Looked, { again: unknown }> => {
  if (!(error instanceof OrderStateUnavailableError)) throw error;
  const ms = awayPauseMs * (0.5 + Math.random());
  if (ms > restMs) throw unanswerable(error);
  const otherwise = (): never => {
    throw unanswerable(error);
  };
  return { again: 'after', ms, otherwise };
};

const messagesOf = (result: Exclude<TakeResult, { outcome: 'busy' }>): PulledMessage[] => {
  switch (result.outcome) {
    case 'taken':
      return result.messages;
    case 'endpoint_not_found':
      throw new ProblemError('endpoint_not_found', 'None of your webhook endpoints has this id.');
    case 'endpoint_type_mismatch':
      throw new ProblemError(
        'endpoint_type_mismatch',
        'This is a push endpoint, whose webhooks are posted to its URL. Add an endpoint with "type": "pull".',
      );
    default:
      throw new ProblemError(
        'internal_error',
        'The messages could not be signed. The error was logged. Try again later.',
      );
  }
};
