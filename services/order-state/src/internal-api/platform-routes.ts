import { type ApiRoute, change, get, list } from '@delivery/http-edge';
import type { Logger } from '@delivery/service-kit';
import type { ChangeMerchantDeps, CreateMerchantDeps } from '../shared-api/change-merchants.js';
import { platformOf } from '../shared-api/check-bearer.js';
import { type PortalAccessDeps, removePortalSession, viewPortalSessions } from '../shared-api/portal-access.js';
import { addPlainToken, ofMerchant, removeToken } from '../shared-api/tokens.js';
import { viewMerchant, viewMerchants } from '../shared-api/view-merchants.js';
import { exportOwnUsage, viewMerchantUsage, viewOwnUsage } from '../shared-api/view-usage.js';
import { viewStores } from '../shared-api/views.js';
import { removeStore, replaceStore, viewStore } from './merchant-stores.js';
import {
  changeOwnMerchant,
  createOwnMerchant,
  createOwnPortalLink,
  ofPlatform,
  readOwnMerchants,
  viewPlatformSummary,
} from './platform-merchants.js';
import { addOwnToken, removeOwnToken, viewOwnTokens } from './platform-own-tokens.js';
import { viewPlatformFeed } from './view-feed.js';

export type PlatformRoutesDeps = CreateMerchantDeps &
  ChangeMerchantDeps &
  PortalAccessDeps & { logger: Logger; now: () => number };

const platform = '/platforms/:platform_id/:mode';
const merchant = `${platform}/merchants/:merchant_id`;

/** What a platform reads of its merchants. */
export const platformReads = (deps: PlatformRoutesDeps): ApiRoute[] => [
  list(`${platform}/merchants`, viewMerchants(deps, readOwnMerchants)),
  get(`${platform}/summary`, viewPlatformSummary(deps)),
  get(`${platform}/tokens`, viewOwnTokens(deps)),
  list(`${platform}/usage`, viewOwnUsage(deps, readOwnMerchants)),
  list(`${platform}/usage/export`, exportOwnUsage(deps, readOwnMerchants)),
  list(`${platform}/events`, viewPlatformFeed(deps)),
  ...[
    get(merchant, viewMerchant(deps)),
    get(`${merchant}/usage`, viewMerchantUsage(deps)),
    list(`${merchant}/stores`, viewStores(deps)),
    get(`${merchant}/stores/:store_ref`, viewStore(deps)),
    get(`${merchant}/portal-sessions`, viewPortalSessions(deps)),
  ].map((route) => ofPlatform(deps.pool, route)),
];

/** And what it changes. */
export const platformChanges = (deps: PlatformRoutesDeps): ApiRoute[] => [
  change('POST', `${platform}/merchants`, 'json', createOwnMerchant(deps)),
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
