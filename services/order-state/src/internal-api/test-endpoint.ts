import { randomUUID } from 'node:crypto';
import type { DeliveryReleased, EndpointTestStarted } from '@delivery/contracts';
import { answerJson, type ApiRoute, ProblemError, temporarilyUnavailable } from '@delivery/http-edge';
import { inTransaction, type Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { readTraceparent } from '@delivery/tracing';
import { beginTest } from '../endpoints/begin-test.js';
import { endpointNotFound } from '../endpoints/endpoint-not-found.js';
import { buildTestWebhook } from '../endpoints/rules/build-test-webhook.js';
import { readEndpointTarget } from '../endpoints/sql/read-endpoint-target.js';
import { readEndpointId, readMerchantId } from '../http/read-params.js';
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
 */
export const testEndpoint =
  (deps: TestEndpointDeps): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, endpointId] = [readMerchantId(request), readEndpointId(request)];
    const target = await readEndpointTarget(deps.pool, merchantId, endpointId);
    if (!target) throw endpointNotFound();
    if (target.url === null) throw notCalled();
    const pushed = { ...target, url: target.url };
    await inTransaction(deps.pool, (client) => beginTest(client, target, deps.now()));
    const webhook = buildTestWebhook(pushed, {
      deliveryId: randomUUID(),
      webhookId: webhookIdOf(randomUUID()),
      nowMs: deps.now(),
      traceparent: readTraceparent(request.headers['traceparent']),
    });
    try {
      await deps.publishDelivery(webhook);
    } catch (error) {
      throw temporarilyUnavailable('The broker did not confirm the test webhook. Try again.', error);
    }
    const webhookId = webhook.webhook_id;
    deps.logger.info({ merchantId, endpointId, webhookId }, 'endpoint.test_sent');
    return answerJson(202, { webhook_id: webhookId } satisfies EndpointTestStarted);
  };

const notCalled = (): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    'This is a pull endpoint: nothing is posted to it. To try it, fetch its messages: GET …/messages.',
  );
