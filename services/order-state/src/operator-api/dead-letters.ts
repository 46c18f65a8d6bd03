import { z } from 'zod';
import { deadLetterGroupSchema, deadLetterListQuerySchema, type DeadLetterView } from '@delivery/contracts';
import {
  answerJson,
  type ApiRoute,
  decodeCursor,
  encodeCursor,
  noContent,
  parseBody,
  ProblemError,
  type QueryHandler,
  temporarilyUnavailable,
  toPage,
  withQuery,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import {
  type DeadLetterRow,
  deleteDeadLetter,
  listDeadLetters,
  markDeadLettersReplayed,
  readDeadLetter,
} from '../dead-letters/queries.js';
import { deleteGroup, replayGroup, type SettleDeps, toStored } from '../dead-letters/settle-dead-letters.js';
import { deadLetterNotFound, readDeadLetterId } from '../http/read-params.js';
import { checkGroupPreview, checkOnePreview, type PreviewDeadLettersDeps } from './preview-dead-letters.js';

export type DeadLetterDeps = SettleDeps & PreviewDeadLettersDeps & { logger: Logger };

const cursorSchema = z.tuple([z.guid()]);

export const viewDeadLetters = (deps: { pool: Pool }): QueryHandler =>
  withQuery(deadLetterListQuerySchema, async ({ limit, cursor, queue }) => {
    const rows = await listDeadLetters(deps.pool, {
      queue: queue ?? null,
      beforeId: decodeCursor(cursorSchema, cursor)?.[0] ?? null,
      rowMax: limit + 1,
    });
    const page = toPage(rows, limit, (row) => encodeCursor([row.id]));
    return answerJson(200, { ...page, data: page.data.map(toDeadLetter) });
  });

/** A replay that is refused again comes back to the list with its new reason. */
export const replayDeadLetter =
  (deps: DeadLetterDeps): ApiRoute['handle'] =>
  async (request) => {
    const row = await readDeadLetter(deps.pool, readDeadLetterId(request));
    if (!row) throw deadLetterNotFound();
    checkOnePreview(deps, request.headers, 'replay', row);
    if (row.erased_at) throw new ProblemError('dead_letter_erased', 'Its message was erased with the customer’s data.');
    await deps.replayDeadLetter(toStored(row)).catch(refuseUnconfirmed);
    await markDeadLettersReplayed(deps.pool, [row]);
    deps.logger.info({ deadLetterId: row.id, queue: row.queue }, 'dead_letter.replayed');
    return answerJson(200, toDeadLetter(row));
  };

/** All that were refused for one reason: until now, or until the preview that the caller was shown. */
export const replayDeadLetters =
  (deps: DeadLetterDeps): ApiRoute['handle'] =>
  async ({ body, headers }) => {
    const group = parseBody(deadLetterGroupSchema, body);
    const before = await checkGroupPreview(deps, headers, 'replay', group);
    const result = await replayGroup(unconfirmedRefused(deps), group, before);
    deps.logger.info({ ...group, ...result }, 'dead_letter.group_replayed');
    return answerJson(200, result);
  };

export const removeDeadLetter =
  (deps: DeadLetterDeps): ApiRoute['handle'] =>
  async (request) => {
    const deadLetterId = readDeadLetterId(request);
    const row = await readDeadLetter(deps.pool, deadLetterId);
    if (row) checkOnePreview(deps, request.headers, 'delete', row);
    if (!(await deleteDeadLetter(deps.pool, deadLetterId))) throw deadLetterNotFound();
    deps.logger.info({ deadLetterId }, 'dead_letter.deleted');
    return noContent;
  };

/** All that were refused for one reason: until now, or until the preview that the caller was shown. */
export const removeDeadLetters =
  (deps: DeadLetterDeps): ApiRoute['handle'] =>
  async ({ body, headers }) => {
    const group = parseBody(deadLetterGroupSchema, body);
    const before = await checkGroupPreview(deps, headers, 'delete', group);
    const result = await deleteGroup(deps, group, before);
    deps.logger.info({ ...group, ...result }, 'dead_letter.group_deleted');
    return answerJson(200, result);
  };

const unconfirmedRefused = (deps: DeadLetterDeps): DeadLetterDeps => ({
  ...deps,
  replayDeadLetter: (letter) => deps.replayDeadLetter(letter).catch(refuseUnconfirmed),
});

const refuseUnconfirmed = (error: unknown): never => {
  throw temporarilyUnavailable('The broker did not confirm a message. What it did confirm is done. Try again.', error);
};

const toDeadLetter = (row: DeadLetterRow): DeadLetterView => ({
  id: row.id,
  queue: row.queue,
  message_id: row.message_id,
  type: row.type,
  reason: row.reason,
  detail: row.detail,
  count: row.count,
  first_at: row.first_at.toISOString(),
  last_at: row.last_at.toISOString(),
  erased_at: row.erased_at?.toISOString() ?? null,
});
