import type { IncomingHttpHeaders } from 'node:http';
import {
  type DeadLetterAction,
  type DeadLetterGroup,
  type DeadLetterPreview,
  type PreviewDeadLetters,
  previewDeadLettersSchema,
} from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { countDeadLetters, type DeadLetterRow, readDeadLetter } from '../dead-letters/queries.js';
import { countMax } from '../dead-letters/settle-dead-letters.js';
import { type PreviewDeps, readPreview, refuseStale, sealPreview } from '../http/preview-token.js';
import { deadLetterNotFound } from '../http/read-params.js';
import { subjectOfDeadLetters } from '../http/rules/describe-touched.js';
import { noSlack, type Previewed } from '../http/rules/find-changes.js';
import { toIso } from './to-iso.js';

export type PreviewDeadLettersDeps = PreviewDeps & { pool: Pool };

type Body = Omit<DeadLetterPreview, 'token' | 'expires_at'>;

/** How many messages an action on dead letters would touch. */
export const previewDeadLetters =
  (deps: PreviewDeadLettersDeps): ApiRoute['handle'] =>
  async (request) => {
    const wanted = parseBody(previewDeadLettersSchema, request.body);
    const { previewed, body } = await touch(deps, wanted);
    return answerJson(200, { ...sealPreview(deps, previewed), ...body } satisfies DeadLetterPreview);
  };

const touch = async (deps: PreviewDeadLettersDeps, { action, dead_letter_id, queue, reason }: PreviewDeadLetters) => {
  if (queue !== undefined && reason !== undefined) {
    return touchGroup(deps.pool, action, { queue, reason }, new Date(deps.now()));
  }
  const row = await readDeadLetter(deps.pool, dead_letter_id ?? '');
  if (!row) throw deadLetterNotFound();
  return touchOne(action, row);
};

/** @throws ProblemError `preview_stale` where the caller was shown it before it was refused again */
export const checkOnePreview = (
  deps: PreviewDeps,
  headers: IncomingHttpHeaders,
  action: DeadLetterAction,
  row: DeadLetterRow,
): void => {
  const shown = readPreview(deps, headers);
  if (shown) refuseStale(shown, touchOne(action, row).previewed, noSlack);
};

/**
 * @returns until when a message must have been refused to be touched: what was refused after the preview stays
 * @throws ProblemError `preview_stale` where some of those that were shown are gone or were refused again
 */
export const checkGroupPreview = async (
  deps: PreviewDeadLettersDeps,
  headers: IncomingHttpHeaders,
  action: DeadLetterAction,
  group: DeadLetterGroup,
): Promise<Date> => {
  const shown = readPreview(deps, headers);
  if (!shown) return new Date(deps.now());
  const before = new Date(shown.atMs);
  refuseStale(shown, (await touchGroup(deps.pool, action, group, before)).previewed, noSlack);
  return before;
};

const touchOne = (action: DeadLetterAction, row: DeadLetterRow): { previewed: Previewed; body: Body } => {
  const isErased = action === 'replay' && row.erased_at !== null;
  return {
    previewed: { subject: { action, dead_letter: row.id }, counts: { refusals: row.count }, endpoints: {} },
    body: {
      action,
      messages: isErased ? 0 : 1,
      left_out: isErased ? 1 : 0,
      truncated: false,
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
    },
  };
};

const touchGroup = async (
  pool: Pool,
  action: DeadLetterAction,
  group: DeadLetterGroup,
  before: Date,
): Promise<{ previewed: Previewed; body: Body }> => {
  // One more than is told says that there are more.
  const counted = await countDeadLetters(pool, group, before, countMax + 1);
  const leftOut = action === 'replay' ? counted.erased : 0;
  const messages = Math.min(counted.messages - leftOut, countMax);
  return {
    previewed: { subject: subjectOfDeadLetters(action, group), counts: { messages }, endpoints: {} },
    body: {
      action,
      messages,
      left_out: leftOut,
      truncated: counted.messages > countMax,
      first_at: toIso(counted.first_at),
      last_at: toIso(counted.last_at),
    },
  };
};
