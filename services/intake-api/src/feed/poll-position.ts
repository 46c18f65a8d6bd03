import { positionPollSchema, positionViewSchema, type ProblemCode } from '@delivery/contracts';
import { type Answer, parseQuery, ProblemError } from '@delivery/http-edge';
import type { MerchantCalls } from '../order-state/merchant-calls.js';
import { askOrderState, passAnswer, type PassedCall } from '../order-state/pass-through.js';
import { keepLooking, type Look } from '../pull/keep-looking.js';
import type { RunPoll } from '../routes/call.js';
import { ownOrderId } from '../routes/own-ids.js';
import { passedHeaders } from '../routes/pass-call.js';
import { lookOf, type Pace, type PollDeps, type Read } from './share-looks.js';

export type PositionRead = { answer: Answer; atMs: number };

export type PositionDeps = PollDeps<PositionRead>;

/** Nothing announces a position: while polls of an order wait, it is looked at once a second. */
export const positionPace: Pace = { looksPerSecond: 1, ownerOf: lookOf };
const pauseMs = 1_000;

/** @throws ProblemError */
export const readPosition =
  (orderState: MerchantCalls): Read<PositionRead> =>
  async (call) => {
    const answer = await askOrderState(orderState, call);
    const { at } = positionViewSchema.parse(JSON.parse(answer.body.toString('utf8')));
    return { answer: passAnswer(answer), atMs: Date.parse(at) };
  };

/** GET /v1/external-orders/{id}/position */
export const pollPosition =
  (deps: PositionDeps): RunPoll =>
  async (call) => {
    const { after, wait } = parseQuery(positionPollSchema, call.query);
    const { callerId } = call;
    const rest = `/orders/${ownOrderId(call)}/position`;
    const passed: PassedCall = { callerId, below: 'merchants', method: 'GET', rest, headers: passedHeaders(call) };
    if (wait === 0) return (await deps.readOwn(passed)).answer;
    const afterMs = after === undefined ? -Infinity : Date.parse(after);
    const look = createLook(deps, { passed, afterMs, untilMs: deps.now() + wait * 1_000 });
    return keepLooking(deps, call, { key: callerId, names: [] }, look);
  };

const createLook =
  (
    { readShared, now }: PositionDeps,
    { passed, afterMs, untilMs }: { passed: PassedCall; afterMs: number; untilMs: number },
  ): Look =>
  async () => {
    const read = await readShared(passed).catch(unlessWaitable);
    const restMs = untilMs - now();
    const otherwise = (): Answer => {
      if (read instanceof ProblemError) throw read;
      return read.answer;
    };
    const isNew = !(read instanceof ProblemError) && read.atMs > afterMs;
    return isNew || restMs <= 0
      ? { answer: otherwise() }
      : { again: 'after', ms: Math.min(pauseMs, restMs), otherwise };
  };

const waitable: readonly ProblemCode[] = ['position_not_found', 'temporarily_unavailable'];

/** There is none yet, or order-state is away: both may end. */
const unlessWaitable = (error: unknown): ProblemError => {
  if (error instanceof ProblemError && waitable.includes(error.code)) return error;
  throw error;
};
