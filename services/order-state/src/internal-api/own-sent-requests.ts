import { answerJson, type ApiRoute } from '@delivery/http-edge';
import { readDeliveryId, readOwnerId } from '../shared-api/read-params.js';
import { createReadSentRequests, type SentRequestsDeps } from '../shared-api/sent-requests.js';

/** The requests of one of the merchant's own deliveries, with its own customers' data. */
export const viewOwnSentRequests = (deps: SentRequestsDeps): ApiRoute['handle'] => {
  const readSentRequests = createReadSentRequests(deps);
  return async (request) => {
    const [merchantId, deliveryId] = [readOwnerId(request), readDeliveryId(request)];
    return answerJson(200, await readSentRequests({ merchantId, deliveryId, customerData: 'shown' }));
  };
};
