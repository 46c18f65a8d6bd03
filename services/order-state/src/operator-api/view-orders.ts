import { z } from 'zod';
import { merchantIdSchema, type OperatorOrder, operatorOrderListQuerySchema } from '@delivery/contracts';
import { answerJson, decodeCursor, encodeCursor, type QueryHandler, toPage, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { findOrders, findOrdersOf, type FoundOrderRow } from '../orders/queries/read-orders.js';

const cursorSchema = z.tuple([merchantIdSchema]);

/** The orders that merchants, or one of them, call by this `external_id`. */
export const viewOrders = (deps: { pool: Pool }): QueryHandler =>
  withQuery(operatorOrderListQuerySchema, async ({ limit, cursor, external_id: externalId, merchant_id }) => {
    const [afterMerchantId] = decodeCursor(cursorSchema, cursor) ?? [''];
    const rows =
      merchant_id === undefined
        ? await findOrders(deps.pool, { externalId, afterMerchantId, rowMax: limit + 1 })
        : await findOrdersOf(deps.pool, [merchant_id], externalId);
    const page = toPage(rows, limit, (row) => encodeCursor([row.merchant_id]));
    return answerJson(200, { ...page, data: page.data.map(toOrder) });
  });

const toOrder = (row: FoundOrderRow): OperatorOrder => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
