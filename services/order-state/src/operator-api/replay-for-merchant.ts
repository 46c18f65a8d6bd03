import { createOperatorReplaySchema } from '@delivery/contracts';
import { answerJson, type ApiRoute, parseBody } from '@delivery/http-edge';
import { readMerchantId } from '../http/read-params.js';
import { type ReplayDeps, startReplay } from '../http/replay-deliveries.js';
import { describeAction } from './switch-endpoint.js';

/** As the merchant does it: a range of its settled deliveries is sent again. */
export const replayForMerchant =
  (deps: ReplayDeps): ApiRoute['handle'] =>
  async (request) => {
    const merchantId = readMerchantId(request);
    const wanted = parseBody(createOperatorReplaySchema, request.body);
    const replay = await startReplay(deps, merchantId, { ...wanted, requestedBy: describeAction(wanted) });
    deps.logger.info({ merchantId, replayId: replay.id, operator: wanted.by }, 'replay.requested_by_operator');
    const location = `/operator/v1/merchants/${merchantId}/webhook-replays/${replay.id}`;
    return answerJson(202, replay, { location });
  };
