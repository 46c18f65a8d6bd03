import { z } from 'zod';
import { deriveOrderId, orderListQuerySchema } from '@delivery/contracts';
import {
  type Answer,
  answerJson,
  decodeCursor,
  encodeCursor,
  type QueryHandler,
  toPage,
  withQuery,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { readMerchantId } from '../http/read-params.js';
import {
  listOrders,
  listUpdatedOrders,
  type OrderListing,
  type OrderSummaryRow,
} from '../orders/queries/read-orders.js';
import { toListEntry } from '../orders/to-list-entry.js';

type OrderListQuery = z.infer<typeof orderListQuerySchema>;

const msSchema = z.int().min(0).max(8.64e15);
const idSchema = z.string().max(24);
const cursorSchema = z.tuple([msSchema, idSchema]);
/** Marked, so that a cursor of the one order of entries cannot be taken for one of the other. */
const updatedCursorSchema = z.tuple([z.literal('updated'), msSchema, idSchema]);

export const viewOrders = (deps: { pool: Pool }): QueryHandler =>
  withQuery(orderListQuerySchema, async (query, request) => {
    const merchantId = readMerchantId(request);
    return query.updated_since === undefined
      ? viewNewest(deps.pool, merchantId, query)
      : viewUpdated(deps.pool, merchantId, query, query.updated_since);
  });

const viewNewest = async (pool: Pool, merchantId: string, query: OrderListQuery): Promise<Answer> => {
  const position = decodeCursor(cursorSchema, query.cursor);
  const rows = await listOrders(pool, {
    ...toListing(merchantId, query),
    after: position && { createdAtMs: position[0], id: position[1] },
  });
  return toAnswer(rows, query.limit, (row) => encodeCursor([row.created_at.getTime(), row.id]));
};

const viewUpdated = async (
  pool: Pool,
  merchantId: string,
  query: OrderListQuery,
  updatedSince: string,
): Promise<Answer> => {
  const [, updatedAtMs, id] = decodeCursor(updatedCursorSchema, query.cursor) ?? ['', Date.parse(updatedSince), ''];
  const rows = await listUpdatedOrders(pool, { ...toListing(merchantId, query), after: { updatedAtMs, id } });
  return toAnswer(rows, query.limit, (row) => encodeCursor(['updated', row.updated_at.getTime(), row.id]));
};

const toListing = (merchantId: string, query: OrderListQuery): OrderListing => ({
  merchantId,
  status: query.status,
  externalId:
    query.external_id === undefined
      ? undefined
      : { value: query.external_id, orderId: deriveOrderId(merchantId, query.external_id) },
  sinceMs: query.since === undefined ? undefined : Date.parse(query.since),
  rowMax: query.limit + 1,
});

const toAnswer = (
  rows: readonly OrderSummaryRow[],
  limit: number,
  cursorOf: (row: OrderSummaryRow) => string,
): Answer => {
  const page = toPage(rows, limit, cursorOf);
  return answerJson(200, { ...page, data: page.data.map(toListEntry) });
};
