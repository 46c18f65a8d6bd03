import { type OperatorOrderLanes, paymentSchema } from '@delivery/contracts';
import { answerJson, type ApiRoute } from '@delivery/http-edge';
import { inSnapshot, type Pool } from '@delivery/postgres';
import { toOperatorOrder } from '../orders/search-orders.js';
import { orderMissingProblem, readOrderId } from '../shared-api/read-params.js';
import { isTruncated, toLanes } from '../timelines/lanes.js';
import { type LaneEndpointRow, readLanes } from '../timelines/queries.js';

/** For each webhook of an order its state and the reason why it waits, and how much may be in flight to each endpoint. */
export const viewLanes =
  ({ pool, now }: { pool: Pool; now: () => number }): ApiRoute['handle'] =>
  async (request) => {
    const orderId = readOrderId(request);
    const rows = await inSnapshot(pool, (client) => readLanes(client, orderId, 'operator'));
    if (!rows) throw await orderMissingProblem(pool, orderId);
    const { order } = rows;
    const found: OperatorOrderLanes = {
      order: {
        ...toOperatorOrder(order),
        reason_code: order.reason_code,
        no_courier_since: order.no_courier_since?.toISOString() ?? null,
        payment: paymentSchema.nullable().parse(order.payment),
      },
      lanes: toLanes(rows, now()).map(({ row, lane: { endpoint, deliveries } }) => ({
        endpoint: { ...endpoint, window: toWindow(row) },
        deliveries,
      })),
      truncated: isTruncated(rows),
    };
    return answerJson(200, found);
  };

const toWindow = (row: LaneEndpointRow): OperatorOrderLanes['lanes'][number]['endpoint']['window'] => ({
  size: row.size,
  in_flight: row.in_flight,
  probe_at: row.probe_at?.toISOString() ?? null,
});
