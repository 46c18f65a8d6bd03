import { type DueReached, type DueStep, dueSteps, type OrderStatus, schemaVersion } from '@delivery/contracts';
import { type CourierSystems, isOpen } from './decide-courier.js';
import { isProblemOpen } from './decide-problems.js';
import { isFinal, type Order } from './order.js';
import { type Due, isAhead, nextDueStep, renderDue, tellEtaAtMs } from './times.js';

/** Steps of a timer: the time to begin, then the time of each step. */
const timedSteps = ['prepare', ...dueSteps] as const;
/**
 * Other timers, each of its own: an event of the time of arrival may be sent, a courier's system should have accepted
 * the order, the customer's data was erased, a problem should have an answer.
 */
export type TimerStep = (typeof timedSteps)[number] | 'eta' | 'courier' | 'erased' | 'problem';

/** Contacts of a merchant that has not answered a problem by then get a mail. */
export const unansweredMs = 3 * 60_000;

export type OrderTimer = {
  orderId: string;
  merchantId: string;
  step: TimerStep;
  atMs: number;
  /** As last committed; `null`: it is not there any more. `due` is `null` where it has no `delivery_time` any more. */
  order: (Pick<Order, 'status' | 'courierSystemId' | 'claimId' | 'problems'> & { due: Due | null }) | null;
};

export type TimerPlan = {
  /** To be decided about the order, in this order. */
  messages: DueReached[];
  /** The next step of the timer; `null`: it has ended. */
  next: { step: TimerStep; atMs: number } | null;
  /** Since when a problem waits, if a mail is due. */
  unansweredSince?: Date;
};

/**
 * The outcome of a timer whose time has come. An order is late once for a `delivery_time`: for the first step that it
 * misses, or for the last one if several have passed meanwhile. A step that the order has come to is passed over. Pure.
 */
export const planTimer = (timer: OrderTimer, nowMs: number): TimerPlan => {
  const { order, step, atMs } = timer;
  if (!order) return done;
  if (step === 'erased')
    return { ...done, messages: [toMessage(timer, { event: 'customer_erased' }, `erased-${atMs}`, nowMs)] };
  if (isFinal(order.status)) return done;
  if (step === 'eta') return { ...done, messages: [toMessage(timer, { event: 'eta_changed' }, `eta-${atMs}`, nowMs)] };
  if (step === 'problem') {
    const open = order.problems.find((problem) => isProblemOpen(order, problem));
    return open ? { ...done, unansweredSince: new Date(open.at) } : done;
  }
  if (step === 'courier') {
    const message = toMessage(timer, { event: 'courier_not_found' }, `courier-${atMs}`, nowMs);
    return { ...done, messages: isOpen(order) ? [message] : [] };
  }
  return order.due ? planStep(timer, step, { status: order.status, due: order.due }, nowMs) : done;
};

const done: TimerPlan = { messages: [], next: null };

const planStep = (
  timer: OrderTimer,
  step: (typeof timedSteps)[number],
  order: { status: OrderStatus; due: Due },
  nowMs: number,
): TimerPlan => {
  const left = dueSteps.filter((one) => timedSteps.indexOf(one) >= timedSteps.indexOf(step));
  const isPassed = (one: DueStep): boolean => order.due[one] <= nowMs;
  const missed = left.findLast((one) => isPassed(one) && isAhead(one, order.status));
  const isToPrepare = step === 'prepare' && timer.atMs <= nowMs && nextDueStep[order.status] === 'ready_by';
  const next = missed ? undefined : left.find((one) => !isPassed(one) && isAhead(one, order.status));
  const due = renderDue(order.due);
  const idOf = (happened: string): string => `due-${happened}-${due.delivered_by}`;
  return {
    messages: [
      ...(isToPrepare ? [toMessage(timer, { event: 'order_due', due }, idOf('prepare'), nowMs)] : []),
      ...(missed ? [toMessage(timer, { event: 'order_late', missed, due }, idOf('late'), nowMs)] : []),
    ],
    next: next ? { step: next, atMs: order.due[next] } : null,
  };
};

/** Its id is equal at any time and in any process: it is decided once. */
const toMessage = (
  { orderId, merchantId }: OrderTimer,
  payload: DueReached['payload'],
  id: string,
  nowMs: number,
): DueReached => ({
  id,
  schema_version: schemaVersion,
  type: 'order.due_reached',
  occurred_at: new Date(nowMs).toISOString(),
  order_id: orderId,
  merchant_id: merchantId,
  payload,
});

export type NewTimer = Pick<OrderTimer, 'orderId' | 'merchantId' | 'step' | 'atMs'>;

type TimerContext = { serving: CourierSystems; pausedSystems: ReadonlySet<string>; courierNotFoundMs: number };

/**
 * The timers of an order that was created or changed.
 * @param before `undefined`: it is new
 */
export const toNewTimers = (
  before: Order | undefined,
  after: Order,
  { serving, pausedSystems, courierNotFoundMs }: TimerContext,
): NewTimer[] => {
  if (isFinal(after.status)) return [];
  const isOffered = isOpen(after) && !(before && isOpen(before)) && serving.has(after.merchantId);
  // If all systems are paused, waiting for one is pointless.
  const isAnyLeft = serving.get(after.merchantId)?.some((id) => !pausedSystems.has(id));
  const times: [TimerStep, number | null][] = [
    ['prepare', before?.contentVersion === after.contentVersion ? null : prepareAtMs(after)],
    ['courier', isOffered ? after.updatedAtMs + (isAnyLeft ? courierNotFoundMs : 0) : null],
    ['problem', isNewlyAsked(before, after) ? after.updatedAtMs + unansweredMs : null],
    ['eta', tellAtMs(before) === tellAtMs(after) ? null : tellAtMs(after)],
  ];
  return times.flatMap(([step, atMs]) =>
    atMs === null ? [] : [{ orderId: after.id, merchantId: after.merchantId, step, atMs }],
  );
};

/** A problem that is reported while the timer of an earlier one runs shares its mail. */
const isNewlyAsked = (before: Order | undefined, after: Order): boolean =>
  after.problems.length > (before?.problems.length ?? 0) &&
  !before?.problems.some(
    (problem) => isProblemOpen(before, problem) && Date.parse(problem.at) + unansweredMs > after.updatedAtMs,
  );

/** `null`: it has no `delivery_time`, or one that has passed, which is probably a mistake. */
const prepareAtMs = ({ plannedDue, updatedAtMs }: Order): number | null =>
  plannedDue && plannedDue.due.delivered_by > updatedAtMs ? plannedDue.prepareAtMs : null;

const tellAtMs = (order: Order | undefined): number | null => (order?.eta ? tellEtaAtMs(order.eta) : null);
