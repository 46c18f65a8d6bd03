import {
  createOwnMerchantSchema,
  createOwnPlatformTokenSchema,
  createOwnPortalLinkSchema,
  merchantListQuerySchema,
  patchOwnMerchantSchema,
  platformOwnerId,
  type PlatformSummary,
  type PlatformTokenList,
  type PlatformTokenView,
  rotateOwnKeySchema,
} from '@delivery/contracts';
import {
  answerJson,
  type ApiRequest,
  type ApiRoute,
  change,
  get,
  type HandlerOf,
  list,
  parseBody,
  ProblemError,
  withQuery,
} from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { listMerchants } from '../dashboards/list-merchants.js';
import { countPlatformEndpoints, listOwnEndpointHealth } from '../ledger/queries/endpoint-health.js';
import { hasToken } from '../merchants/credential-queries.js';
import { readPlatform } from '../merchants/platform-queries.js';
import { countByStatus, type MerchantsOf, readMerchant } from '../merchants/queries.js';
import { countPlatformOrders } from '../orders/queries/timers.js';
import {
  changeMerchant,
  type ChangeMerchantDeps,
  type CreateMerchantDeps,
  writeMerchant,
} from '../shared-api/change-merchants.js';
import { platformOf } from '../shared-api/check-bearer.js';
import { rotateKey } from '../shared-api/platform-keys.js';
import {
  makePortalLink,
  type PortalAccessDeps,
  removePortalSession,
  viewPortalSessions,
} from '../shared-api/portal-access.js';
import {
  createRateBound,
  merchantNotFound,
  platformNotFound,
  type RateBound,
  readMerchantId,
  readMode,
  readPlatformId,
  tokenNotFound,
} from '../shared-api/read-params.js';
import { type ContactDeps, removeStore, replaceStore, viewStore } from '../shared-api/stores-and-contacts.js';
import {
  addPlainToken,
  addTokenOfPlatform,
  ofMerchant,
  type PlatformTokenDeps,
  readTokensOfMode,
  removeToken,
  removeTokenOfPlatform,
} from '../shared-api/tokens.js';
import { answerMerchants, viewMerchant, withHealth } from '../shared-api/view-merchants.js';
import { viewOrderTimes } from '../shared-api/view-order-times.js';
import { viewMerchantUsage, viewOwnUsage } from '../shared-api/view-usage.js';
import { viewStores } from '../shared-api/views.js';
import { viewPlatformFeed } from './view-feed.js';

/** The merchants that the caller's token is for: intake-api has authenticated it. */
const readOwnMerchants = (request: ApiRequest): MerchantsOf => ({
  platformId: readPlatformId(request),
  mode: readMode(request),
});

/** A merchant of another platform or mode does not exist here. A merchant never changes either. */
const ofPlatform = (pool: Pool, route: ApiRoute): ApiRoute => ({
  ...route,
  handle: async (request) => {
    await checkOwn(pool, readOwnMerchants(request), readMerchantId(request));
    return route.handle(request);
  },
});

const checkOwn = async (pool: Pool, { platformId, mode }: MerchantsOf, merchantId: string): Promise<void> => {
  const merchant = await readMerchant(pool, merchantId);
  if (merchant?.platform.id !== platformId || merchant.mode !== mode) throw merchantNotFound();
};

/** All of them are in the memory of every intake-api. */
const merchantMax = 20_000;

const createOwnMerchant: HandlerOf<CreateMerchantDeps> = (deps) => async (request) => {
  const of = readOwnMerchants(request);
  const wanted = { ...parseBody(createOwnMerchantSchema, request.body), mode: of.mode };
  const findPlatform = () => Promise.resolve(of.platformId);
  return writeMerchant(deps, wanted, platformOf(request), { findPlatform, merchantMax });
};

const changeOwnMerchant = (deps: ChangeMerchantDeps): ApiRoute['handle'] =>
  changeMerchant(deps, patchOwnMerchantSchema, platformOf, 'platform');

const createOwnPortalLink: HandlerOf<PortalAccessDeps> = (deps) => async (request) => {
  const { merchant_id: merchantId, scope, may_switch } = parseBody(createOwnPortalLinkSchema, request.body);
  const of = readOwnMerchants(request);
  await checkOwn(deps.pool, of, merchantId);
  const platformId = may_switch ? of.platformId : null;
  return makePortalLink(deps, { merchantId, scope, platformId }, platformOf(request));
};

const unwellMax = 20;

/** One statement after the other, each with a connection of its own: a platform's turn is worth one. */
const viewPlatformSummary: HandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const of = readOwnMerchants(request);
  const platform = await readPlatform(deps.pool, of.platformId);
  if (!platform) throw platformNotFound();
  const worst = await listMerchants(deps.pool, { sort: 'worst', after: undefined, rowMax: unwellMax, q: null, of });
  const endpoints = await countPlatformEndpoints(deps.pool, of);
  const summary: Omit<PlatformSummary, 'own_endpoints' | 'unwell'> = {
    platform: { id: platform.id, name: platform.name, mode: of.mode },
    merchants: await countByStatus(deps.pool, of),
    orders: await countPlatformOrders(deps.pool, of),
    endpoints: Object.fromEntries(endpoints.map(({ health, count }) => [health, count])),
  };
  const own = await listOwnEndpointHealth(deps.pool, platformOwnerId(of.platformId, of.mode));
  const unwell = await withHealth(
    deps.pool,
    worst.filter(({ rank }) => rank > 0),
  );
  return answerJson(200, { ...summary, own_endpoints: own, unwell });
};

/** The platform's own tokens, of the mode of the one that it calls with. */
const viewOwnTokens: HandlerOf<{ pool: Pool }> = (deps) => async (request) => {
  const { platformId, mode } = readOwnMerchants(request);
  const answer: PlatformTokenList = { data: await readTokensOfMode(deps.pool, platformId, mode) };
  return answerJson(200, answer);
};

const addOwnToken = (deps: PlatformTokenDeps): ApiRoute['handle'] =>
  addTokenOfPlatform(deps, platformOf, (request) => ({
    ...parseBody(createOwnPlatformTokenSchema, request.body),
    mode: readOwnMerchants(request).mode,
  }));

/** It writes all of the platform's merchants, under the directory's lock. */
const keyBound: RateBound = { perMinute: 6, what: 'The key of a platform can be rotated' };

const rotateOwnKey = (deps: CreateMerchantDeps): ApiRoute['handle'] => {
  const check = createRateBound(keyBound);
  return rotateKey(deps, (request) => {
    const { platformId, mode } = readOwnMerchants(request);
    check(platformId);
    return { ...parseBody(rotateOwnKeySchema, request.body), mode, actor: platformOf(request) };
  });
};

/** Not the last one that may add another: only the operator could let the platform in again. */
const removeOwnToken = (deps: PlatformTokenDeps): ApiRoute['handle'] =>
  removeTokenOfPlatform(deps, platformOf, async (client, tokenId, request) => {
    const { platformId, mode } = readOwnMerchants(request);
    if (!(await hasToken(client, platformOwnerId(platformId, mode), tokenId))) throw tokenNotFound();
    const adding = (await readTokensOfMode(client, platformId, mode)).filter(mayAdd);
    if (adding.length === 1 && adding[0]?.id === tokenId) throw lastToken();
  });

const mayAdd = ({ scopes }: PlatformTokenView): boolean => scopes.includes('merchants:write');

const lastToken = (): ProblemError =>
  new ProblemError(
    'last_token',
    'This is your last token of this mode with the scope merchants:write: without it you could not add another. ' +
      'Add one, use it, then revoke this one.',
  );

export type PlatformRoutesDeps = CreateMerchantDeps &
  ChangeMerchantDeps &
  PortalAccessDeps &
  ContactDeps & { logger: Logger; now: () => number };

const platform = '/platforms/:platform_id/:mode';
const merchant = `${platform}/merchants/:merchant_id`;

/** A platform's reads of its merchants. */
export const platformReads = (deps: PlatformRoutesDeps): ApiRoute[] => [
  list(
    `${platform}/merchants`,
    withQuery(merchantListQuerySchema, (query, request) =>
      answerMerchants(deps.pool, query, { of: readOwnMerchants(request) }),
    ),
  ),
  get(`${platform}/summary`, viewPlatformSummary(deps)),
  get(`${platform}/tokens`, viewOwnTokens(deps)),
  list(`${platform}/usage`, viewOwnUsage(deps, readOwnMerchants)),
  list(`${platform}/events`, viewPlatformFeed(deps)),
  ...[
    get(merchant, viewMerchant(deps)),
    get(`${merchant}/usage`, viewMerchantUsage(deps)),
    list(`${merchant}/order-times`, viewOrderTimes(deps)),
    list(`${merchant}/stores`, viewStores(deps)),
    get(`${merchant}/stores/:store_ref`, viewStore(deps)),
    get(`${merchant}/portal-sessions`, viewPortalSessions(deps)),
  ].map((route) => ofPlatform(deps.pool, route)),
];

/** And what it changes. */
export const platformChanges = (deps: PlatformRoutesDeps): ApiRoute[] => [
  change('POST', `${platform}/merchants`, 'json', createOwnMerchant(deps)),
  change('POST', `${platform}/rotate-key`, 'json', rotateOwnKey(deps)),
  change('POST', `${platform}/tokens`, 'json', addOwnToken(deps)),
  change('DELETE', `${platform}/tokens/:token_id`, 'ignored', removeOwnToken(deps)),
  change('POST', `${platform}/portal-links`, 'json', createOwnPortalLink(deps)),
  ...[
    change('PATCH', merchant, 'json', changeOwnMerchant(deps)),
    change('POST', `${merchant}/tokens`, 'ignored', addPlainToken(deps, ofMerchant(platformOf))),
    change('DELETE', `${merchant}/tokens/:token_id`, 'ignored', removeToken(deps, ofMerchant(platformOf))),
    change('PUT', `${merchant}/stores/:store_ref`, 'json', replaceStore(deps, platformOf)),
    change('DELETE', `${merchant}/stores/:store_ref`, 'ignored', removeStore(deps, platformOf)),
    change('DELETE', `${merchant}/portal-sessions/:session_id`, 'ignored', removePortalSession(deps, platformOf)),
  ].map((route) => ofPlatform(deps.pool, route)),
];
