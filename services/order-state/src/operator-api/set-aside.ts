import { z } from 'zod';
import { operatorActionSchema, setAsideIdSchema, setAsideListQuerySchema } from '@delivery/contracts';
import {
  answerJson,
  answerList,
  decodeCursor,
  noContent,
  parseBody,
  type QueryHandler,
  withQuery,
} from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import { insertActivity } from '../activity/queries.js';
import { insertUndecidedCommands } from '../orders/queries/commands.js';
import { listSetAside, retrySetAside, type SetAsideRow, takeSetAside } from '../orders/queries/set-aside.js';
import { withoutOrder } from '../orders/rules/decide-batch.js';
import { readSetAsideId, setAsideNotFound } from '../shared-api/read-params.js';
import { actorOf, type OperatorHandlerOf } from './rules/caller.js';

export type SetAsideCallDeps = { pool: Pool; now: () => number; sweepParkedSoon: () => void };

const cursorSchema = z.tuple([setAsideIdSchema]);

export const viewSetAside = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(setAsideListQuerySchema, async ({ limit, cursor }) => {
    const afterId = decodeCursor(cursorSchema, cursor)?.[0] ?? '';
    const rows = await listSetAside(pool, { afterId, rowMax: limit + 1 });
    return answerList(rows, limit, (row) => [row.id]);
  });

export const retryOne: OperatorHandlerOf<SetAsideCallDeps> = (deps) => async (request) => {
  const actor = actorOf(request, parseBody(operatorActionSchema, request.body));
  const row = await inTransaction(deps.pool, async (client) => {
    const retried = await retrySetAside(client, readSetAsideId(request), new Date(deps.now()));
    if (!retried) throw setAsideNotFound();
    await insertActivity(client, actor, { action: 'set_aside.retried', ...about(retried) });
    return retried;
  });
  deps.sweepParkedSoon();
  return answerJson(200, row);
};

/** A command is recorded as refused. The delivery of an attempt stays in flight, and its lease ends. */
export const discardOne: OperatorHandlerOf<SetAsideCallDeps> = (deps) => async (request) => {
  const actor = actorOf(request, parseBody(operatorActionSchema, request.body));
  await inTransaction(deps.pool, async (client) => {
    const taken = await takeSetAside(client, readSetAsideId(request));
    if (!taken) throw setAsideNotFound();
    if (taken.message) await insertUndecidedCommands(client, [refusalOf(taken.message)], new Date(deps.now()));
    await insertActivity(client, actor, { action: 'set_aside.discarded', ...about(taken) });
  });
  deps.sweepParkedSoon();
  return noContent;
};

const refusalOf = (message: Parameters<typeof insertUndecidedCommands>[1][number]['message']) => ({
  message,
  outcome: 'refused' as const,
  code: 'parked_expired' as const,
  detail: 'The database could not apply this command, and an operator discarded it.',
  ...withoutOrder,
});

const about = ({ id, order_id: orderId, reason }: SetAsideRow) => ({
  subject: { type: 'set_aside', id },
  detail: `order ${orderId}: ${reason}`,
});
