import { type MerchantSummary, summaryCountMax } from '@delivery/contracts';
import { answerJson, type HandlerOf } from '@delivery/http-edge';
import { awaitAll, inTransaction, type Pool } from '@delivery/postgres';
import { countRecentDeliveries, countRecentOrders } from '../dashboards/usage-queries.js';
import { listOwnEndpointHealth } from '../ledger/queries/endpoint-health.js';
import { readMerchant } from '../merchants/queries.js';
import { countLateOrders } from '../orders/queries/timers.js';
import { merchantNotFound, readMerchantId } from '../shared-api/read-params.js';

const recentMs = 24 * 3_600_000;
/** The minute that is counted from stays the same while a page asks again and again, so that an unchanged answer is one. */
const stepMs = 60_000;

/** Whether everything is all right with one merchant's orders and webhooks, over one connection: a merchant's turn is worth no more. */
export const viewSummary: HandlerOf<{ pool: Pool; now: () => number }> = (deps) => async (request) => {
  const merchantId = readMerchantId(request);
  const since = new Date(Math.floor((deps.now() - recentMs) / stepMs) * stepMs);
  const recent = { merchantId, since, rowMax: summaryCountMax };
  const { merchant, orders, late, deliveries, endpoints } = await inTransaction(deps.pool, (client) =>
    awaitAll({
      merchant: readMerchant(client, merchantId),
      orders: countRecentOrders(client, recent),
      late: countLateOrders(client, merchantId),
      deliveries: countRecentDeliveries(client, recent),
      endpoints: listOwnEndpointHealth(client, merchantId),
    }),
  );
  if (!merchant) throw merchantNotFound();
  const summary: MerchantSummary = {
    merchant: { id: merchantId, name: merchant.name, mode: merchant.mode, time_zone: merchant.time_zone },
    since: since.toISOString(),
    orders: {
      by_status: Object.fromEntries(orders.map(({ status, count }) => [status, count])),
      truncated: isTruncated(orders),
    },
    late_orders: late,
    deliveries: {
      by_state: Object.fromEntries(deliveries.map(({ state, count }) => [state, count])),
      truncated: isTruncated(deliveries),
    },
    endpoints: endpoints.map(({ id, health, waiting, failing_since, untried }) => ({
      id,
      health,
      waiting,
      failing_since: failing_since?.toISOString() ?? null,
      untried,
    })),
  };
  return answerJson(200, summary);
};

const isTruncated = (rows: readonly { count: number }[]): boolean =>
  rows.reduce((sum, { count }) => sum + count, 0) >= summaryCountMax;
