import { type CreateReplay, createReplaySchema, type ReplayView } from '@delivery/contracts';
import { type Answer, answerJson, type ApiRoute, parseBody, ProblemError } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import {
  type RangeRefusal,
  replayDelivery,
  replayRange,
  type ReplayRefusal,
  runningRangesMax,
} from '../replays/create-replay.js';
import { deliveryNotFound, merchantNotFound, readDeliveryId, readMerchantId } from './read-params.js';
import { readReplayView } from './view-replays.js';

export type ReplayDeps = {
  pool: Pool;
  now: () => number;
  logger: Logger;
  /** Called after COMMIT of what may have made deliveries due. */
  wakeRelay: () => void;
  /** Called after COMMIT of a new replay: the feeder looks at once. */
  feedReplays: () => void;
};

/** Sends one settled delivery again. */
export const replayOne =
  (deps: ReplayDeps): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, deliveryId] = [readMerchantId(request), readDeliveryId(request)];
    const created = await replayDelivery(deps.pool, { merchantId, deliveryId, nowMs: deps.now() });
    if (typeof created === 'string') throw toProblem(created);
    deps.wakeRelay();
    return toAnswer(await followStarted(deps, merchantId, created.replayId));
  };

/** Sends a range of settled deliveries again; one that is being sent again already is answered alike. */
export const replayMany =
  (deps: ReplayDeps): ApiRoute['handle'] =>
  async (request) => {
    const wanted = parseBody(createReplaySchema, request.body);
    return toAnswer(await startReplay(deps, readMerchantId(request), { ...wanted, requestedBy: null }));
  };

/** @param wanted `requestedBy` is `null` for the merchant itself, else who did it for the merchant, and why */
export const startReplay = async (
  deps: ReplayDeps,
  merchantId: string,
  { since, until, states, requestedBy }: CreateReplay & { requestedBy: string | null },
): Promise<ReplayView> => {
  const range = { sinceMs: Date.parse(since), untilMs: Date.parse(until), states: states ?? ['exhausted'] };
  const created = await replayRange(deps.pool, { merchantId, range, requestedBy, nowMs: deps.now() });
  if (typeof created === 'string') throw toProblem(created);
  return followStarted(deps, merchantId, created.replayId);
};

/** The feeder completes a run whose deliveries are settled: it looks now, and soon again while one runs. */
const followStarted = (deps: ReplayDeps, merchantId: string, replayId: string): Promise<ReplayView> => {
  deps.feedReplays();
  deps.logger.info({ merchantId, replayId }, 'replay.requested');
  return readReplayView(deps.pool, merchantId, replayId);
};

const toAnswer = (replay: ReplayView): Answer =>
  answerJson(202, replay, { location: `/v1/webhook-replays/${replay.id}` });

/** Nobody knows when a replay is completed: how soon asking again is worth it. */
const askAgainSeconds = 30;

const toProblem = (refusal: ReplayRefusal | RangeRefusal): ProblemError => {
  switch (refusal) {
    case 'delivery_not_found':
      return deliveryNotFound();
    case 'merchant_not_found':
      return merchantNotFound();
    case 'too_many_running':
      return new ProblemError(
        'rate_limited',
        `${runningRangesMax} ranges are being sent again, as many as may be at once. Wait until one is completed.`,
        { headers: { 'retry-after': String(askAgainSeconds) } },
      );
    case 'replay_running':
      return new ProblemError(refusal, 'The delivery is being sent again already.');
    case 'delivery_not_replayable':
      return new ProblemError(
        refusal,
        'Only a delivery that is delivered or exhausted can be sent again, and none to a deleted endpoint.',
      );
  }
};
