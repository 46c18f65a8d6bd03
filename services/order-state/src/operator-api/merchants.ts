import {
  createMerchantSchema,
  createPortalLinkSchema,
  operatorMerchantListQuerySchema,
  patchMerchantSchema,
} from '@delivery/contracts';
import { parseBody, type QueryHandler, withQuery } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { platformNameOf } from '../merchants/rules/credentials.js';
import {
  changeMerchant,
  type ChangeMerchantDeps,
  type CreateMerchantDeps,
  writeMerchant,
} from '../shared-api/change-merchants.js';
import { provideKey, providePlatform } from '../shared-api/platform-keys.js';
import { makePortalLink, type PortalAccessDeps } from '../shared-api/portal-access.js';
import { readMerchantId } from '../shared-api/read-params.js';
import { answerMerchants } from '../shared-api/view-merchants.js';
import { actorOf, type OperatorHandle } from './rules/caller.js';

/** Of all platforms, or of one in both modes; all, or those that a courier's system serves. */
export const viewMerchants = ({ pool }: { pool: Pool }): QueryHandler =>
  withQuery(
    operatorMerchantListQuerySchema,
    ({ platform_id: platformId, courier_system_id: systemId, sort, ...query }) =>
      answerMerchants(pool, query, {
        of: platformId === undefined ? null : { platformId, mode: null },
        systemId: systemId ?? null,
        sort,
      }),
  );

/** The platform is made with its first merchant. */
export const createMerchant =
  (deps: CreateMerchantDeps): OperatorHandle =>
  async (request) => {
    const { platform, by, reason, ...wanted } = parseBody(createMerchantSchema, request.body);
    return writeMerchant(deps, wanted, actorOf(request, { by, reason }), async (client, merchantId) => {
      const platformId = await providePlatform(client, platform ?? platformNameOf(merchantId));
      return provideKey(client, deps.sealer, { platformId, mode: wanted.mode });
    });
  };

export const changeAnyMerchant = (deps: ChangeMerchantDeps): OperatorHandle =>
  changeMerchant(deps, patchMerchantSchema, actorOf, 'operator');

export const createPortalLink =
  (deps: PortalAccessDeps): OperatorHandle =>
  async (request) => {
    const { scope, ...action } = parseBody(createPortalLinkSchema, request.body);
    return makePortalLink(
      deps,
      { merchantId: readMerchantId(request), scope, platformId: null },
      actorOf(request, action),
    );
  };
