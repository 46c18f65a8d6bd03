import { randomUUID } from 'node:crypto';
import { askMisbehaviourSchema } from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody, ProblemError } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { endpointNotFound } from '../endpoints/change-under-lock.js';
import { askMisbehaviour } from '../endpoints/queries/endpoint-tests.js';
import { readEndpointTarget, toEndpointView } from '../endpoints/queries/read-endpoints.js';
import { readEndpointId, readMerchantId } from '../http/read-params.js';

export type MisbehaveDeps = { pool: Pool; now: () => number; logger: Logger };

/** The next delivery to the endpoint that it can go with is sent with this fault beside it. The ledger knows nothing of it. */
export const misbehave =
  (deps: MisbehaveDeps): ApiRoute['handle'] =>
  async (request) => {
    const target = { merchantId: readMerchantId(request), endpointId: readEndpointId(request) };
    const { kind } = parseBody(askMisbehaviourSchema, request.body);
    const found = await readEndpointTarget(deps.pool, target.merchantId, target.endpointId);
    if (found?.url === null) throw notCalled();
    const asked = { id: randomUUID(), kind, at: new Date(deps.now()).toISOString() };
    const row = await askMisbehaviour(deps.pool, target, asked);
    if (!row) throw endpointNotFound();
    deps.logger.info({ ...target, kind }, 'endpoint.misbehaviour_asked');
    return answerJson(200, toEndpointView(row));
  };

const notCalled = (): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    'This is a pull endpoint: nothing is posted to it, so no fault can be. Ask for one on an endpoint with a URL.',
  );
