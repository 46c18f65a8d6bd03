import { createFairSlots } from '../shares/fair-slots.js';
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

/**
 * A merchant is expected to read what it read last: each so many bytes take a place more, and each shorter answer one
 * less. So two of the longest are under way at once, and three where nothing is known of the merchant's answers.
 */
const bytesPerPlace = 32 * 1024;
const [unknownCost, answerCostMax] = [4, 6];

/** @param waitingMax calls that may wait for a place, for as long as a caller waits for any answer */
export const createMerchantCalls = (orderState: OrderStateClient, waitingMax: number): MerchantCalls => {
  const waiting = { waitingCapacity: waitingMax, waitMs: answerDeadlineMs };
  const slots = createFairSlots({ capacity, quantum: changeCost, ...waiting });
  const readCosts = createReadCosts();
  return {
    call: async (merchantId, request) => {
      const isRead = request.method === 'GET';
      const taken = await slots.take(merchantId, isRead ? readCosts.of(merchantId) : changeCost);
      if ('refused' in taken) throw refusal('order_state_calls', taken.refused);
      try {
        const answer = await orderState.call(request);
        if (isRead) readCosts.note(merchantId, answer.body.length);
        return answer;
      } finally {
        taken.giveBack();
      }
    },
  };
};

/** Remembers the merchants that read last. */
const createReadCosts = () => {
  const merchantMax = 10_000;
  const costs = new Map<string, number>();
  return {
    of: (merchantId: string): number => costs.get(merchantId) ?? unknownCost,
    note: (merchantId: string, bytes: number): void => {
      const shortened = (costs.get(merchantId) ?? 1) - 1;
      costs.delete(merchantId);
      const [oldest] = costs.keys();
      if (oldest !== undefined && costs.size >= merchantMax) costs.delete(oldest);
      costs.set(merchantId, Math.max(1, shortened, Math.min(1 + Math.floor(bytes / bytesPerPlace), answerCostMax)));
    },
  };
};
