import type { OrderCommand, OrderLanes } from '@delivery/contracts';
import { answerJson, type ApiRoute } from '@delivery/http-edge';
import { inSnapshot, type Pool } from '@delivery/postgres';
import { toListEntry } from '../orders/search-orders.js';
import { ownOrderMissingProblem, readMerchantId, readOrderId } from '../shared-api/read-params.js';
import { isTruncated, toLanes } from '../timelines/lanes.js';
import { type CommandRow, laneRowMax, readLanes, readTimelineRows } from '../timelines/queries.js';

/** An order's history, and for each of its webhooks the state and the reason why it waits: all of one moment. */
export const viewOrderLanes =
  ({ pool, now }: { pool: Pool; now: () => number }): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, orderId] = [readMerchantId(request), readOrderId(request)];
    const read = await inSnapshot(pool, async (client) => {
      const rows = await readLanes(client, orderId, 'merchant');
      if (rows?.order.merchant_id !== merchantId) return undefined;
      return { rows, ...(await readTimelineRows(client, orderId, { reader: 'merchant', rowMax: laneRowMax })) };
    });
    if (!read) throw await ownOrderMissingProblem(pool, merchantId, orderId);
    const { rows, commands, events } = read;
    const found: OrderLanes = {
      order: toListEntry(rows.order),
      commands: commands.slice(0, laneRowMax).map(toCommand),
      events: events.slice(0, laneRowMax).map((event) => ({ ...event, at: event.at.toISOString() })),
      lanes: toLanes(rows, now()).map(({ lane }) => lane),
      truncated: isTruncated(rows) || commands.length > laneRowMax || events.length > laneRowMax,
    };
    return answerJson(200, found);
  };

const toCommand = ({ at, id, type, outcome, code, detail, after_sequence }: CommandRow): OrderCommand => ({
  at: at.toISOString(),
  id,
  type,
  outcome,
  code,
  detail,
  after_sequence,
});
