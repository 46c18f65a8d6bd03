import { z } from 'zod';
import { deliveryListQuerySchema, type DeliveryView, type DeliveryWithAttempts } from '@delivery/contracts';
import {
  answerJson,
  type ApiRoute,
  decodeCursor,
  encodeCursor,
  type QueryHandler,
  toPage,
  withQuery,
} from '@delivery/http-edge';
import { inSnapshot, type Pool } from '@delivery/postgres';
import { type DeliveryRow, listAttempts, listDeliveries, readDelivery } from '../ledger/queries/read-deliveries.js';
import { deliveryNotFound, readDeliveryId, readMerchantId } from './read-params.js';

const cursorSchema = z.tuple([z.guid()]);

export const viewDeliveries = (deps: { pool: Pool }): QueryHandler =>
  withQuery(
    deliveryListQuerySchema,
    async ({ limit, cursor, order_id, endpoint_id, state, event, webhook_id, since }, request) => {
      const merchantId = readMerchantId(request);
      const rows = await listDeliveries(deps.pool, {
        merchantId,
        orderId: order_id,
        endpointId: endpoint_id,
        state,
        event,
        webhookId: webhook_id,
        sinceMs: since === undefined ? undefined : Date.parse(since),
        beforeId: decodeCursor(cursorSchema, cursor)?.[0],
        rowMax: limit + 1,
      });
      const page = toPage(rows, limit, (row) => encodeCursor([row.id]));
      return answerJson(200, { ...page, data: page.data.map(toDeliveryView) });
    },
  );

export const viewDelivery =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const row = await readDelivery(deps.pool, readMerchantId(request), readDeliveryId(request));
    if (!row) throw deliveryNotFound();
    const attempts = await inSnapshot(deps.pool, (client) =>
      listAttempts(client, { orderId: row.order_id, deliveryId: row.id }),
    );
    const delivery: DeliveryWithAttempts = {
      ...toDeliveryView(row),
      attempts: attempts.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })),
    };
    return answerJson(200, delivery);
  };

export const toDeliveryView = (row: DeliveryRow): DeliveryView => ({
  ...row,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
});
