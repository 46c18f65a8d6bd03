import {
  createOwnMerchantSchema,
  createOwnPortalLinkSchema,
  patchOwnMerchantSchema,
  type PlatformSummary,
} from '@delivery/contracts';
import { answerJson, type ApiRequest, type ApiRoute, parseBody, ProblemError } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { countPlatformEndpoints } from '../ledger/queries/endpoint-health.js';
import { readPlatform } from '../merchants/platform-queries.js';
import { countByStatus, countMerchants, listMerchants, type MerchantsOf, readMerchant } from '../merchants/queries.js';
import { countPlatformOrders } from '../orders/queries/timers.js';
import {
  changeMerchant,
  type ChangeMerchantDeps,
  type CreateMerchantDeps,
  provideKey,
  writeMerchant,
} from '../shared-api/change-merchants.js';
import { platformOf } from '../shared-api/check-bearer.js';
import { makePortalLink, type PortalAccessDeps } from '../shared-api/portal-access.js';
import {
  merchantNotFound,
  platformNotFound,
  readMerchantId,
  readMode,
  readPlatformId,
} from '../shared-api/read-params.js';
import { withHealth } from '../shared-api/view-merchants.js';

/** The merchants that the caller's token is for: intake-api has authenticated it. */
export const readOwnMerchants = (request: ApiRequest): MerchantsOf => ({
  platformId: readPlatformId(request),
  mode: readMode(request),
});

/** What is another platform's, or of the other mode, is not there. A merchant never changes either. */
export const ofPlatform = (pool: Pool, route: ApiRoute): ApiRoute => ({
  ...route,
  handle: async (request) => {
    await checkOwn(pool, readOwnMerchants(request), readMerchantId(request));
    return route.handle(request);
  },
});

const checkOwn = async (pool: Pool, { platformId, mode }: MerchantsOf, merchantId: string): Promise<void> => {
  const merchant = await readMerchant(pool, merchantId);
  if (merchant?.platform_id !== platformId || merchant.mode !== mode) throw merchantNotFound();
};

/** All of them are in the memory of every intake-api. */
const merchantMax = 20_000;

export const createOwnMerchant =
  (deps: CreateMerchantDeps): ApiRoute['handle'] =>
  async (request) => {
    const of = readOwnMerchants(request);
    const wanted = { ...parseBody(createOwnMerchantSchema, request.body), mode: of.mode };
    return writeMerchant(deps, wanted, platformOf(request), async (client) => {
      if ((await countMerchants(client, of, merchantMax)) >= merchantMax) throw tooMany();
      return provideKey(client, deps.sealer, of);
    });
  };

const tooMany = (): ProblemError =>
  new ProblemError(
    'merchant_limit_reached',
    `A platform can have at most ${merchantMax} merchants of a mode. Ask the operator of the service.`,
  );

export const changeOwnMerchant = (deps: ChangeMerchantDeps): ApiRoute['handle'] =>
  changeMerchant(deps, patchOwnMerchantSchema, platformOf, 'platform');

export const createOwnPortalLink =
  (deps: PortalAccessDeps): ApiRoute['handle'] =>
  async (request) => {
    const { merchant_id: merchantId, scope } = parseBody(createOwnPortalLinkSchema, request.body);
    await checkOwn(deps.pool, readOwnMerchants(request), merchantId);
    return makePortalLink(deps, { merchantId, scope }, platformOf(request));
  };

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
