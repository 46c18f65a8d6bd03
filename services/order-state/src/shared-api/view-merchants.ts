import { z } from 'zod';
import {
  type EndpointHealth,
  merchantIdSchema,
  type merchantListQuerySchema,
  type MerchantSort,
} from '@delivery/contracts';
import { type Answer, answerJson, decodeCursor, type HandlerOf, toPage } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { type ListedMerchantRow, listMerchants, type MerchantListing } from '../dashboards/list-merchants.js';
import { endpointMax } from '../endpoints/change-endpoints.js';
import { listEndpoints, toEndpointView } from '../endpoints/queries/read-endpoints.js';
import { type EndpointHealthRow, listEndpointHealth } from '../ledger/queries/endpoint-health.js';
import { readMerchant } from '../merchants/queries.js';
import { merchantNotFound, readMerchantId } from './read-params.js';

/** Cursor of a list: its sort key and the id. */
const cursorOf = (sort: MerchantSort) =>
  z.tuple([z.literal(sort), sort === 'name' ? z.string().max(255) : z.string().regex(/^\d{1,18}$/), merchantIdSchema]);

/**
 * Merchants with the health of their endpoints; the endpoints are shown with one of them.
 * @param which `of`: which merchants the caller sees; `null`: all. `systemId`: the courier's system that serves them;
 * default: any or none
 */
export const answerMerchants = async (
  pool: Pool,
  { limit, cursor, q }: z.infer<typeof merchantListQuerySchema>,
  { sort = 'worst', ...which }: Pick<MerchantListing, 'of' | 'systemId'> & { sort?: MerchantSort },
): Promise<Answer> => {
  const position = decodeCursor(cursorOf(sort), cursor);
  const after = position && { key: position[1], id: position[2] };
  const rows = await listMerchants(pool, { sort, after, rowMax: limit + 1, q: q ?? null, ...which });
  const page = toPage(rows, limit, (row) => [sort, row.key, row.merchant_id]);
  return answerJson(200, { ...page, data: await withHealth(pool, page.data) });
};

export const withHealth = async (pool: Pool, rows: readonly ListedMerchantRow[]) => {
  const merchantIds = rows.map((row) => row.merchant_id);
  const rowMax = merchantIds.length * endpointMax;
  const health = await listEndpointHealth(pool, {
    ownerIds: merchantIds,
    mode: null,
    health: null,
    areFailing: false,
    after: null,
    rowMax,
  });
  return rows.map((row) =>
    toListEntry(
      row,
      health.filter((endpoint) => endpoint.merchant_id === row.merchant_id),
    ),
  );
};

/** Disabled endpoints, mostly disabled on purpose, do not hide failing ones. */
const fromWellToUnwell = [
  'ok',
  'paced',
  'disabled',
  'narrowed',
  'not_fetching',
  'breaker_open',
] as const satisfies readonly EndpointHealth[];

const toListEntry = (listed: ListedMerchantRow, endpoints: readonly EndpointHealthRow[]) => {
  const { rank: _, key: _key, failing_since, ...row } = listed;
  return {
    ...row,
    webhooks: {
      endpoints: endpoints.length,
      health: fromWellToUnwell.findLast((health) => endpoints.some((one) => one.health === health)) ?? null,
      failing_since,
      waiting: endpoints.reduce((sum, { waiting }) => sum + waiting, 0),
      untried: endpoints.length > 0 && endpoints.every(({ untried }) => untried),
    },
  };
};

export const viewMerchant: HandlerOf<{ pool: Pool }> = (deps) => async (request) =>
  answerJson(200, await readMerchantView(deps.pool, readMerchantId(request)));

export const readMerchantView = async (pool: Pool, merchantId: string) => {
  const row = await readMerchant(pool, merchantId);
  if (!row) throw merchantNotFound();
  const endpoints = await listEndpoints(pool, merchantId);
  return { ...row, webhook_endpoints: endpoints.map(toEndpointView) };
};
