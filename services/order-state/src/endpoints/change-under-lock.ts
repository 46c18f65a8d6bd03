import { ProblemError } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type EndpointRow, readEndpoint } from './queries/read-endpoints.js';
import { lockWindow } from './queries/write-endpoints.js';

export const endpointNotFound = (): ProblemError =>
  new ProblemError('endpoint_not_found', 'There is no such webhook endpoint.');

/** Of the endpoint's status, in the transaction that holds its window. */
export type Change = (client: Transaction, endpointId: string, now: Date) => Promise<unknown>;

/**
 * Changes a merchant's endpoint while nothing of it is released.
 * @returns the endpoint after the change, or before it where the change deleted it
 * @throws ProblemError `endpoint_not_found`
 */
export const changeUnderLock = async (
  deps: { pool: Pool; now: () => number; logger: Logger },
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
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
