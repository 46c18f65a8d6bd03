import { ackSchema, type EndpointType, takeRequestSchema } from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody, ProblemError } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { endpointNotFound } from '../endpoints/change-endpoints.js';
import { readEndpoint } from '../endpoints/queries/read-endpoints.js';
import type { AckMessages, TakeMessages } from '../ledger/take-messages.js';
import { readEndpointId, readOwnerId } from '../shared-api/read-params.js';

export type PullDeps = { pool: Pool; takeMessages: TakeMessages; ackMessages: AckMessages };

/** Polls of any merchants that came to an intake-api together; each has an outcome of its own. */
export const takeMessages =
  (deps: PullDeps): ApiRoute['handle'] =>
  async ({ body }) =>
    answerJson(200, { results: await deps.takeMessages(parseBody(takeRequestSchema, body).polls) });

export const ackMessages =
  (deps: PullDeps): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, endpointId] = [readOwnerId(request), readEndpointId(request)];
    const { ids } = parseBody(ackSchema, request.body);
    const acked = await deps.ackMessages({ merchantId, endpointId, ids });
    // Only a pull endpoint of the merchant's own has had anything to ack.
    if (acked.acked.length === 0) await checkIsPulled(deps.pool, merchantId, endpointId);
    return answerJson(200, acked);
  };

const checkIsPulled = async (pool: Pool, merchantId: string, endpointId: string): Promise<void> => {
  const endpoint = await readEndpoint(pool, merchantId, endpointId);
  if (!endpoint) throw endpointNotFound();
  if (endpoint.type !== 'pull') throw notPulled(endpoint.type);
};

const notPulled = (type: EndpointType): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    `This is a ${type} endpoint: its webhooks are posted to its URL and cannot be fetched.`,
  );
