import { z } from 'zod';
import { deadLetterListQuerySchema, type DeadLetterView } from '@delivery/contracts';
import {
  answerJson,
  type ApiRoute,
  decodeCursor,
  encodeCursor,
  noContent,
  ProblemError,
  type QueryHandler,
  temporarilyUnavailable,
  toPage,
  withQuery,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { deadLetterNotFound, readDeadLetterId } from '../http/read-params.js';
import type { StoredDeadLetter } from '../operations/publish-dead-letter.js';
import { deleteDeadLetter } from '../operations/sql/delete-dead-letter.js';
import { type DeadLetterRow, listDeadLetters, readDeadLetter } from '../operations/sql/list-dead-letters.js';
import { markDeadLetterReplayed } from '../operations/sql/mark-dead-letter-replayed.js';

export type DeadLetterDeps = {
  pool: Pool;
  /** Puts the message back into its queue; resolves when the broker has confirmed it. */
  replayDeadLetter: (letter: StoredDeadLetter) => Promise<void>;
  logger: Logger;
};

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
    if (row.erased_at) throw new ProblemError('dead_letter_erased', 'Its message was erased with the customer’s data.');
    try {
      await deps.replayDeadLetter({
        queue: row.queue,
        messageId: row.message_id,
        type: row.type,
        correlationId: row.correlation_id,
        traceparent: row.traceparent,
        body: row.body,
      });
    } catch (error) {
      throw temporarilyUnavailable('The broker did not confirm the message. Try again.', error);
    }
    await markDeadLetterReplayed(deps.pool, row.id, row.count);
    deps.logger.info({ deadLetterId: row.id, queue: row.queue }, 'dead_letter.replayed');
    return answerJson(200, toDeadLetter(row));
  };

export const removeDeadLetter =
  (deps: { pool: Pool; logger: Logger }): ApiRoute['handle'] =>
  async (request) => {
    const deadLetterId = readDeadLetterId(request);
    if (!(await deleteDeadLetter(deps.pool, deadLetterId))) throw deadLetterNotFound();
    deps.logger.info({ deadLetterId }, 'dead_letter.deleted');
    return noContent;
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
