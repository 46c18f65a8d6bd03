import {
  createOperatorCourierReplaySchema,
  createOperatorReplaySchema,
  type OperatorAction,
  operatorActionSchema,
  operatorReplayDeliveriesSchema,
  type ReplayView,
} from '@delivery/contracts';
import { type Answer, answerJson, type ApiRequest, parseBody } from '@delivery/http-edge';
import { isOfSystem, readDeliveryId, readOwnerId } from '../shared-api/read-params.js';
import { type SendNowDeps, startSendNow } from '../shared-api/send-now.js';
import { type ReplayDeps, startOne, startRange, startSelected } from '../shared-api/webhook-replays.js';
import { actorOf, type OperatorCaller, type OperatorHandle } from './rules/caller.js';

/** Sends a range of an owner's settled deliveries again, as the owner does. */
export const replayForOwner =
  (deps: ReplayDeps): OperatorHandle =>
  async (request) => {
    const schema = isOfSystem(request) ? createOperatorCourierReplaySchema : createOperatorReplaySchema;
    const wanted = parseBody(schema, request.body);
    return toAnswer(deps, request, wanted, await startRange(deps, askedBy(request, wanted), wanted));
  };

/** Sends named deliveries again, as their owner does. */
export const replaySelectedForOwner =
  (deps: ReplayDeps): OperatorHandle =>
  async (request) => {
    const wanted = parseBody(operatorReplayDeliveriesSchema, request.body);
    return toAnswer(deps, request, wanted, await startSelected(deps, askedBy(request, wanted), wanted.delivery_ids));
  };

/** Sends one delivery again, as its owner does. */
export const replayOneForOwner =
  (deps: ReplayDeps): OperatorHandle =>
  async (request) => {
    const action = parseBody(operatorActionSchema, request.body);
    return toAnswer(deps, request, action, await startOne(deps, askedBy(request, action), readDeliveryId(request)));
  };

/** Sends a delivery now, as its owner does. */
export const sendNowForOwner =
  (deps: SendNowDeps): OperatorHandle =>
  async (request) => {
    const action = parseBody(operatorActionSchema, request.body);
    const wanted = { merchantId: readOwnerId(request), deliveryId: readDeliveryId(request) };
    const actor = actorOf(request, action);
    const delivery = await startSendNow(deps, wanted, actor);
    deps.logger.info({ ...wanted, operator: actor.name }, 'delivery.brought_forward_by_operator');
    return answerJson(202, delivery);
  };

const askedBy = (request: ApiRequest<OperatorCaller>, action: OperatorAction) => ({
  merchantId: readOwnerId(request),
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
  const merchantId = readOwnerId(request);
  logger.info({ merchantId, replayId: replay.id, operator }, 'replay.requested_by_operator');
  const owners = isOfSystem(request) ? 'courier-systems' : 'merchants';
  const location = `/operator/v1/${owners}/${merchantId}/webhook-replays/${replay.id}`;
  return answerJson(202, replay, { location });
};
