import { merchantIdSchema, operatorOrderListQuerySchema, type OperatorOrder } from '@delivery/contracts';
import { z } from 'zod';
import { findOrders, findOrdersOf, type FoundOrderRow } from '../orders/sql/find-orders.js';
import type { Pool } from '@delivery/postgres';
import { answerJson, type ListRoute } from '../http/api-route.js';
import { decodeCursor, encodeCursor, toPage } from '../http/list-query.js';
import { parseQuery } from '../http/parse-input.js';

const cursorSchema = z.tuple([merchantIdSchema]);

/** The orders that merchants, or one of them, call by this `external_id`. */
export const viewOrders =
  (deps: { pool: Pool }): ListRoute['list'] =>
  async (request) => {
    const {
      limit,
      cursor,
      external_id: externalId,
      merchant_id,
    } = parseQuery(operatorOrderListQuerySchema, request.query);
    const [afterMerchantId] = decodeCursor(cursorSchema, cursor) ?? [''];
    const rows =
      merchant_id === undefined
        ? await findOrders(deps.pool, { externalId, afterMerchantId, rowMax: limit + 1 })
        : await findOrdersOf(deps.pool, [merchant_id], externalId);
    const page = toPage(rows, limit, (row) => encodeCursor([row.merchant_id]));
    return answerJson(200, { ...page, data: page.data.map(toOrder) });
  };

const toOrder = (row: FoundOrderRow): OperatorOrder => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
