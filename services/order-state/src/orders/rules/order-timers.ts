import { type DueReached, type DueStep, dueSteps, type OrderStatus, schemaVersion } from '@delivery/contracts';
import { type Due, isAhead, nextDueStep, renderDue } from './due.js';
import type { Order } from './order.js';
import { isFinal } from './transition.js';

/** What a timer waits for: the time to begin, then the time of each step. */
const timerSteps = ['prepare', ...dueSteps] as const;
export type TimerStep = (typeof timerSteps)[number];

export type OrderTimer = {
  orderId: string;
  merchantId: string;
  step: TimerStep;
  atMs: number;
  /** As last committed; `null`: it is not there any more, or has no `delivery_time` any more. */
  order: { status: OrderStatus; due: Due } | null;
};

export type TimerPlan = {
  /** To be decided about the order, in this order. */
  messages: DueReached[];
  /** What the timer waits for then; `null`: it has done its work. */
  next: { step: TimerStep; atMs: number } | null;
};

/**
 * What follows from a timer whose time has come. If several steps have passed meanwhile, the order is late for the last of them
 * alone. A step that the order has come to is passed over. Pure.
 */
export const planTimer = (timer: OrderTimer, nowMs: number): TimerPlan => {
  const { order, step, atMs } = timer;
  if (!order || isFinal(order.status)) return { messages: [], next: null };
  const left = dueSteps.filter((one) => timerSteps.indexOf(one) >= timerSteps.indexOf(step));
  const isPassed = (one: DueStep): boolean => order.due[one] <= nowMs;
  const missed = left.findLast((one) => isPassed(one) && isAhead(one, order.status));
  const isToPrepare = step === 'prepare' && atMs <= nowMs && nextDueStep[order.status] === 'ready_by';
  const next = left.find((one) => !isPassed(one) && isAhead(one, order.status));
  return {
    messages: [
      ...(isToPrepare ? [toMessage(timer, order.due, { event: 'order_due' }, nowMs)] : []),
      ...(missed ? [toMessage(timer, order.due, { event: 'order_late', missed }, nowMs)] : []),
    ],
    next: next ? { step: next, atMs: order.due[next] } : null,
  };
};

/** Its id is the same whenever and by whichever process it is made: it is decided once. */
const toMessage = (
  { orderId, merchantId }: OrderTimer,
  due: Due,
  reached: { event: 'order_due' } | { event: 'order_late'; missed: DueStep },
  nowMs: number,
): DueReached => ({
  id: `due-${reached.event === 'order_due' ? 'prepare' : reached.missed}-${due.delivered_by}`,
  schema_version: schemaVersion,
  type: 'order.due_reached',
  occurred_at: new Date(nowMs).toISOString(),
  order_id: orderId,
  merchant_id: merchantId,
  payload: { ...reached, due: renderDue(due) },
});

export type NewTimer = Pick<OrderTimer, 'orderId' | 'merchantId' | 'step' | 'atMs'>;

/** Left out are orders that are final, without a `delivery_time`, or with one that has passed, which is probably a mistake. */
export const toNewTimers = (orders: readonly Order[]): NewTimer[] =>
  orders.flatMap(({ id, merchantId, status, updatedAtMs, plannedDue }) =>
    plannedDue && !isFinal(status) && plannedDue.due.delivered_by > updatedAtMs
      ? [{ orderId: id, merchantId, step: 'prepare' as const, atMs: plannedDue.prepareAtMs }]
      : [],
  );
