import type { IncomingHttpHeaders } from 'node:http';
import type { WebhookPreview } from '@delivery/contracts';
import { type Answer, answerJson } from '@delivery/http-edge';
import type { Pool, Queryable } from '@delivery/postgres';
import { endpointNotFound } from '../endpoints/change-endpoints.js';
import { previewEnable } from '../ledger/preview-enable.js';
import { type PreviewDeps, readPreview, refuseStale, sealPreview } from './preview-token.js';
import { subjectOfEnabling, toPreviewBody, toPreviewed } from './rules/describe-touched.js';
import { liveSlack } from './rules/find-changes.js';
import { createTurns } from './take-turns.js';

type Target = { merchantId: string; endpointId: string };

/** It may count a hundred thousand rows. */
const inTurn = createTurns({
  busy: 'The count of what is held of this merchant is under way.',
  runningMax: 1,
  waitMaxMs: 0,
});

/** What enabling the endpoint would let go. */
export const answerEnablePreview = async (deps: PreviewDeps & { pool: Pool }, target: Target): Promise<Answer> => {
  const { previewed, body } = await inTurn(target.merchantId, () => touchEndpoint(deps.pool, target));
  return answerJson(200, { ...sealPreview(deps, previewed), ...body } satisfies WebhookPreview);
};

/**
 * To be asked in the transaction that enables it. Of one that is enabled already nothing is refused: the same call, repeated
 * because its answer was lost, is answered as the first one was.
 * @throws ProblemError `preview_stale` where the caller was shown something else than it would let go now
 */
export const checkEnablePreview = async (
  deps: PreviewDeps,
  client: Queryable,
  headers: IncomingHttpHeaders,
  target: Target,
): Promise<void> => {
  const shown = readPreview(deps, headers);
  if (!shown) return;
  const { previewed } = await touchEndpoint(client, target);
  if (previewed.endpoints[target.endpointId]?.status === 'disabled') refuseStale(shown, previewed, liveSlack);
};

const touchEndpoint = async (client: Queryable, target: Target) => {
  const touched = await previewEnable(client, target);
  if (!touched) throw endpointNotFound();
  const subject = subjectOfEnabling(target.merchantId, target.endpointId);
  return { previewed: toPreviewed(subject, touched), body: toPreviewBody(touched) };
};
