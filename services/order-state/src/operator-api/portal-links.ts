import { createPortalLinkSchema } from '@delivery/contracts';
import { parseBody } from '@delivery/http-edge';
import { makePortalLink, type PortalAccessDeps } from '../shared-api/portal-access.js';
import { readMerchantId } from '../shared-api/read-params.js';
import { actorOf, type OperatorHandle } from './rules/caller.js';

export const createPortalLink =
  (deps: PortalAccessDeps): OperatorHandle =>
  async (request) => {
    const { scope, ...action } = parseBody(createPortalLinkSchema, request.body);
    return makePortalLink(deps, { merchantId: readMerchantId(request), scope }, actorOf(request, action));
  };
