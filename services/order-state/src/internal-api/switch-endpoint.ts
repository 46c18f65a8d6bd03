import { answerJson, noContent, type ApiRequest, type ApiRoute } from '@delivery/http-edge';
import { deleteEndpoint } from '../endpoints/sql/delete-endpoint.js';
import { disableEndpoints } from '../endpoints/sql/disable-endpoints.js';
import { enableEndpoint } from '../endpoints/sql/enable-endpoint.js';
import { toEndpointView, type EndpointRow } from '../endpoints/sql/endpoint-row.js';
import { lockWindow } from '../ledger/sql/lock-window.js';
import { type Transaction, inTransaction, type Pool } from '@delivery/postgres';
import { readEndpoint } from '../endpoints/sql/read-endpoint.js';
import type { Logger } from '@delivery/service-kit';
import { endpointNotFound, readEndpointId, readMerchantId } from '../http/read-params.js';

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
  (deps: SwitchEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    const row = await changeUnderLock(deps, targetOf(request), (client, id, now) => enableEndpoint(client, id, now));
    deps.wakeRelay();
    return answerJson(200, toEndpointView(row));
  };

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

type Target = { merchantId: string; endpointId: string };

const targetOf = (request: ApiRequest): Target => ({
  merchantId: readMerchantId(request),
  endpointId: readEndpointId(request),
});

type Change = (client: Transaction, endpointId: string, now: Date) => Promise<unknown>;

/** @returns the endpoint after the change, or before it where the change deleted it */
export const changeUnderLock = async (
  deps: Pick<SwitchEndpointDeps, 'pool' | 'now' | 'logger'>,
  { merchantId, endpointId }: Target,
  change: Change,
): Promise<EndpointRow> => {
  const { before, after } = await inTransaction(deps.pool, async (client) => {
    await lockWindow(client, endpointId);
    const known = await readEndpoint(client, merchantId, endpointId);
    if (!known) throw endpointNotFound();
    await change(client, endpointId, new Date(deps.now()));
    return { before: known, after: await readEndpoint(client, merchantId, endpointId) };
  });
  const status = after?.status ?? 'deleted';
  if (status !== before.status) deps.logger.info({ merchantId, endpointId, status }, 'endpoint.switched');
  return after ?? before;
};
