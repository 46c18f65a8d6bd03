import { merchantIdSchema, pageQuerySchema, type MerchantView } from '@delivery/contracts';
import { toEndpointView } from '../db/endpoint-row.js';
import { listEndpoints } from '../db/list-endpoints.js';
import { listMerchants, readMerchant, type MerchantRow } from '../db/list-merchants.js';
import type { Pool } from '../db/pool.js';
import { answerJson, type ApiRoute } from '../http/api-route.js';
import { decodeCursor, encodeCursor, toPage } from '../http/list-query.js';
import { parseQuery } from '../http/parse-input.js';
import { merchantNotFound, readMerchantId } from '../http/read-params.js';
import { z } from 'zod';

const cursorSchema = z.tuple([merchantIdSchema]);

/** Merchants without their endpoints, which one of them shows. */
export const viewMerchants =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async ({ query }) => {
    const { limit, cursor } = parseQuery(pageQuerySchema, query);
    const [afterId] = decodeCursor(cursorSchema, cursor) ?? [''];
    const rows = await listMerchants(deps.pool, { afterId, rowMax: limit + 1 });
    const page = toPage(rows, limit, (row) => encodeCursor([row.id]));
    return answerJson(200, { ...page, data: page.data.map(toMerchant) });
  };

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
  platform: { id: row.platform_id, name: row.platform_name },
  status: row.status,
  create_per_minute: row.create_per_minute,
  other_per_minute: row.other_per_minute,
  created_at: row.created_at.toISOString(),
  tokens: row.tokens.map(({ id, created_at }) => ({ id, created_at: new Date(created_at).toISOString() })),
});
