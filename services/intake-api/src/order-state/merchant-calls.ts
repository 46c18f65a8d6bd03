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
 * A merchant whose last answers were long is expected to read such ones: each so many bytes take a place more, and each
 * shorter answer one less. So two of the longest are under way at once.
 */
const bytesPerPlace = 32 * 1024;
const answerCostMax = 6;

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

/** Remembers the merchants with long answers alone, and of them the last ones. */
const createReadCosts = () => {
  const merchantMax = 1_000;
  const longReads = new Map<string, number>();
  return {
    of: (merchantId: string): number => longReads.get(merchantId) ?? 1,
    note: (merchantId: string, bytes: number): void => {
      const shortened = (longReads.get(merchantId) ?? 1) - 1;
      const cost = Math.max(1, shortened, Math.min(1 + Math.floor(bytes / bytesPerPlace), answerCostMax));
      longReads.delete(merchantId);
      if (cost === 1) return;
      const [oldest] = longReads.keys();
      if (oldest !== undefined && longReads.size >= merchantMax) longReads.delete(oldest);
      longReads.set(merchantId, cost);
    },
  };
};
