import { type OrderPart, orderParts, timeZoneSchema } from '@delivery/contracts';
import type { BatchPlan } from '../../orders/rules/decide-batch.js';
import type { Order } from '../../orders/rules/order.js';
import type { DuePlanner } from '../../orders/rules/times.js';
import { listEnded } from './count-usage.js';

type Timed = Pick<
  Order,
  | 'status'
  | 'createdAtMs'
  | 'readyAtMs'
  | 'acceptedAtMs'
  | 'arrivedAtMs'
  | 'pickedUpAtMs'
  | 'updatedAtMs'
  | 'deliveredByMs'
>;

/** A longer part tells when a report was made, and not how long the step took. */
const partMaxSeconds = 86_400;

/**
 * The whole seconds of each part of an order that has ended. A part is absent if a step of it is missing, out of order
 * or too far away. Pure.
 */
export const timesOf = (order: Timed, planDue: DuePlanner): Partial<Record<OrderPart, number>> => {
  const { createdAtMs, readyAtMs, acceptedAtMs, arrivedAtMs, pickedUpAtMs, deliveredByMs, status } = order;
  const planned = deliveredByMs === null ? null : planDue(new Date(deliveredByMs).toISOString());
  const steps: Readonly<Record<OrderPart, readonly [from: number | null, to: number | null]>> = {
    kitchen: [Math.max(createdAtMs, planned?.prepareAtMs ?? createdAtMs), readyAtMs],
    finding_courier: [readyAtMs, acceptedAtMs],
    courier_to_store: [acceptedAtMs, arrivedAtMs],
    courier_waiting: [arrivedAtMs, pickedUpAtMs],
    road: [pickedUpAtMs, status === 'delivered' ? order.updatedAtMs : null],
  };
  return Object.fromEntries(
    orderParts.flatMap((part) => {
      const [from, to] = steps[part];
      const seconds = from === null || to === null ? -1 : Math.round((to - from) / 1_000);
      return seconds < 0 || seconds > partMaxSeconds ? [] : [[part, seconds]];
    }),
  );
};

type PartSums = Record<OrderPart, { orders: number; seconds: number }>;

/** The sums of orders of one merchant that ended within one quarter of an hour. */
export type CountedTimes = {
  merchantId: string;
  atMs: number;
  /** `null`: the merchant's default store. */
  storeRef: string | null;
  courierSystemId: string | null;
  orders: number;
  parts: PartSums;
};

/** The sums of this process since the last call of `take`. */
export type OrderTimesCounter = {
  onApplied: (plan: Pick<BatchPlan, 'created' | 'changed' | 'events'>) => void;
  take: () => CountedTimes[];
  /** Sums that were taken and could not be written are added the next time. */
  giveBack: (taken: readonly CountedTimes[]) => void;
};

/** In every time zone a day begins at one of them. */
const quarterMs = 900_000;
/** Beyond that many, orders count without their store: the names of stores are the merchants' to invent. */
const keyMax = 20_000;

export const createOrderTimesCounter = (planDue: DuePlanner): OrderTimesCounter => {
  let counted = new Map<string, CountedTimes>();
  const add = (times: CountedTimes): void => {
    const { merchantId, atMs, storeRef, courierSystemId } = times;
    const key = JSON.stringify([merchantId, atMs, courierSystemId, storeRef]);
    const known = counted.get(key);
    if (known) counted.set(key, sumOf(known, times));
    else if (counted.size < keyMax || storeRef === '') counted.set(key, times);
    else add({ ...times, storeRef: '' });
  };
  return {
    onApplied: (plan) => {
      for (const order of listEnded(plan)) add(countOne(order, planDue));
    },
    take: () => {
      const taken = [...counted.values()];
      counted = new Map();
      return taken;
    },
    giveBack: (taken) => {
      for (const times of taken) add(times);
    },
  };
};

const countOne = (order: Order, planDue: DuePlanner): CountedTimes => {
  const { merchantId, storeRef, courierSystemId, updatedAtMs } = order;
  const times = timesOf(order, planDue);
  const parts = partsOf((part) => ({ orders: times[part] === undefined ? 0 : 1, seconds: times[part] ?? 0 }));
  return { merchantId, atMs: updatedAtMs - (updatedAtMs % quarterMs), storeRef, courierSystemId, orders: 1, parts };
};

const sumOf = (one: CountedTimes, other: CountedTimes): CountedTimes => ({
  ...one,
  orders: one.orders + other.orders,
  parts: partsOf((part) => ({
    orders: one.parts[part].orders + other.parts[part].orders,
    seconds: one.parts[part].seconds + other.parts[part].seconds,
  })),
});

const partsOf = (sums: (part: OrderPart) => PartSums[OrderPart]): PartSums => ({
  kitchen: sums('kitchen'),
  finding_courier: sums('finding_courier'),
  courier_to_store: sums('courier_to_store'),
  courier_waiting: sums('courier_waiting'),
  road: sums('road'),
});

/** One that this process does not know, as after an update of its zones, is UTC. */
export const knownZone = (timeZone: string | null | undefined): string =>
  timeZone && timeZoneSchema.safeParse(timeZone).success ? timeZone : 'UTC';

/** Tells the day, `yyyy-mm-dd`, in a time zone. A formatter is made once for each zone. */
export const createDayTeller = (): ((timeZone: string | null | undefined, atMs: number) => string) => {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone, atMs) => {
    const name = timeZone ?? 'UTC';
    const format = formats.get(name) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: knownZone(timeZone) });
    formats.set(name, format);
    return format.format(atMs);
  };
};
