import type { IncomingHttpHeaders } from 'node:http';
import {
  type CreateReplay,
  createReplaySchema,
  replayDeliveriesSchema,
  type WebhookPreview,
} from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody, ProblemError } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Touched } from '../ledger/rules/estimate-time.js';
import { readMerchant } from '../merchants/queries.js';
import { previewDeliveries, previewRange } from '../replays/preview-replay.js';
import type { ReplayRange } from '../replays/queries/replays.js';
import { type PreviewDeps, readPreview, refuseStale, sealPreview } from './preview-token.js';
import { merchantNotFound, readMerchantId } from './read-params.js';
import { subjectOfDeliveries, subjectOfRange, toPreviewBody, toPreviewed } from './rules/describe-touched.js';
import { liveSlack, noSlack } from './rules/find-changes.js';
import { createTurns } from './take-turns.js';

export type PreviewReplayDeps = PreviewDeps & { pool: Pool };

type RangeWanted = { merchantId: string; range: ReplayRange };
type DeliveriesWanted = { merchantId: string; deliveryIds: readonly string[] };

/** It may look at a hundred thousand rows. */
const inTurn = createTurns({
  busy: 'The count of a range of this merchant is under way.',
  runningMax: 1,
  waitMaxMs: 0,
});

/** What a replay of the range would send. */
export const previewMany =
  (deps: PreviewReplayDeps): ApiRoute['handle'] =>
  async (request) => {
    const wanted = { merchantId: readMerchantId(request), range: toRange(parseBody(createReplaySchema, request.body)) };
    if (!(await readMerchant(deps.pool, wanted.merchantId))) throw merchantNotFound();
    const { previewed, body } = await touchRange(deps, wanted);
    return answerJson(200, { ...sealPreview(deps, previewed), ...body } satisfies WebhookPreview);
  };

/** What sending these deliveries again would come to. */
export const previewSelected =
  (deps: PreviewReplayDeps): ApiRoute['handle'] =>
  async (request) => {
    const { delivery_ids: deliveryIds } = parseBody(replayDeliveriesSchema, request.body);
    const { previewed, body } = await touchDeliveries(deps, { merchantId: readMerchantId(request), deliveryIds });
    return answerJson(200, { ...sealPreview(deps, previewed), ...body } satisfies WebhookPreview);
  };

export const toRange = ({ since, until, states }: CreateReplay): ReplayRange => ({
  sinceMs: Date.parse(since),
  untilMs: Date.parse(until),
  states: states ?? ['exhausted'],
});

/** @throws ProblemError `preview_stale` where the caller was shown something else than the replay would send now */
export const checkRangePreview = async (
  deps: PreviewReplayDeps,
  headers: IncomingHttpHeaders,
  wanted: RangeWanted,
): Promise<void> => {
  const shown = readPreview(deps, headers);
  if (shown) refuseStale(shown, (await touchRange(deps, wanted)).previewed, liveSlack);
};

/** The same of deliveries that are named: each of them counts. */
export const checkDeliveriesPreview = async (
  deps: PreviewReplayDeps,
  headers: IncomingHttpHeaders,
  wanted: DeliveriesWanted,
): Promise<void> => {
  const shown = readPreview(deps, headers);
  if (shown) refuseStale(shown, (await touchDeliveries(deps, wanted)).previewed, noSlack);
};

const touchRange = async ({ pool }: PreviewReplayDeps, wanted: RangeWanted) =>
  describe(
    subjectOfRange(wanted.merchantId, wanted.range),
    await inTurn(wanted.merchantId, () => previewRange(pool, wanted)),
  );

const touchDeliveries = async ({ pool }: PreviewReplayDeps, wanted: DeliveriesWanted) => {
  const touched = await previewDeliveries(pool, wanted);
  if ('unknownIds' in touched) throw deliveriesNotFound(wanted.deliveryIds, touched.unknownIds);
  return describe(subjectOfDeliveries(wanted.merchantId, wanted.deliveryIds), touched);
};

const describe = (subject: ReturnType<typeof subjectOfRange>, touched: Touched) => ({
  previewed: toPreviewed(subject, touched),
  body: toPreviewBody(touched),
});

/** Names each of the given ids that is none of the merchant's. */
export const deliveriesNotFound = (deliveryIds: readonly string[], unknownIds: readonly string[]): ProblemError =>
  new ProblemError('delivery_not_found', `${unknownIds.length} of these deliveries are not there: see errors.`, {
    errors: unknownIds.map((id) => {
      const at = deliveryIds.indexOf(id);
      return {
        pointer: `/delivery_ids/${at}`,
        field: `delivery_ids.${at}`,
        code: 'delivery_not_found',
        message: 'Expected the id of one of the merchant’s webhook deliveries.',
      };
    }),
  });
