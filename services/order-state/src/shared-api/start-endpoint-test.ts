import { randomUUID } from 'node:crypto';
import type { DeliveryReleased } from '@delivery/contracts';
import { type ApiRequest, ProblemError, temporarilyUnavailable } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { readTraceparent } from '@delivery/tracing';
import { beginTest, endpointNotFound } from '../endpoints/change-endpoints.js';
import { readEndpointTarget } from '../endpoints/queries/read-endpoints.js';
import { buildTestWebhook } from '../endpoints/rules/build-test-webhook.js';
import { webhookIdOf } from '../ledger/rules/ids.js';

export type TestEndpointDeps = {
  pool: Pool;
  now: () => number;
  logger: Logger;
  /** Resolves when the broker has confirmed the message. */
  publishDelivery: (message: DeliveryReleased) => Promise<void>;
};

/**
 * Sends one example to the endpoint, disabled or not, so that it can be tried before it counts. It is in no ledger:
 * sent once, not retried, and lost if no dispatcher comes within ten minutes. The endpoint's `last_test` shows the result.
 * @param alsoDo in the transaction that notes that it begins
 * @returns the `webhook-id` that it is sent with
 */
export const startEndpointTest = async (
  deps: TestEndpointDeps,
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
  { headers }: Pick<ApiRequest, 'headers'>,
  alsoDo: (client: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<string> => {
  const target = await readEndpointTarget(deps.pool, merchantId, endpointId);
  if (!target) throw endpointNotFound();
  if (target.url === null) throw notCalled();
  const pushed = { ...target, url: target.url };
  await inTransaction(deps.pool, async (client) => {
    await beginTest(client, target, deps.now());
    await alsoDo(client);
  });
  const webhook = buildTestWebhook(pushed, {
    deliveryId: randomUUID(),
    webhookId: webhookIdOf(randomUUID()),
    nowMs: deps.now(),
    traceparent: readTraceparent(headers['traceparent']),
  });
  try {
    await deps.publishDelivery(webhook);
  } catch (error) {
    throw temporarilyUnavailable('The broker did not confirm the test webhook. Try again.', error);
  }
  const webhookId = webhook.webhook_id;
  deps.logger.info({ merchantId, endpointId, webhookId }, 'endpoint.test_sent');
  return webhookId;
};

const notCalled = (): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    'This is a pull endpoint: nothing is posted to it. To try it, fetch its messages: GET …/messages.',
  );
