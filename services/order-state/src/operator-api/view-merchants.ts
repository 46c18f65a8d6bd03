import { z } from 'zod';
import {
  endpointHealths,
  merchantIdSchema,
  type MerchantListEntry,
  type MerchantView,
  pageQuerySchema,
} from '@delivery/contracts';
import {
  answerJson,
  type ApiRoute,
  decodeCursor,
  encodeCursor,
  type QueryHandler,
  toPage,
  withQuery,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { endpointMax } from '../endpoints/add-endpoint.js';
import { listEndpoints, toEndpointView } from '../endpoints/queries/read-endpoints.js';
import { merchantNotFound, readMerchantId } from '../http/read-params.js';
import { type EndpointHealthRow, listEndpointHealth } from '../ledger/queries/endpoint-health.js';
import { listMerchants, type MerchantRow, readMerchant } from '../merchants/queries.js';

const cursorSchema = z.tuple([merchantIdSchema]);

/** Merchants with the health of their endpoints; the endpoints are shown with one of them. */
export const viewMerchants = (deps: { pool: Pool }): QueryHandler =>
  withQuery(pageQuerySchema, async ({ limit, cursor }) => {
    const [afterId] = decodeCursor(cursorSchema, cursor) ?? [''];
    const rows = await listMerchants(deps.pool, { afterId, rowMax: limit + 1 });
    const page = toPage(rows, limit, (row) => encodeCursor([row.id]));
    const merchantIds = page.data.map(({ id }) => id);
    const health = await listEndpointHealth(deps.pool, {
      merchantIds,
      health: null,
      after: null,
      rowMax: merchantIds.length * endpointMax,
    });
    const data = page.data.map((row) =>
      toListEntry(
        row,
        health.filter((endpoint) => endpoint.merchant_id === row.id),
      ),
    );
    return answerJson(200, { ...page, data });
  });

const toListEntry = (row: MerchantRow, endpoints: readonly EndpointHealthRow[]): MerchantListEntry => ({
  ...toMerchant(row),
  webhooks: {
    endpoints: endpoints.length,
    health: endpointHealths.findLast((health) => endpoints.some((one) => one.health === health)) ?? null,
    waiting: endpoints.reduce((sum, { waiting }) => sum + waiting, 0),
  },
});

export const viewMerchant =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async (request) =>
    answerJson(200, await readMerchantView(deps.pool, readMerchantId(request)));

export const readMerchantView = async (pool: Pool, merchantId: string): Promise<MerchantView> => {
  const row = await readMerchant(pool, merchantId);
  if (!row) throw merchantNotFound();
  const endpoints = await listEndpoints(pool, merchantId);
  return { ...toMerchant(row), webhook_endpoints: endpoints.map(toEndpointView) };
};

const toMerchant = (row: MerchantRow): Omit<MerchantView, 'webhook_endpoints'> => ({
  merchant_id: row.id,
  name: row.name,
  mode: row.mode,
  platform: { id: row.platform_id, name: row.platform_name },
  status: row.status,
  create_per_minute: row.create_per_minute,
  other_per_minute: row.other_per_minute,
  created_at: row.created_at.toISOString(),
  tokens: row.tokens.map(({ id, created_at }) => ({ id, created_at: new Date(created_at).toISOString() })),
});
