import { type DueStep, dueSteps, type OrderDue, type OrderStatus } from '@delivery/contracts';

/** Minutes that the steps of an order take. */
export type DueMinutes = {
  /** From the time at which its merchant has to begin until it is ready. */
  prepare: number;
  /** From `ready` until a courier has it. */
  pickup: number;
  /** From there until the customer has it. */
  drive: number;
};

/** By when an order should have come to each step. Milliseconds since the epoch. */
export type Due = Record<DueStep, number>;

export type PlannedDue = { due: Due; prepareAtMs: number };

/** `undefined`: the order has no `delivery_time`. */
export type DuePlanner = (deliveryTime: string | undefined) => PlannedDue | null;

const minuteMs = 60_000;

/** The steps' times, counted back from the `delivery_time`; and when its merchant has to begin. */
export const createDuePlanner =
  (minutes: DueMinutes): DuePlanner =>
  (deliveryTime) => {
    if (deliveryTime === undefined) return null;
    const deliveredBy = Date.parse(deliveryTime);
    const pickedUpBy = deliveredBy - minutes.drive * minuteMs;
    const readyBy = pickedUpBy - minutes.pickup * minuteMs;
    return {
      due: { ready_by: readyBy, picked_up_by: pickedUpBy, delivered_by: deliveredBy },
      prepareAtMs: readyBy - minutes.prepare * minuteMs,
    };
  };

/** The step that an order of this status should come to next. `null`: it is final. */
export const nextDueStep: Readonly<Record<OrderStatus, DueStep | null>> = {
  created: 'ready_by',
  ready: 'picked_up_by',
  on_route_to_pickup: 'picked_up_by',
  at_pickup: 'picked_up_by',
  on_route_to_delivery: 'delivered_by',
  at_delivery: 'delivered_by',
  delivery_failed: 'delivered_by',
  delivered: null,
  returned: null,
  canceled: null,
};

/** Whether an order of this status has yet to come to the step. */
export const isAhead = (step: DueStep, status: OrderStatus): boolean => {
  const next = nextDueStep[status];
  return next !== null && dueSteps.indexOf(step) >= dueSteps.indexOf(next);
};

export const renderDue = (due: Record<DueStep, number | Date>): OrderDue => ({
  ready_by: new Date(due.ready_by).toISOString(),
  picked_up_by: new Date(due.picked_up_by).toISOString(),
  delivered_by: new Date(due.delivered_by).toISOString(),
});
