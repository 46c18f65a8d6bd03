import { z } from 'zod';
import {
  type DeadLetterAction,
  type DeadLetterGroup,
  deadLetterListQuerySchema,
  type DeadLetterPreview,
  type DeadLettersDone,
  type DeadLetterTarget,
  previewDeadLettersSchema,
  settleDeadLettersSchema,
} from '@delivery/contracts';
import {
  answerJson,
  answerList,
  decodeCursor,
  parseBody,
  ProblemError,
  type QueryHandler,
  temporarilyUnavailable,
  withQuery,
} from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import {
  countDeadLetters,
  type DeadLetterRow,
  deleteDeadLetter,
  listDeadLetters,
  markDeadLettersReplayed,
  readDeadLetter,
  type WholeDeadLetterRow,
} from '../dead-letters/queries.js';
import { maskMessage } from '../dead-letters/rules/mask-message.js';
import { countMax, deleteGroup, replayGroup, type SettleDeps } from '../dead-letters/settle-dead-letters.js';
import { type PreviewDeps, readPreview, refuseStale, sealPreview, type ShownPreview } from '../shared-api/previews.js';
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

/** The message, for an operator to inspect before a replay or deletion. */
export const viewDeadLetterMessage: OperatorHandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const row = await readOne(deps.pool, { dead_letter_id: readDeadLetterId(request) });
  return answerJson(200, maskMessage(row.body));
};

/** A message that is replayed and refused again returns to the list with its new reason. */
export const settleDeadLetters =
  (action: DeadLetterAction): OperatorHandlerOf<DeadLetterDeps> =>
  (deps) =>
  async (request) => {
    const { by, reason, ...target } = parseBody(settleDeadLettersSchema, request.body);
    const settling = { action, actor: actorOf(request, { by, reason }), shown: readPreview(deps, request.headers) };
    const group = groupOf(target);
    const result = group
      ? await settleGroup(deps, settling, group)
      : await settleOne(deps, settling, await readOne(deps.pool, target));
    deps.logger.info({ ...target, ...result }, recordedAs[action]);
    return answerJson(200, result satisfies DeadLettersDone);
  };

const recordedAs = { replay: 'dead_letter.replayed', delete: 'dead_letter.deleted' } as const;

type Settling = { action: DeadLetterAction; actor: Actor; shown: ShownPreview | undefined };

/** @throws ProblemError `preview_stale` where the caller was shown it before it was refused again */
const settleOne = async (
  deps: DeadLetterDeps,
  { action, actor, shown }: Settling,
  row: WholeDeadLetterRow,
): Promise<DeadLettersDone> => {
  if (shown) refuseStale(shown, touchOne(action, row).previewed, noSlack);
  if (action === 'replay') await replayOne(deps, row);
  await inTransaction(deps.pool, async (client) => {
    if (action === 'replay') await markDeadLettersReplayed(client, [row]);
    else if (!(await deleteDeadLetter(client, row.id))) throw deadLetterNotFound();
    await insertActivity(client, actor, {
      action: recordedAs[action],
      subject: { type: 'dead_letter', id: row.id },
      detail: `refused for: ${row.reason}`,
    });
  });
  return { done: 1, remaining: 0 };
};

const replayOne = async (deps: DeadLetterDeps, row: WholeDeadLetterRow): Promise<void> => {
  if (row.erased_at)
    throw new ProblemError(
      'dead_letter_erased',
      'The message was erased with the customer’s data and cannot be replayed.',
    );
  await deps.replayDeadLetter(row).catch(refuseUnconfirmed);
};

/**
 * The messages that were refused until now, or until the preview that the caller was shown.
 * @throws ProblemError `preview_stale` where some of those that were shown are gone or were refused again
 */
const settleGroup = async (
  deps: DeadLetterDeps,
  { action, actor, shown }: Settling,
  group: DeadLetterGroup,
): Promise<DeadLettersDone> => {
  const before = new Date(shown?.atMs ?? deps.now());
  if (shown) refuseStale(shown, (await touchGroup(deps.pool, action, group, before)).previewed, noSlack);
  // Before the first message is touched: they are settled in many transactions, and not all in one call.
  await insertActivity(deps.pool, actor, {
    action: recordedAs[action],
    subject: { type: 'queue', id: group.queue },
    detail: `refused for: ${group.refused_for}`,
  });
  return action === 'replay' ? replayGroup(unconfirmedRefused(deps), group, before) : deleteGroup(deps, group, before);
};

const unconfirmedRefused = (deps: DeadLetterDeps): DeadLetterDeps => ({
  ...deps,
  replayDeadLetter: (letter) => deps.replayDeadLetter(letter).catch(refuseUnconfirmed),
});

const refuseUnconfirmed = (error: unknown): never => {
  throw temporarilyUnavailable(
    'The broker did not confirm every message. The confirmed ones are done. Try again for the rest.',
    error,
  );
};

const groupOf = ({ queue, refused_for }: DeadLetterTarget): DeadLetterGroup | undefined =>
  queue === undefined || refused_for === undefined ? undefined : { queue, refused_for };

const readOne = async (pool: Pool, { dead_letter_id: id = '' }: DeadLetterTarget): Promise<WholeDeadLetterRow> => {
  const row = await readDeadLetter(pool, id);
  if (!row) throw deadLetterNotFound();
  return row;
};

export type PreviewDeadLettersDeps = PreviewDeps & { pool: Pool };

type Body = Omit<DeadLetterPreview, 'token' | 'expires_at'>;

/** How many messages an action on dead letters would touch. */
export const previewDeadLetters: OperatorHandlerOf<PreviewDeadLettersDeps> = (deps) => async (request) => {
  const { action, ...target } = parseBody(previewDeadLettersSchema, request.body);
  const group = groupOf(target);
  const { previewed, body } = group
    ? await touchGroup(deps.pool, action, group, new Date(deps.now()))
    : touchOne(action, await readOne(deps.pool, target));
  return answerJson(200, { ...sealPreview(deps, previewed), ...body } satisfies DeadLetterPreview);
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
