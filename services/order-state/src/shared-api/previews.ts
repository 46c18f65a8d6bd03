import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import {
  type catchUpSchema,
  createCourierReplaySchema,
  type CreateReplay,
  createReplaySchema,
  previewTokenHeader,
  type ReplayPreview,
  type waitingQuerySchema,
  type WebhookPreview,
} from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  type ApiRequest,
  fieldErrorAt,
  type HandlerOf,
  parseBody,
  ProblemError,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { type Sealer, SealError } from '@delivery/service-kit';
import { endpointNotFound } from '../endpoints/change-endpoints.js';
import { uuidv7 } from '../ledger/rules/deliveries.js';
import type { SendEstimate } from '../ledger/rules/window.js';
import { estimateWaiting } from '../ledger/send-now.js';
import { readMerchant } from '../merchants/queries.js';
import { readReplay, type ReplayRange, type ReplayRow } from '../replays/queries/replays.js';
import { previewDeliveries, previewRange } from '../replays/run-replays.js';
import { createMerchantSemaphore } from './merchant-semaphore.js';
import { isOfSystem, merchantNotFound, ownerKindOf, readOwnerId, type Target } from './read-params.js';
import {
  addEstimates,
  findChanges,
  liveSlack,
  noSlack,
  type Previewed,
  type Slack,
  subjectOfDeliveries,
  subjectOfRange,
  toPreviewBody,
  toPreviewed,
} from './rules/preview-subjects.js';

export type PreviewDeps = { sealer: Sealer; now: () => number };

/** How long a token may be used. */
const tokenMs = 15 * 60_000;

/** The binding of the seal: a token opens as nothing else that is sealed with the same key. */
const boundTo = 'preview of an action';

const sealedSchema = z.object({
  id: z.uuid(),
  atMs: z.int(),
  subject: z.record(z.string(), z.string()),
  counts: z.record(z.string(), z.int()),
  endpoints: z.record(z.string(), z.object({ status: z.string(), url: z.string().nullable() })),
});

/** The preview that the caller was shown, as the action brings it back. `id`: also of the replay that it begins. */
export type ShownPreview = Previewed & { id: string; atMs: number };

/** The preview travels in the token, sealed: no replica stores it, and a client cannot forge it. */
export const sealPreview = (
  { sealer, now }: PreviewDeps,
  previewed: Previewed,
): { token: string; expires_at: string } => {
  const atMs = now();
  const shown: ShownPreview = { ...previewed, id: uuidv7(atMs), atMs };
  return {
    token: sealer.seal(JSON.stringify(shown), boundTo),
    expires_at: new Date(shown.atMs + tokenMs).toISOString(),
  };
};

/**
 * The preview that the caller was shown before this call; `undefined`: none was given, and the call acts without.
 * @throws ProblemError `invalid_parameter` for a text that is no token, `preview_stale` for a token that is too old
 */
export const readPreview = ({ sealer, now }: PreviewDeps, headers: IncomingHttpHeaders): ShownPreview | undefined => {
  const token = headers[previewTokenHeader.toLowerCase()];
  if (token === undefined) return undefined;
  const shown = sealedSchema.safeParse(openToken(sealer, String(token)));
  if (!shown.success) throw noToken();
  if (shown.data.atMs + tokenMs <= now()) throw stale(['it is older than 15 minutes']);
  return shown.data;
};

/** @throws ProblemError `preview_stale`, which lists the changes */
export const refuseStale = (shown: Previewed, current: Previewed, slack: Slack): void => {
  const changes = findChanges(shown, current, slack);
  if (changes.length > 0) throw stale(changes);
};

const openToken = (sealer: Sealer, token: string): unknown => {
  try {
    return JSON.parse(sealer.open(token, boundTo));
  } catch (error) {
    if (error instanceof SealError) throw noToken();
    throw error;
  }
};

const noToken = (): ProblemError =>
  new ProblemError(
    'invalid_parameter',
    `${previewTokenHeader}: expected the unchanged token of a preview. The header is optional.`,
  );

const stale = (changes: readonly string[]): ProblemError =>
  new ProblemError(
    'preview_stale',
    `The preview is out of date: ${changes.join('; ')}. Nothing was done. Request a new preview.`,
  );

type Shown = { previewed: Previewed; body: ReturnType<typeof toPreviewBody> };

const answerPreview = (deps: PreviewDeps, { previewed, body }: Shown): Answer =>
  answerJson(200, { ...sealPreview(deps, previewed), ...body } satisfies ReplayPreview);

const answerCounts = (counted: SendEstimate): Answer =>
  answerJson(200, toPreviewBody(counted) satisfies WebhookPreview);

/** It may count a hundred thousand rows. */
const waitingInTurn = createMerchantSemaphore({
  busy: 'A count of your waiting webhooks is already running.',
  runningMax: 1,
  waitMaxMs: 0,
});

export type PreviewReplayDeps = PreviewDeps & { pool: Pool };

const dayMs = 24 * 3_600_000;

/**
 * The range of a catch-up with `since`: exhausted deliveries up to the end of the day, so that the same call, made
 * again after its answer was lost, finds the replay of the first one running. `undefined`: without.
 * @throws ProblemError for a `since` in the future
 */
export const rangeGivenUp = (
  { now }: { now: () => number },
  { since }: z.infer<typeof catchUpSchema>,
  { endpointId }: Target,
): ReplayRange | undefined => {
  if (!since) return undefined;
  const untilMs = (Math.floor(now() / dayMs) + 1) * dayMs;
  return { sinceMs: readSince(since, now()), untilMs, states: ['exhausted'], endpointId, events: null };
};

/** @throws ProblemError for a time in the future: nothing was created since then, and nothing would be sent */
const readSince = (since: string, nowMs: number): number => {
  const sinceMs = Date.parse(since);
  if (sinceMs <= nowMs) return sinceMs;
  throw new ProblemError(
    'validation_failed',
    'since is in the future, so nothing would be sent. Give an earlier time.',
    {
      errors: [fieldErrorAt('/since', 'invalid_value', 'expected a time in the past')],
    },
  );
};

type CatchUpDeps = { pool: Pool; now: () => number };

/**
 * The deliveries that enabling an endpoint or its catch-up would send, and those that were given up since a time.
 * @throws ProblemError for a `since` in the future, which is a parameter here
 */
export const answerWaiting = (
  deps: CatchUpDeps,
  target: Target,
  query: z.infer<typeof waitingQuerySchema>,
): Promise<Answer> => {
  const { ownerId } = target;
  if (query.since !== undefined && Date.parse(query.since) > deps.now())
    throw new ProblemError('invalid_parameter', 'since: expected a time in the past.');
  const range = rangeGivenUp(deps, query, target);
  return waitingInTurn(ownerId, async () => {
    const waiting = await estimateWaiting(deps.pool, target);
    if (!waiting) throw endpointNotFound();
    if (!range) return answerCounts(waiting);
    return answerCounts(addEstimates(waiting, await previewRange(deps.pool, { ownerId, range })));
  });
};

type RangeWanted = { ownerId: string; range: ReplayRange };
type DeliveriesWanted = { ownerId: string; deliveryIds: readonly string[] };

/** It may look at a hundred thousand rows. */
const replayInTurn = createMerchantSemaphore({
  busy: 'A count of a range of your webhooks is already running.',
  runningMax: 1,
  waitMaxMs: 0,
});

/** The deliveries that a replay would send. */
export const previewReplay: HandlerOf<PreviewReplayDeps> = (deps) => async (request) => {
  const wanted = { ownerId: readOwnerId(request), ...toSelection(readWantedReplay(request), deps.now()) };
  if ('deliveryIds' in wanted) return answerPreview(deps, await touchDeliveries(deps, wanted));
  if (ownerKindOf(request) === 'merchant' && !(await readMerchant(deps.pool, wanted.ownerId))) throw merchantNotFound();
  return answerPreview(deps, await touchRange(deps, wanted));
};

type WantedReplay = CreateReplay | z.infer<typeof createCourierReplaySchema>;

/** The body, in which its owner may name the events that it can get. */
export const readWantedReplay = (request: ApiRequest): WantedReplay =>
  parseBody(isOfSystem(request) ? createCourierReplaySchema : createReplaySchema, request.body);

/** @throws ProblemError if the range begins in the future */
export const toSelection = (
  { since, until, states, endpoint_id, events, delivery_ids: deliveryIds = [] }: WantedReplay,
  nowMs: number,
): Pick<RangeWanted, 'range'> | Pick<DeliveriesWanted, 'deliveryIds'> => {
  if (since === undefined || until === undefined) return { deliveryIds };
  return {
    range: {
      sinceMs: readSince(since, nowMs),
      untilMs: Date.parse(until),
      states: states ?? ['exhausted'],
      endpointId: endpoint_id ?? null,
      events: events ?? null,
    },
  };
};

/** The replay that the token of a preview begins, and whether it did: then the caller repeats a call. */
type ReplayToBegin = { replayId?: string; begun?: ReplayRow | undefined };

/** @throws ProblemError `preview_stale` where the caller was shown something else than the replay would send now */
export const checkRangePreview = (
  deps: PreviewReplayDeps,
  headers: IncomingHttpHeaders,
  wanted: RangeWanted,
): Promise<ReplayToBegin> =>
  checkReplay(deps, readPreview(deps, headers), {
    ownerId: wanted.ownerId,
    subject: subjectOfRange(wanted.ownerId, wanted.range),
    touch: () => touchRange(deps, wanted),
    slack: liveSlack,
  });

/** For named deliveries: each of them counts. */
export const checkDeliveriesPreview = (
  deps: PreviewReplayDeps,
  headers: IncomingHttpHeaders,
  wanted: DeliveriesWanted,
): Promise<ReplayToBegin> =>
  checkReplay(deps, readPreview(deps, headers), {
    ownerId: wanted.ownerId,
    subject: subjectOfDeliveries(wanted.ownerId, wanted.deliveryIds),
    touch: () => touchDeliveries(deps, wanted),
    slack: noSlack,
  });

type ReplayCheck = {
  ownerId: string;
  subject: Previewed['subject'];
  touch: () => Promise<Shown>;
  slack: Slack;
};

/** A token begins one replay, however often it is used: the replay has the preview's id. */
const checkReplay = async (
  { pool }: PreviewReplayDeps,
  shown: ShownPreview | undefined,
  { ownerId, subject, touch, slack }: ReplayCheck,
): Promise<ReplayToBegin> => {
  if (!shown) return {};
  const find = () => readReplay(pool, ownerId, shown.id);
  const asShown = { ...shown, subject };
  const earlier = await find();
  const counted = earlier ? asShown : (await touch()).previewed;
  // Another call with this token may have begun the replay while this one counted.
  const begun = earlier ?? (await find());
  refuseStale(shown, begun ? asShown : counted, slack);
  return { replayId: shown.id, begun };
};

const touchRange = async ({ pool }: PreviewReplayDeps, wanted: RangeWanted) =>
  describe(
    subjectOfRange(wanted.ownerId, wanted.range),
    await replayInTurn(wanted.ownerId, () => previewRange(pool, wanted)),
  );

const touchDeliveries = async ({ pool }: PreviewReplayDeps, wanted: DeliveriesWanted) => {
  const found = await previewDeliveries(pool, wanted);
  if ('unknownIds' in found) throw deliveriesNotFound(wanted.deliveryIds, found.unknownIds);
  return describe(subjectOfDeliveries(wanted.ownerId, wanted.deliveryIds), found);
};

const describe = (subject: ReturnType<typeof subjectOfRange>, found: SendEstimate): Shown => ({
  previewed: toPreviewed(subject, found),
  body: toPreviewBody(found),
});

/** Names each of the given ids that does not belong to the owner. */
export const deliveriesNotFound = (deliveryIds: readonly string[], unknownIds: readonly string[]): ProblemError =>
  new ProblemError('delivery_not_found', 'Some of these deliveries do not exist: see errors.', {
    errors: unknownIds.map((id) => {
      const at = deliveryIds.indexOf(id);
      return {
        pointer: `/delivery_ids/${at}`,
        field: `delivery_ids.${at}`,
        code: 'delivery_not_found',
        message: 'No webhook delivery has this id.',
      };
    }),
  });
