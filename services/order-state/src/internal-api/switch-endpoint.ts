import { answerJson, type ApiRequest, type ApiRoute, noContent } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { changeUnderLock } from '../endpoints/change-under-lock.js';
import { toEndpointView } from '../endpoints/queries/read-endpoints.js';
import { deleteEndpoint, disableEndpoints, enableEndpoint } from '../endpoints/queries/write-endpoints.js';
import { answerEnablePreview, checkEnablePreview } from '../http/preview-enable.js';
import type { PreviewDeps } from '../http/preview-token.js';
import { readEndpointId, readMerchantId } from '../http/read-params.js';

export type SwitchEndpointDeps = {
  pool: Pool;
  now: () => number;
  logger: Logger;
  /** Called after COMMIT of what may have made deliveries due. */
  wakeRelay: () => void;
  /** Called after COMMIT of a deletion: what waits for the endpoint ends as skipped at once. */
  skipDeleted: () => void;
};

/** The reason that is shown when the merchant itself disabled its endpoint. */
export const disabledByRequest = 'requested';

/** What was held goes out again, in order, ramped. Enabling an active endpoint changes nothing. */
export const enable =
  (deps: SwitchEndpointDeps & PreviewDeps): ApiRoute['handle'] =>
  async (request) => {
    const target = targetOf(request);
    const row = await changeUnderLock(deps, target, async (client, id, now) => {
      await checkEnablePreview(deps, client, request.headers, target);
      await enableEndpoint(client, id, now);
    });
    deps.wakeRelay();
    return answerJson(200, toEndpointView(row));
  };

export const enablePreview =
  (deps: SwitchEndpointDeps & PreviewDeps): ApiRoute['handle'] =>
  (request) =>
    answerEnablePreview(deps, targetOf(request));

/** Deliveries are held from now on; what is in flight ends as it ends. */
export const disable =
  (deps: SwitchEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    const row = await changeUnderLock(deps, targetOf(request), (client, id, now) =>
      disableEndpoints(client, [id], disabledByRequest, now),
    );
    return answerJson(200, toEndpointView(row));
  };

export const remove =
  (deps: SwitchEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    await changeUnderLock(deps, targetOf(request), (client, id, now) => deleteEndpoint(client, id, now));
    deps.wakeRelay();
    deps.skipDeleted();
    return noContent;
  };

const targetOf = (request: ApiRequest) => ({
  merchantId: readMerchantId(request),
  endpointId: readEndpointId(request),
});
