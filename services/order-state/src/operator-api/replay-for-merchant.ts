import {
  createOperatorReplaySchema,
  type OperatorAction,
  operatorActionSchema,
  operatorReplayDeliveriesSchema,
  type ReplayView,
} from '@delivery/contracts';
import { type Answer, answerJson, type ApiRequest, type ApiRoute, parseBody } from '@delivery/http-edge';
import { readDeliveryId, readMerchantId } from '../shared-api/read-params.js';
import { type ReplayDeps, startOne, startRange, startSelected } from '../shared-api/webhook-replays.js';
import { describeAction } from './operator-endpoints.js';

/** Sends a range of a merchant's settled deliveries again, as the merchant does. */
export const replayForMerchant =
  (deps: ReplayDeps): ApiRoute['handle'] =>
  async (request) => {
    const wanted = parseBody(createOperatorReplaySchema, request.body);
    return toAnswer(deps, request, wanted, await startRange(deps, askedBy(request, wanted), wanted));
  };

/** Sends named deliveries again, as the merchant does. */
export const replaySelectedForMerchant =
  (deps: ReplayDeps): ApiRoute['handle'] =>
  async (request) => {
    const wanted = parseBody(operatorReplayDeliveriesSchema, request.body);
    return toAnswer(deps, request, wanted, await startSelected(deps, askedBy(request, wanted), wanted.delivery_ids));
  };

/** Sends one delivery again, as the merchant does. */
export const replayOneForMerchant =
  (deps: ReplayDeps): ApiRoute['handle'] =>
  async (request) => {
    const action = parseBody(operatorActionSchema, request.body);
    return toAnswer(deps, request, action, await startOne(deps, askedBy(request, action), readDeliveryId(request)));
  };

const askedBy = (request: ApiRequest, action: OperatorAction) => ({
  merchantId: readMerchantId(request),
  requestedBy: describeAction(action),
  headers: request.headers,
});

const toAnswer = ({ logger }: ReplayDeps, request: ApiRequest, { by }: OperatorAction, replay: ReplayView): Answer => {
  const merchantId = readMerchantId(request);
  logger.info({ merchantId, replayId: replay.id, operator: by }, 'replay.requested_by_operator');
  const location = `/operator/v1/merchants/${merchantId}/webhook-replays/${replay.id}`;
  return answerJson(202, replay, { location });
};
