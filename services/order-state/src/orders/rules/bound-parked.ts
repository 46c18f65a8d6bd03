import type { OrderMessage } from '@delivery/contracts';
import { commandKeyOf } from './command-key.js';
import { type BatchPlan, recordRefused } from './decide-batch.js';

/** How many commands may be parked: of one merchant; of couriers' systems, which name no merchant, for one order. */
export const shareMax = { ofMerchant: 1_000, ofOrder: 100 };

/** The commands that are parked already. */
export type Parked = {
  byMerchant: ReadonlyMap<string, number>;
  /** The parked messages of the batch's orders. */
  byOrder: ReadonlyMap<string, readonly OrderMessage[]>;
};

/**
 * A command that would exceed its share is refused on record, and commands of other shares never are: there is no bound over
 * all. A parked command that comes again keeps its place.
 */
export const boundParked = (plan: BatchPlan, parked: Parked): BatchPlan => {
  const known = new Set([...parked.byOrder.values()].flat().map(commandKeyOf));
  const taken = new Map<string, number>();
  const hasPlace = (message: OrderMessage): boolean => {
    if (known.has(commandKeyOf(message))) return true;
    const holder = message.merchant_id ?? message.order_id;
    const count = taken.get(holder) ?? countParked(message, parked);
    taken.set(holder, count + 1);
    return count < (message.merchant_id === undefined ? shareMax.ofOrder : shareMax.ofMerchant);
  };
  const park: OrderMessage[] = [];
  const refused: OrderMessage[] = [];
  for (const message of plan.park) (hasPlace(message) ? park : refused).push(message);
  return refused.length === 0 ? plan : recordRefused({ ...plan, park }, refused);
};

const countParked = ({ merchant_id: merchantId, order_id: orderId }: OrderMessage, parked: Parked): number =>
  merchantId === undefined
    ? (parked.byOrder.get(orderId) ?? []).filter((other) => other.merchant_id === undefined).length
    : (parked.byMerchant.get(merchantId) ?? 0);
