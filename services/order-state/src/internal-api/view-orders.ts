import { deriveOrderId, orderStatusSchema, type OrderListEntry } from '@delivery/contracts';
import { z } from 'zod';
import { listOrders } from '../db/list-orders.js';
import type { Pool } from '../db/pool.js';
import type { OrderSummaryRow } from '../db/read-order.js';
import { answerJson, type ApiRoute } from '../http/api-route.js';
import { decodeCursor, encodeCursor, listQuery, toPage } from '../http/list-query.js';
import { parseQuery } from '../http/parse-input.js';
import { readMerchantId } from '../http/read-params.js';

const storableText = z
  .string()
  .max(255)
  .refine((text) => !text.includes('\0'), 'expected no U+0000');
const querySchema = z.object({
  ...listQuery,
  status: orderStatusSchema.optional(),
  external_id: storableText.optional(),
});
const cursorSchema = z.tuple([z.int().min(0).max(8.64e15), z.string().max(24)]);

export const viewOrders =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const { limit, cursor, status, external_id: value } = parseQuery(querySchema, request.query);
    const position = decodeCursor(cursorSchema, cursor);
    const rows = await listOrders(deps.pool, {
      merchantId,
      status,
      externalId: value === undefined ? undefined : { value, orderId: deriveOrderId(merchantId, value) },
      after: position && { createdAtMs: position[0], id: position[1] },
      rowMax: limit + 1,
    });
    const page = toPage(rows, limit, (row) => encodeCursor([row.created_at.getTime(), row.id]));
    return answerJson(200, { ...page, data: page.data.map(toListEntry) });
  };

const toListEntry = (row: OrderSummaryRow): OrderListEntry => ({
  id: row.id,
  external_id: row.external_id,
  display_id: row.display_id,
  status: row.status,
  updated_at: row.updated_at.toISOString(),
  created_at: row.created_at.toISOString(),
});
