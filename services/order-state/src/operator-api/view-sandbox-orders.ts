import { z } from 'zod';
import { type OperatorSandboxOrder, operatorSandboxOrderListQuerySchema, orderIdSchema } from '@delivery/contracts';
import { answerJson, decodeCursor, encodeCursor, type QueryHandler, toPage, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { listSandboxOrders, type SandboxOrderRow } from '../orders/queries/sandbox.js';

const cursorSchema = z.tuple([orderIdSchema]);

const afterExpected = 'after: expected a next_cursor of this list, unchanged.';

/** What a simulated courier's system works on. */
export const viewSandboxOrders = (deps: { pool: Pool }): QueryHandler =>
  withQuery(operatorSandboxOrderListQuerySchema, async ({ limit, after }) => {
    const [afterId] = decodeCursor(cursorSchema, after, afterExpected) ?? [''];
    const rows = await listSandboxOrders(deps.pool, { afterId, rowMax: limit + 1 });
    const page = toPage(rows, limit, (row) => encodeCursor([row.id]));
    return answerJson(200, { ...page, data: page.data.map(toView) });
  });

const toView = (row: SandboxOrderRow): OperatorSandboxOrder => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  ready_at: row.ready_at.toISOString(),
});
