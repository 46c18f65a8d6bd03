import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { pageQuerySchema } from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  answerList,
  type ApiRequest,
  decodeCursor,
  type HandlerOf,
  ProblemError,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import type { Actor } from '../activity/queries.js';
import { listReplays, readReplay, type ReplayRange, type ReplayRow, replaysMax } from '../replays/queries/replays.js';
import {
  type RangeRefusal,
  replayDeliveries,
  replayRange,
  type ReplayRefusal,
  runningRangesMax,
  runningSinglesMax,
} from '../replays/run-replays.js';
import { ownerOf } from './check-bearer.js';
import {
  checkDeliveriesPreview,
  checkRangePreview,
  deliveriesNotFound,
  type PreviewReplayDeps,
  readWantedReplay,
  toSelection,
} from './previews.js';
import {
  deliveryNotFound,
  merchantNotFound,
  readDeliveryId,
  readOwnerId,
  readReplayId,
  replayNotFound,
} from './read-params.js';

export type ReplayDeps = PreviewReplayDeps & {
  logger: Logger;
  /** Called after the COMMIT of a change that may have made deliveries due. */
  wakeRelay: () => void;
  /** Called after COMMIT of a new replay. */
  feedReplay: (replayId: string) => void;
};

/** The owner whose webhooks are replayed, and the caller. */
type Asked = { ownerId: string; actor: Actor; headers: IncomingHttpHeaders };

/** Sends one settled delivery again. */
export const replayOne: HandlerOf<ReplayDeps> = (deps) => async (request) => {
  const asked = askedByOwner(request);
  return toAnswer(await startOne(deps, asked, readDeliveryId(request)));
};

/** Replays settled deliveries: those named, or a range. If they are being replayed already, it answers with that replay. */
export const replayMany: HandlerOf<ReplayDeps> = (deps) => async (request) => {
  const wanted = readWantedReplay(request);
  const asked = askedByOwner(request);
  return toAnswer(await startReplay(deps, asked, wanted));
};

const askedByOwner = (request: ApiRequest): Asked => ({
  ownerId: readOwnerId(request),
  actor: ownerOf(request),
  headers: request.headers,
});

export const startReplay = async (
  deps: ReplayDeps,
  asked: Asked,
  wanted: ReturnType<typeof readWantedReplay>,
): Promise<ReplayRow> => {
  const selection = toSelection(wanted, deps.now());
  if ('deliveryIds' in selection) return startSelected(deps, asked, selection.deliveryIds);
  const { range } = selection;
  const { replayId, begun } = await checkRangePreview(deps, asked.headers, { ownerId: asked.ownerId, range });
  return begun ?? replayNow(deps, asked, range, replayId);
};

/** Replays a range without comparing it with a preview. */
export const replayNow = async (
  deps: ReplayDeps,
  { ownerId, actor }: Pick<Asked, 'ownerId' | 'actor'>,
  range: ReplayRange,
  replayId?: string,
): Promise<ReplayRow> => {
  const created = await replayRange(deps.pool, { ownerId, replayId, range, actor, nowMs: deps.now() });
  if ('refused' in created) throw toProblem(created);
  return followStarted(deps, ownerId, created.replayId);
};

const startSelected = async (
  deps: ReplayDeps,
  { ownerId, actor, headers }: Asked,
  deliveryIds: readonly string[],
): Promise<ReplayRow> => {
  const { replayId, begun } = await checkDeliveriesPreview(deps, headers, { ownerId, deliveryIds });
  if (begun) return begun;
  const created = await replayDeliveries(deps.pool, { ownerId, replayId, deliveryIds, actor, nowMs: deps.now() });
  if ('unknownIds' in created) throw deliveriesNotFound(deliveryIds, created.unknownIds);
  if ('refused' in created) throw toProblem(created);
  deps.wakeRelay();
  return followStarted(deps, ownerId, created.replayId);
};

/** A replay of one delivery, which the path names. */
const startOne = async (deps: ReplayDeps, asked: Asked, deliveryId: string): Promise<ReplayRow> => {
  try {
    return await startSelected(deps, asked, [deliveryId]);
  } catch (error) {
    throw error instanceof ProblemError && error.code === 'delivery_not_found' ? deliveryNotFound() : error;
  }
};

const followStarted = (deps: ReplayDeps, ownerId: string, replayId: string): Promise<ReplayRow> => {
  deps.feedReplay(replayId);
  deps.logger.info({ ownerId, replayId }, 'replay.requested');
  return readKnown(deps.pool, ownerId, replayId);
};

const toAnswer = (replay: ReplayRow): Answer =>
  answerJson(202, replay, { location: `/v1/webhook-replays/${replay.id}` });

/** Seconds until a retry is worthwhile: the end of a replay cannot be predicted. */
const askAgainSeconds = 30;

type Refusal = Exclude<ReplayRefusal | RangeRefusal, { unknownIds: string[] }>;

const toProblem = ({ refused }: Refusal): ProblemError => {
  switch (refused) {
    case 'merchant_not_found':
      return merchantNotFound();
    case 'too_many_running':
      return new ProblemError(
        'rate_limited',
        `${runningRangesMax} replays are running, the maximum. Wait until one completes, or replay single deliveries.`,
        { headers: { 'retry-after': String(askAgainSeconds) } },
      );
    case 'too_many_single':
      return new ProblemError(
        'rate_limited',
        `${runningSinglesMax} replays of single deliveries are running, the maximum. Wait until one completes; ` +
          'those to a disabled endpoint continue when it is enabled.',
        { headers: { 'retry-after': String(askAgainSeconds) } },
      );
    case 'replay_running':
      return new ProblemError(refused, 'A replay of these deliveries is already running.');
    case 'replayed_out':
      return new ProblemError(
        'delivery_not_replayable',
        `The delivery has been replayed ${replaysMax} times, the maximum. Read its event from the order’s events.`,
      );
    case 'delivery_not_replayable':
      return new ProblemError(
        refused,
        'Only a delivered or exhausted delivery can be replayed, and only to an endpoint that was not deleted. ' +
          'To send a waiting delivery at once, use send-now.',
      );
  }
};

const cursorSchema = z.tuple([z.guid()]);

/** Newest first. */
export const viewReplays = (deps: { pool: Pool }): QueryHandler =>
  withQuery(pageQuerySchema, async ({ limit, cursor }, request) => {
    const rows = await listReplays(deps.pool, {
      ownerId: readOwnerId(request),
      beforeId: decodeCursor(cursorSchema, cursor)?.[0] ?? null,
      rowMax: limit + 1,
    });
    return answerList(rows, limit, (row) => [row.id]);
  });

export const viewReplay: HandlerOf<{ pool: Pool }> = (deps) => async (request) =>
  answerJson(200, await readKnown(deps.pool, readOwnerId(request), readReplayId(request)));

const readKnown = async (pool: Pool, ownerId: string, replayId: string): Promise<ReplayRow> => {
  const row = await readReplay(pool, ownerId, replayId);
  if (!row) throw replayNotFound();
  return row;
};
