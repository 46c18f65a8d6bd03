import { answerJson, type ApiRoute } from '@delivery/http-edge';
import { inSnapshot, type Pool } from '@delivery/postgres';
import { readOrderId } from '../http/read-params.js';
import { whyNoOrder } from '../http/why-no-order.js';
import { readTimeline } from '../timelines/queries/read-timeline.js';
import { toTimeline } from './order-timeline.js';

export const viewTimeline =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const orderId = readOrderId(request);
    const rows = await inSnapshot(deps.pool, (client) => readTimeline(client, orderId));
    if (!rows) throw await whyNoOrder(deps.pool, orderId);
    return answerJson(200, toTimeline(rows));
  };
