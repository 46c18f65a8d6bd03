import type { AttemptPlan } from '../../ledger/rules/attempts.js';
import type { BatchPlan } from '../../orders/rules/decide-batch.js';
import { isFinal, type Order } from '../../orders/rules/order.js';

const nothing = {
  ordersCreated: 0,
  ordersDelivered: 0,
  ordersCanceled: 0,
  ordersReturned: 0,
  webhookAttempts: 0,
  webhooksDelivered: 0,
  webhooksExhausted: 0,
};
type CountName = keyof typeof nothing;
type Counts = Record<CountName, number>;

/** Usage of one owner in one month. */
export type CountedUsage = Counts & {
  /** The merchant, or a courier's system. */
  ownerId: string;
  /** `2026-11` */
  month: string;
};

/** The counts of this process since the last call of `take`. */
export type UsageCounter = {
  onApplied: (plan: Pick<BatchPlan, 'created' | 'changed' | 'events'>, nowMs: number) => void;
  onSettled: (plan: Pick<AttemptPlan, 'updates' | 'logged' | 'usedBy'>, nowMs: number) => void;
  /** Hands the counts over, and begins anew. */
  take: () => CountedUsage[];
  /** Counts that were taken and could not be written are added the next time. */
  giveBack: (taken: readonly CountedUsage[]) => void;
};

export const createUsageCounter = (): UsageCounter => {
  let counted = new Map<string, CountedUsage>();
  const usageOf = (ownerId: string, month: string): CountedUsage => {
    const key = `${month} ${ownerId}`;
    const known = counted.get(key) ?? { ownerId, month, ...nothing };
    counted.set(key, known);
    return known;
  };
  return {
    onApplied: (plan, nowMs) => {
      const month = monthOf(nowMs);
      for (const { merchantId } of plan.created) usageOf(merchantId, month).ordersCreated += 1;
      for (const { merchantId, status } of listEnded(plan)) {
        const name = countOfEnd[status];
        if (name) usageOf(merchantId, month)[name] += 1;
      }
    },
    onSettled: ({ updates, logged, usedBy }, nowMs) => {
      const month = monthOf(nowMs);
      const add = (deliveryId: string, name: CountName | undefined): void => {
        const ownerId = usedBy.get(deliveryId);
        if (ownerId !== undefined && name) usageOf(ownerId, month)[name] += 1;
      };
      for (const { delivery_id: id } of logged) add(id, 'webhookAttempts');
      for (const { id, state } of updates) add(id, countOfState[state]);
    },
    take: () => {
      const taken = [...counted.values()];
      counted = new Map();
      return taken;
    },
    giveBack: (taken) => {
      for (const { ownerId, month, ...counts } of taken) {
        const usage = usageOf(ownerId, month);
        for (const name of countNames) usage[name] += counts[name];
      }
    },
  };
};

/** The orders that the batch has brought to their end. An end is final, so that each is here once. */
export const listEnded = ({ created, changed, events }: Pick<BatchPlan, 'created' | 'changed' | 'events'>): Order[] => {
  const moved = new Set(events.filter(({ event }) => event === 'status_changed').map(({ orderId }) => orderId));
  return [...created, ...changed].filter(({ id, status }) => moved.has(id) && isFinal(status));
};

export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

const countNames = Object.keys(nothing) as CountName[];
const countOfEnd: Readonly<Record<string, CountName>> = {
  delivered: 'ordersDelivered',
  canceled: 'ordersCanceled',
  returned: 'ordersReturned',
};
const countOfState: Readonly<Record<string, CountName>> = {
  delivered: 'webhooksDelivered',
  exhausted: 'webhooksExhausted',
};
