import {
  createOperatorReplaySchema,
  type OperatorAction,
  operatorActionSchema,
  operatorReplayDeliveriesSchema,
  type ReplayView,
} from '@delivery/contracts';
import { type Answer, answerJson, type ApiRequest, parseBody } from '@delivery/http-edge';
import { readDeliveryId, readMerchantId } from '../shared-api/read-params.js';
import { type SendNowDeps, startSendNow } from '../shared-api/send-now.js';
import { type ReplayDeps, startOne, startRange, startSelected } from '../shared-api/webhook-replays.js';
import { actorOf, type OperatorCaller, type OperatorHandle } from './rules/caller.js';

/** Sends a range of a merchant's settled deliveries again, as the merchant does. */
export const replayForMerchant =
  (deps: ReplayDeps): OperatorHandle =>
  async (request) => {
    const wanted = parseBody(createOperatorReplaySchema, request.body);
    return toAnswer(deps, request, wanted, await startRange(deps, askedBy(request, wanted), wanted));
  };

/** Sends named deliveries again, as the merchant does. */
export const replaySelectedForMerchant =
  (deps: ReplayDeps): OperatorHandle =>
  async (request) => {
    const wanted = parseBody(operatorReplayDeliveriesSchema, request.body);
    return toAnswer(deps, request, wanted, await startSelected(deps, askedBy(request, wanted), wanted.delivery_ids));
  };

/** Sends one delivery again, as the merchant does. */
export const replayOneForMerchant =
  (deps: ReplayDeps): OperatorHandle =>
  async (request) => {
    const action = parseBody(operatorActionSchema, request.body);
    return toAnswer(deps, request, action, await startOne(deps, askedBy(request, action), readDeliveryId(request)));
  };

/** Sends a delivery of a merchant now, as the merchant does. */
export const sendNowForMerchant =
  (deps: SendNowDeps): OperatorHandle =>
  async (request) => {
    const action = parseBody(operatorActionSchema, request.body);
    const wanted = { merchantId: readMerchantId(request), deliveryId: readDeliveryId(request) };
    const actor = actorOf(request, action);
    const delivery = await startSendNow(deps, wanted, actor);
    deps.logger.info({ ...wanted, operator: actor.name }, 'delivery.brought_forward_by_operator');
    return answerJson(202, delivery);
  };

const askedBy = (request: ApiRequest<OperatorCaller>, action: OperatorAction) => ({
  merchantId: readMerchantId(request),
  actor: actorOf(request, action),
  headers: request.headers,
});

const toAnswer = (
  { logger }: ReplayDeps,
  request: ApiRequest<OperatorCaller>,
  action: OperatorAction,
  replay: ReplayView,
): Answer => {
  const operator = actorOf(request, action).name;
  const merchantId = readMerchantId(request);
  logger.info({ merchantId, replayId: replay.id, operator }, 'replay.requested_by_operator');
  const location = `/operator/v1/merchants/${merchantId}/webhook-replays/${replay.id}`;
  return answerJson(202, replay, { location });
};
