import { answerJson, type ApiRoute } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { endpointNotFound } from '../endpoints/change-under-lock.js';
import { listEndpoints, readEndpoint, toEndpointView } from '../endpoints/queries/read-endpoints.js';
import { readEndpointId, readMerchantId } from '../http/read-params.js';

/** All on one page: a merchant has few. */
export const viewEndpoints =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const rows = await listEndpoints(deps.pool, readMerchantId(request));
    return answerJson(200, { data: rows.map(toEndpointView), next_cursor: null });
  };

export const viewEndpoint =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const row = await readEndpoint(deps.pool, readMerchantId(request), readEndpointId(request));
    if (!row) throw endpointNotFound();
    return answerJson(200, toEndpointView(row));
  };
