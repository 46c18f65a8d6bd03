import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import {
  type DeadLetterAction,
  type DeadLetterGroup,
  deadLetterListQuerySchema,
  type DeadLetterPreview,
  operatorActionSchema,
  type PreviewDeadLetters,
  previewDeadLettersSchema,
  settleDeadLettersSchema,
} from '@delivery/contracts';
import {
  answerJson,
  answerList,
  decodeCursor,
  noContent,
  parseBody,
  ProblemError,
  type QueryHandler,
  temporarilyUnavailable,
  withQuery,
} from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { insertActivity } from '../activity/queries.js';
import {
  countDeadLetters,
  type DeadLetterRow,
  deleteDeadLetter,
  listDeadLetters,
  markDeadLettersReplayed,
  readDeadLetter,
} from '../dead-letters/queries.js';
import { maskMessage } from '../dead-letters/rules/mask-message.js';
import { countMax, deleteGroup, replayGroup, type SettleDeps } from '../dead-letters/settle-dead-letters.js';
import { type PreviewDeps, readPreview, refuseStale, sealPreview } from '../shared-api/previews.js';
import { deadLetterNotFound, readDeadLetterId } from '../shared-api/read-params.js';
import { noSlack, type Previewed, subjectOfDeadLetters } from '../shared-api/rules/preview-subjects.js';
import { actorOf, type OperatorHandlerOf } from './rules/caller.js';

export type DeadLetterDeps = SettleDeps & PreviewDeadLettersDeps & { logger: Logger };

const cursorSchema = z.tuple([z.guid()]);

export const viewDeadLetters = (deps: { pool: Pool }): QueryHandler =>
  withQuery(deadLetterListQuerySchema, async ({ limit, cursor, queue }) => {
    const rows = await listDeadLetters(deps.pool, {
      queue: queue ?? null,
      beforeId: decodeCursor(cursorSchema, cursor)?.[0] ?? null,
      rowMax: limit + 1,
    });
    return answerList(rows, limit, (row) => [row.id]);
  });

/** What an operator looks at before it is put back or deleted. */
export const viewDeadLetterMessage: OperatorHandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const row = await readDeadLetter(deps.pool, readDeadLetterId(request));
  if (!row) throw deadLetterNotFound();
  return answerJson(200, maskMessage(row.body));
};

/** A replay that is refused again comes back to the list with its new reason. */
export const replayDeadLetter: OperatorHandlerOf<DeadLetterDeps> = (deps) => async (request) => {
  const actor = actorOf(request, parseBody(operatorActionSchema, request.body));
  const row = await readDeadLetter(deps.pool, readDeadLetterId(request));
  if (!row) throw deadLetterNotFound();
  checkOnePreview(deps, request.headers, 'replay', row);
  if (row.erased_at)
    throw new ProblemError(
      'dead_letter_erased',
      'The message was erased with the customer’s data and cannot be replayed.',
    );
  await deps.replayDeadLetter(row).catch(refuseUnconfirmed);
  await inTransaction(deps.pool, async (client) => {
    await markDeadLettersReplayed(client, [row]);
    await insertActivity(client, actor, { action: 'dead_letter.replayed', ...aboutLetter(row) });
  });
  deps.logger.info({ deadLetterId: row.id, queue: row.queue }, 'dead_letter.replayed');
  const { body: _, correlation_id: _correlation, traceparent: _trace, ...shown } = row;
  return answerJson(200, shown satisfies DeadLetterRow);
};

/** All that were refused for one reason: until now, or until the preview that the caller was shown. */
export const replayDeadLetters: OperatorHandlerOf<DeadLetterDeps> = (deps) => async (request) => {
  const { by, reason, ...group } = parseBody(settleDeadLettersSchema, request.body);
  const before = await checkGroupPreview(deps, request.headers, 'replay', group);
  await insertActivity(deps.pool, actorOf(request, { by, reason }), {
    action: 'dead_letter.replayed',
    ...aboutGroup(group),
  });
  const result = await replayGroup(unconfirmedRefused(deps), group, before);
  deps.logger.info({ ...group, ...result }, 'dead_letter.group_replayed');
  return answerJson(200, result);
};

export const removeDeadLetter: OperatorHandlerOf<DeadLetterDeps> = (deps) => async (request) => {
  const actor = actorOf(request, parseBody(operatorActionSchema, request.body));
  const row = await readDeadLetter(deps.pool, readDeadLetterId(request));
  if (!row) throw deadLetterNotFound();
  checkOnePreview(deps, request.headers, 'delete', row);
  await inTransaction(deps.pool, async (client) => {
    if (!(await deleteDeadLetter(client, row.id))) throw deadLetterNotFound();
    await insertActivity(client, actor, { action: 'dead_letter.deleted', ...aboutLetter(row) });
  });
  deps.logger.info({ deadLetterId: row.id, queue: row.queue }, 'dead_letter.deleted');
  return noContent;
};

/** All that were refused for one reason: until now, or until the preview that the caller was shown. */
export const removeDeadLetters: OperatorHandlerOf<DeadLetterDeps> = (deps) => async (request) => {
  const { by, reason, ...group } = parseBody(settleDeadLettersSchema, request.body);
  const before = await checkGroupPreview(deps, request.headers, 'delete', group);
  await insertActivity(deps.pool, actorOf(request, { by, reason }), {
    action: 'dead_letter.deleted',
    ...aboutGroup(group),
  });
  const result = await deleteGroup(deps, group, before);
  deps.logger.info({ ...group, ...result }, 'dead_letter.group_deleted');
  return answerJson(200, result);
};

const aboutLetter = ({ id, reason }: DeadLetterRow) => ({
  subject: { type: 'dead_letter', id },
  detail: `refused for: ${reason}`,
});

/** On record before the first message is touched: they are settled in many transactions, and not all in one call. */
const aboutGroup = ({ queue, refused_for }: DeadLetterGroup) => ({
  subject: { type: 'queue', id: queue },
  detail: `refused for: ${refused_for}`,
});

const unconfirmedRefused = (deps: DeadLetterDeps): DeadLetterDeps => ({
  ...deps,
  replayDeadLetter: (letter) => deps.replayDeadLetter(letter).catch(refuseUnconfirmed),
});

const refuseUnconfirmed = (error: unknown): never => {
  throw temporarilyUnavailable(
    'The broker did not confirm every message. Those that it confirmed are done. Try again for the rest.',
    error,
  );
};

export type PreviewDeadLettersDeps = PreviewDeps & { pool: Pool };

type Body = Omit<DeadLetterPreview, 'token' | 'expires_at'>;

/** How many messages an action on dead letters would touch. */
export const previewDeadLetters: OperatorHandlerOf<PreviewDeadLettersDeps> = (deps) => async (request) => {
  const wanted = parseBody(previewDeadLettersSchema, request.body);
  const { previewed, body } = await touch(deps, wanted);
  return answerJson(200, { ...sealPreview(deps, previewed), ...body } satisfies DeadLetterPreview);
};

const touch = async (
  deps: PreviewDeadLettersDeps,
  { action, dead_letter_id, queue, refused_for }: PreviewDeadLetters,
) => {
  if (queue !== undefined && refused_for !== undefined) {
    return touchGroup(deps.pool, action, { queue, refused_for }, new Date(deps.now()));
  }
  const row = await readDeadLetter(deps.pool, dead_letter_id ?? '');
  if (!row) throw deadLetterNotFound();
  return touchOne(action, row);
};

/** @throws ProblemError `preview_stale` where the caller was shown it before it was refused again */
const checkOnePreview = (
  deps: PreviewDeps,
  headers: IncomingHttpHeaders,
  action: DeadLetterAction,
  row: DeadLetterRow,
): void => {
  const shown = readPreview(deps, headers);
  if (shown) refuseStale(shown, touchOne(action, row).previewed, noSlack);
};

/**
 * @returns until when a message must have been refused to be touched: messages refused after the preview stay
 * @throws ProblemError `preview_stale` where some of those that were shown are gone or were refused again
 */
const checkGroupPreview = async (
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
  // One more than the limit shows that there are more.
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
      first_at: counted.first_at?.toISOString() ?? null,
      last_at: counted.last_at?.toISOString() ?? null,
    },
  };
};
