import { z } from 'zod';
import {
  type EndpointHealth,
  merchantIdSchema,
  type MerchantListEntry,
  type merchantListQuerySchema,
  type MerchantSort,
  type MerchantView,
} from '@delivery/contracts';
import { type Answer, answerJson, decodeCursor, type HandlerOf, toPage } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { type ListedMerchantRow, listMerchants, type MerchantListing } from '../dashboards/list-merchants.js';
import { endpointMax } from '../endpoints/change-endpoints.js';
import { listEndpoints, type OwnEndpointView, toEndpointView } from '../endpoints/queries/read-endpoints.js';
import { type EndpointHealthRow, listEndpointHealth } from '../ledger/queries/endpoint-health.js';
import { type MerchantRow, readMerchant } from '../merchants/queries.js';
import { merchantNotFound, readMerchantId } from './read-params.js';

/** Of a list that is sorted so: what it is sorted by, and the id. */
const cursorOf = (sort: MerchantSort) =>
  z.tuple([z.literal(sort), sort === 'name' ? z.string().max(255) : z.string().regex(/^\d{1,18}$/), merchantIdSchema]);

/**
 * Merchants with the health of their endpoints; the endpoints are shown with one of them.
 * @param which `of`: which merchants the caller sees; `null`: all. `systemId`: the courier's system that serves them; default: any or none
 */
export const answerMerchants = async (
  pool: Pool,
  { limit, cursor, q }: z.infer<typeof merchantListQuerySchema>,
  { sort = 'worst', ...which }: Pick<MerchantListing, 'of' | 'systemId'> & { sort?: MerchantSort },
): Promise<Answer> => {
  const position = decodeCursor(cursorOf(sort), cursor);
  const after = position && { key: position[1], id: position[2] };
  const rows = await listMerchants(pool, { sort, after, rowMax: limit + 1, q: q ?? null, ...which });
  const page = toPage(rows, limit, (row) => [sort, row.key, row.id]);
  return answerJson(200, { ...page, data: await withHealth(pool, page.data) });
};

export const withHealth = async (pool: Pool, rows: readonly ListedMerchantRow[]): Promise<MerchantListEntry[]> => {
  const merchantIds = rows.map(({ id }) => id);
  const rowMax = merchantIds.length * endpointMax;
  const health = await listEndpointHealth(pool, {
    merchantIds,
    mode: null,
    health: null,
    areFailing: false,
    after: null,
    rowMax,
  });
  return rows.map((row) =>
    toListEntry(
      row,
      health.filter((endpoint) => endpoint.merchant_id === row.id),
    ),
  );
};

/** What was disabled, mostly on purpose, does not hide what fails. */
const fromWellToUnwell = [
  'ok',
  'paced',
  'disabled',
  'narrowed',
  'not_fetching',
  'breaker_open',
] as const satisfies readonly EndpointHealth[];

const toListEntry = (row: ListedMerchantRow, endpoints: readonly EndpointHealthRow[]): MerchantListEntry => ({
  ...toMerchant(row),
  last_order_at: row.last_order_at?.toISOString() ?? null,
  webhooks: {
    endpoints: endpoints.length,
    health: fromWellToUnwell.findLast((health) => endpoints.some((one) => one.health === health)) ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    waiting: endpoints.reduce((sum, { waiting }) => sum + waiting, 0),
    untried: endpoints.length > 0 && endpoints.every(({ untried }) => untried),
  },
});

export const viewMerchant: HandlerOf<{ pool: Pool }> = (deps) => async (request) =>
  answerJson(200, await readMerchantView(deps.pool, readMerchantId(request)));

type MerchantWithEndpoints = Omit<MerchantView, 'webhook_endpoints'> & { webhook_endpoints: OwnEndpointView[] };

export const readMerchantView = async (pool: Pool, merchantId: string): Promise<MerchantWithEndpoints> => {
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
  reference: row.reference,
  status: row.status,
  disabled_by: row.disabled_by,
  create_per_minute: row.create_per_minute,
  other_per_minute: row.other_per_minute,
  tracking_page: row.tracking_page,
  time_zone: row.time_zone,
  created_at: row.created_at.toISOString(),
  tokens: row.tokens.map((token) => ({ ...token, created_at: new Date(token.created_at).toISOString() })),
});
