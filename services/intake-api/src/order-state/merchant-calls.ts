import { createFairPlaces } from '../shares/fair-places.js';
import { refusal } from '../shares/over-limit.js';
import {
  answerDeadlineMs,
  type InternalAnswer,
  type InternalRequest,
  type OrderStateClient,
} from './order-state-client.js';

/** Calls at order-state that merchants wait for: each merchant has a share of those under way. */
export type MerchantCalls = {
  /** @throws OrderStateUnavailableError; ProblemError where there is no place */
  call: (merchantId: string, request: InternalRequest) => Promise<InternalAnswer>;
};

/** More at once would only wait inside order-state, for its connections. */
const capacity = 16;
/** A change may wait for a row that another change has locked: of one merchant, three do so at once. */
const changeCost = 4;

/** @param waitingMax calls that may wait for a place, for as long as a caller waits for any answer */
export const createMerchantCalls = (orderState: OrderStateClient, waitingMax: number): MerchantCalls => {
  const waiting = { waitingCapacity: waitingMax, waitMs: answerDeadlineMs };
  const places = createFairPlaces({ capacity, quantum: changeCost, ...waiting });
  return {
    call: async (merchantId, request) => {
      const taken = await places.take(merchantId, request.method === 'GET' ? 1 : changeCost);
      if ('refused' in taken) throw refusal('order_state_calls', taken.refused);
      try {
        return await orderState.call(request);
      } finally {
        taken.giveBack();
      }
    },
  };
};
