import type { DeliveryView } from '@delivery/contracts';
import { answerJson, type ApiRoute, ProblemError } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import type { Logger } from '@delivery/service-kit';
import { type Actor, insertActivity } from '../activity/queries.js';
import { sendNow } from '../ledger/send-now.js';
import { merchantOf } from './merchant-actor.js';
import { deliveryNotFound, readDeliveryId, readMerchantId } from './read-params.js';
import { toDeliveryView } from './view-deliveries.js';

export type SendNowDeps = {
  pool: Pool;
  now: () => number;
  logger: Logger;
  /** Called after the COMMIT of a change that may have made deliveries due. */
  wakeRelay: () => void;
};

/** Sends the first delivery of the delivery's lane without waiting for its time. */
export const sendOneNow =
  (deps: SendNowDeps): ApiRoute['handle'] =>
  async (request) => {
    const wanted = { merchantId: readMerchantId(request), deliveryId: readDeliveryId(request) };
    return answerJson(202, await startSendNow(deps, wanted, merchantOf(request)));
  };

/** @throws ProblemError `delivery_not_found`, `delivery_not_waiting` or `endpoint_disabled` */
export const startSendNow = async (
  deps: SendNowDeps,
  wanted: { merchantId: string; deliveryId: string },
  actor: Actor,
): Promise<DeliveryView> => {
  const { merchantId, deliveryId: detail } = wanted;
  const sent = await sendNow(deps.pool, { ...wanted, nowMs: deps.now() }, (client, endpointId) => {
    const subject = { type: 'endpoint', id: endpointId };
    return insertActivity(client, actor, { action: 'endpoint.sent_now', subject, merchantId, detail });
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
