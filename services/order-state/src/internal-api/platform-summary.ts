import type { PlatformSummary } from '@delivery/contracts';
import { answerJson, type ApiRoute } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { countPlatformEndpoints } from '../ledger/queries/endpoint-health.js';
import { readPlatform } from '../merchants/platform-queries.js';
import { countByStatus, listMerchants } from '../merchants/queries.js';
import { countPlatformOrders } from '../orders/queries/timers.js';
import { platformNotFound } from '../shared-api/read-params.js';
import { withHealth } from '../shared-api/view-merchants.js';
import { readOwnMerchants } from './platform-merchants.js';

const unwellMax = 20;

/** One statement after the other, each with a connection of its own: a platform's turn is worth one. */
export const viewPlatformSummary =
  ({ pool }: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const of = readOwnMerchants(request);
    const platform = await readPlatform(pool, of.platformId);
    if (!platform) throw platformNotFound();
    const worst = await listMerchants(pool, { after: undefined, rowMax: unwellMax, q: null, of });
    const endpoints = await countPlatformEndpoints(pool, of);
    const summary: PlatformSummary = {
      platform: { id: platform.id, name: platform.name, mode: of.mode },
      merchants: await countByStatus(pool, of),
      orders: await countPlatformOrders(pool, of),
      endpoints: Object.fromEntries(endpoints.map(({ health, count }) => [health, count])),
      unwell: await withHealth(
        pool,
        worst.filter(({ rank }) => rank > 0),
      ),
    };
    return answerJson(200, summary);
  };
