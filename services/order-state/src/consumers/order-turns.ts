import type { ReceivedMessage, WaitingMessages } from '@delivery/messaging';
import { createFairQueue, type FairItem } from '@delivery/service-kit';
import type { BatchPlan } from '../orders/rules/decide-batch.js';

/** Messages of one batch, and their cost at most: 4 MB of bodies take several times as much once they are read. */
const limits = { batchMax: 250, batchCostMax: 4 * 1024 * 1024, flowCostMax: 256 * 1024, turnCost: 1_024 };

/**
 * Merchants and couriers' systems share alike. Messages of sandbox merchants take the capacity that these leave, and a
 * seventeenth where they leave nothing. The part of one of them is bounded also where nothing else waits, because the
 * next messages wait for the batch.
 */
const groups = {
  live: { weight: 8, flowMax: 100 },
  reports: { weight: 8, flowMax: 100 },
  sandbox: { weight: 1, flowMax: 25 },
} as const;
type Group = keyof typeof groups;

/** The cost of each message beside its bytes: its rows, its verdict, its ack. */
const messageCost = 1_024;

type IsSandbox = (merchantId: string) => boolean;

/**
 * Prefetched messages of the orders queue: batches are cut by turns among merchants, and each order's messages keep
 * their order.
 */
export const createOrderTurns =
  (isSandbox: IsSandbox) =>
  <Item>(messageOf: (item: Item) => ReceivedMessage): WaitingMessages<Item> => {
    const flowOfItem = (item: Item) => flowOf(messageOf(item), isSandbox);
    const queue = createFairQueue<Item, Group>({ ...limits, groups, flowOf: flowOfItem });
    // Before later messages of their orders. Turns see to it that others come with them.
    const putBack = (earlier: readonly Item[]) => [...earlier, ...queue.takeAll()].forEach(queue.add);
    return { ...queue, putBack };
  };

/** In messages of intake-api the envelope stands before the payload. */
const headBytes = 1_024;

/**
 * Read from the text, because a body of 256 KB that waits must not be parsed for this alone. A message whose ids are
 * not found takes its turn with the others of its exchange.
 */
const flowOf = ({ body, exchange }: ReceivedMessage, isSandbox: IsSandbox): FairItem<Group> => {
  const head = body.toString('latin1', 0, headBytes);
  const merchantId = /"merchant_id":"([0-9a-f]{32})"/.exec(head)?.[1];
  const sequence = /"order_id":"([0-9a-f]{24})"/.exec(head)?.[1];
  const cost = messageCost + body.length;
  const systemId = /"courier_system_id":"(cour_(test_)?[0-9a-f]{24})"/.exec(head)?.[1];
  if (systemId !== undefined) return { group: groupOf(systemId), flow: systemId, sequence, cost };
  const group = merchantId !== undefined && isSandbox(merchantId) ? 'sandbox' : 'live';
  return { group, flow: merchantId ?? exchange, sequence, cost };
};

/** The share of a courier's system. */
const groupOf = (systemId: string): Group => (systemId.startsWith('cour_test_') ? 'sandbox' : 'reports');

/** The last sandbox merchants of whose orders something was decided here. */
export type SandboxMerchants = {
  has: (merchantId: string) => boolean;
  learn: (plan: Pick<BatchPlan, 'created' | 'changed'>) => void;
};

const merchantMax = 50_000;

/**
 * Knows sandbox merchants from decided orders: a message names its merchant, but not the merchant's mode. A merchant
 * that is not known yet counts as live, until its first order is decided.
 */
export const createSandboxMerchants = (max = merchantMax): SandboxMerchants => {
  const known = new Set<string>();
  const remember = (merchantId: string): void => {
    known.delete(merchantId);
    known.add(merchantId);
    const [oldest] = known;
    if (known.size > max && oldest !== undefined) known.delete(oldest);
  };
  return {
    has: (merchantId) => known.has(merchantId),
    learn: ({ created, changed }) => {
      for (const orders of [created, changed])
        for (const { mode, merchantId } of orders) if (mode === 'sandbox') remember(merchantId);
    },
  };
};
