import { randomUUID } from 'node:crypto';
import type { DeliveryReleased, EndpointEvent } from '@delivery/contracts';
import { answerJson, type ApiRequest, type HandlerOf, ProblemError, temporarilyUnavailable } from '@delivery/http-edge';
import { inTransaction, type Pool, type Transaction } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { readTraceparent } from '@delivery/tracing';
import { type Actor, insertActivity } from '../activity/queries.js';
import { beginTest, endpointNotFound } from '../endpoints/change-endpoints.js';
import { readEndpointTarget } from '../endpoints/queries/read-endpoints.js';
import { buildTestWebhook } from '../endpoints/rules/test-webhooks.js';
import { webhookIdOf } from '../ledger/rules/deliveries.js';
import { sendNow } from '../ledger/send-now.js';
import { ownerOf } from './check-bearer.js';
import { deliveryNotFound, readDeliveryId, readOwnerId } from './read-params.js';
import { toDeliveryView } from './views.js';

export type SendNowDeps = {
  pool: Pool;
  now: () => number;
  logger: Logger;
  /** Called after the COMMIT of a change that may have made deliveries due. */
  wakeRelay: () => void;
};

/** Sends the first delivery of the delivery's lane without waiting for its time. */
export const sendOneNow: HandlerOf<SendNowDeps> = (deps) => async (request) => {
  const wanted = { ownerId: readOwnerId(request), deliveryId: readDeliveryId(request) };
  return answerJson(202, await startSendNow(deps, wanted, ownerOf(request)));
};

/** @throws ProblemError `delivery_not_found`, `delivery_not_waiting` or `endpoint_disabled` */
export const startSendNow = async (
  deps: SendNowDeps,
  wanted: { ownerId: string; deliveryId: string },
  actor: Actor,
): Promise<ReturnType<typeof toDeliveryView>> => {
  const { ownerId, deliveryId: detail } = wanted;
  const sent = await sendNow(deps.pool, { ...wanted, nowMs: deps.now() }, (client, endpointId) => {
    const subject = { type: 'endpoint', id: endpointId };
    return insertActivity(client, actor, { action: 'endpoint.sent_now', subject, ownerId, detail });
  });
  if ('head' in sent) {
    deps.wakeRelay();
    deps.logger.info({ ...wanted, sentId: sent.head.id }, 'delivery.brought_forward');
    return toDeliveryView(sent.head);
  }
  throw sent.refused === 'delivery_not_found'
    ? deliveryNotFound()
    : new ProblemError(sent.refused.code, sent.refused.detail);
};

export type TestEndpointDeps = {
  pool: Pool;
  now: () => number;
  logger: Logger;
  /** Resolves when the broker has confirmed the message. */
  publishDelivery: (message: DeliveryReleased) => Promise<void>;
};

/**
 * Sends one example to the endpoint, disabled or not, so that it can be tried before it counts. It is in no ledger:
 * sent once, not retried, and lost if no dispatcher comes within ten minutes. The endpoint's `last_test` shows the
 * result.
 * @param wanted.event one that the owner has; `undefined`: the first one that the endpoint asks for
 * @param alsoDo in the transaction that notes that it begins
 * @returns the `webhook-id` that it is sent with
 */
export const startEndpointTest = async (
  deps: TestEndpointDeps,
  wanted: { ownerId: string; endpointId: string; event: EndpointEvent | undefined },
  { headers }: Pick<ApiRequest, 'headers'>,
  alsoDo: (client: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<string> => {
  const { ownerId, endpointId, event } = wanted;
  const target = await readEndpointTarget(deps.pool, ownerId, endpointId);
  if (!target) throw endpointNotFound();
  if (target.url === null) throw notCalled();
  if (event !== undefined && target.openDelivery) throw notStandard();
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
    event,
  });
  try {
    await deps.publishDelivery(webhook);
  } catch (error) {
    throw temporarilyUnavailable('The broker did not confirm the test webhook. Try again.', error);
  }
  const webhookId = webhook.webhook_id;
  deps.logger.info({ ownerId, endpointId, webhookId }, 'endpoint.test_sent');
  return webhookId;
};

const notCalled = (): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    'This is a pull endpoint: nothing is posted to it. To try it, fetch its messages: GET …/messages.',
  );

const notStandard = (): ProblemError =>
  new ProblemError(
    'endpoint_type_mismatch',
    'This endpoint speaks Open Delivery, which has a single test event: leave out `event`.',
  );
