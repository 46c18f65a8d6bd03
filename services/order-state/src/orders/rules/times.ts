import { type DueStep, dueSteps, type Eta, type OrderDue, type OrderStatus, type Report } from '@delivery/contracts';

/** Minutes that the steps of an order take. */
type DueMinutes = {
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

/** @param deliveryTime `undefined`: the order has none */
export type DuePlanner = (deliveryTime: string | undefined) => PlannedDue | null;

const minuteMs = 60_000;

/**
 * The steps' times, counted back from the `delivery_time`; and when its merchant has to begin. Before the first hour of
 * the year 1, which some clients send for none, is no time that can be written.
 */
export const createDuePlanner =
  (minutes: DueMinutes): DuePlanner =>
  (deliveryTime) => {
    if (deliveryTime === undefined) return null;
    const deliveredBy = Date.parse(deliveryTime);
    const pickedUpBy = deliveredBy - minutes.drive * minuteMs;
    const readyBy = pickedUpBy - minutes.pickup * minuteMs;
    const prepareAtMs = readyBy - minutes.prepare * minuteMs;
    if (new Date(prepareAtMs).getUTCFullYear() < 1) return null;
    return { due: { ready_by: readyBy, picked_up_by: pickedUpBy, delivered_by: deliveredBy }, prepareAtMs };
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

/** Values and time of its last event. */
export type OrderEta = Eta & { announced?: (Eta & { at_ms: number }) | undefined };

/** A time that moved by less causes no event, and an order causes no more events than one in this time. */
const tellMs = 60_000;

/** When an event about a moved time of arrival may be emitted; `null`: the last event is still right. Pure. */
export const tellEtaAtMs = (eta: OrderEta): number | null => {
  const { announced } = eta;
  if (!announced) return 0;
  return hasMoved(announced.pickup_at, eta.pickup_at) || hasMoved(announced.delivery_at, eta.delivery_at)
    ? announced.at_ms + tellMs
    : null;
};

/** One that is known now, or is not known any more, has moved. */
const hasMoved = (before: string | undefined, after: string | undefined): boolean => {
  if (before === undefined || after === undefined) return before !== after;
  return Math.abs(Date.parse(after) - Date.parse(before)) >= tellMs;
};

export const withoutTold = ({ announced: _told, ...eta }: OrderEta): Eta => eta;

/**
 * When the last report of each kind and source that took effect was seen, by that source's own clock: milliseconds
 * since the epoch by `<type>/<source>`. No clock of ours is ever compared with it.
 */
export type ReportTimes = Readonly<Record<string, number>>;

/** Sources remembered of one order: more never take turns at one. */
const keptMax = 16;

/** Source of reports that came without one by AMQP; the operator API names itself. */
const defaultSource = 'amqp';

const keyOf = (report: Report): string =>
  `${report.type}/${'courier_system_id' in report ? report.courier_system_id : (report.source ?? defaultSource)}`;

/** Without a time of its own a report is never stale: of two such reports the later arrival is later. */
export const isStale = (times: ReportTimes, report: Report): boolean => {
  const last = times[keyOf(report)];
  return last !== undefined && report.occurred_at !== undefined && Date.parse(report.occurred_at) < last;
};

export const withReport = (times: ReportTimes, report: Report): ReportTimes => {
  if (report.occurred_at === undefined) return times;
  const key = keyOf(report);
  const others = Object.entries(times).filter(([known]) => known !== key);
  return Object.fromEntries([...others.slice(1 - keptMax), [key, Date.parse(report.occurred_at)]]);
};
