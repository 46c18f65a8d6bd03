import {
  changeMerchantSettingsSchema,
  type MerchantSettings,
  type MerchantSummary,
  summaryCountMax,
} from '@delivery/contracts';
import { answerJson, type HandlerOf, parseBody } from '@delivery/http-edge';
import { awaitAll, inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { insertActivity } from '../activity/queries.js';
import { listChanges } from '../activity/rules/changes.js';
import { countRecentDeliveries, countRecentOrders, listRecentIncidents } from '../dashboards/usage-queries.js';
import { listOwnEndpointHealth } from '../ledger/queries/endpoint-health.js';
import { readMerchant, saveTimeZone } from '../merchants/queries.js';
import { countLateOrders, countOrdersWithoutCourier } from '../orders/queries/timers.js';
import { merchantOf } from '../shared-api/check-bearer.js';
import { merchantNotFound, readMerchantId } from '../shared-api/read-params.js';

const recentMs = 24 * 3_600_000;
/**
 * The minute that is counted from stays the same while a page asks again and again, so that an unchanged answer is one.
 */
const stepMs = 60_000;

/**
 * Whether everything is all right with one merchant's orders and webhooks, over one connection: a merchant's turn is
 * worth no more.
 */
export const viewSummary: HandlerOf<{ pool: Pool; now: () => number }> = (deps) => async (request) => {
  const merchantId = readMerchantId(request);
  const since = new Date(Math.floor((deps.now() - recentMs) / stepMs) * stepMs);
  const recent = { ownerId: merchantId, since, rowMax: summaryCountMax };
  const { merchant, orders, late, withoutCourier, deliveries, endpoints, incidents } = await inTransaction(
    deps.pool,
    (client) =>
      awaitAll({
        merchant: readMerchant(client, merchantId),
        orders: countRecentOrders(client, recent),
        late: countLateOrders(client, merchantId),
        withoutCourier: countOrdersWithoutCourier(client, merchantId),
        deliveries: countRecentDeliveries(client, recent),
        endpoints: listOwnEndpointHealth(client, merchantId),
        incidents: listRecentIncidents(client, recent),
      }),
  );
  if (!merchant) throw merchantNotFound();
  const summary: Omit<MerchantSummary, 'endpoints' | 'incidents'> = {
    merchant: { id: merchantId, name: merchant.name, mode: merchant.mode, time_zone: merchant.time_zone },
    since: since.toISOString(),
    orders: {
      by_status: Object.fromEntries(orders.map(({ status, count }) => [status, count])),
      truncated: isTruncated(orders),
    },
    late_orders: late,
    orders_without_courier: withoutCourier,
    deliveries: {
      by_state: Object.fromEntries(deliveries.map(({ state, count }) => [state, count])),
      truncated: isTruncated(deliveries),
    },
  };
  return answerJson(200, { ...summary, endpoints, incidents });
};

const isTruncated = (rows: readonly { count: number }[]): boolean =>
  rows.reduce((sum, { count }) => sum + count, 0) >= summaryCountMax;

export const viewMerchantSettings: HandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const merchant = await readMerchant(deps.pool, readMerchantId(request));
  if (!merchant) throw merchantNotFound();
  return answerJson(200, { time_zone: merchant.time_zone } satisfies MerchantSettings);
};

/** Setting an equal value is no change, and the activity log records none. */
export const changeMerchantSettings: HandlerOf<{ pool: Pool; logger: Logger }> = (deps) => async (request) => {
  const merchantId = readMerchantId(request);
  const settings = parseBody(changeMerchantSettingsSchema, request.body);
  const isChanged = await inTransaction(deps.pool, async (client) => {
    const before = await saveTimeZone(client, merchantId, settings.time_zone);
    if (!before && !(await readMerchant(client, merchantId))) throw merchantNotFound();
    if (!before) return false;
    const subject = { type: 'merchant', id: merchantId };
    const changes = listChanges(before, settings);
    await insertActivity(client, merchantOf(request), {
      action: 'merchant.changed',
      subject,
      ownerId: merchantId,
      changes,
    });
    return true;
  });
  if (isChanged) deps.logger.info({ merchantId }, 'merchant.changed');
  return answerJson(200, settings satisfies MerchantSettings);
};
