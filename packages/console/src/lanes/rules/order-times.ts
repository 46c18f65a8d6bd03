import type { LaneDelivery, OrderHappening, OrderStatus } from '@delivery/contracts';

const milestones = ['created', 'ready', 'pickup', 'on_the_way', 'delivered'] as const;
type Milestone = (typeof milestones)[number];

/**
 * The milestone that a status belongs to. Where an order may end besides being delivered, the end stands for itself.
 */
const milestoneOf: Readonly<Record<OrderStatus, Milestone | 'end'>> = {
  created: 'created',
  ready: 'ready',
  on_route_to_pickup: 'pickup',
  at_pickup: 'pickup',
  on_route_to_delivery: 'on_the_way',
  at_delivery: 'on_the_way',
  delivered: 'delivered',
  delivery_failed: 'end',
  returned: 'end',
  canceled: 'end',
};

/** `at`: when it was reached last; null if it was not reached or not reported. */
export type Step = {
  name: Milestone | OrderStatus;
  at: string | null;
  state: 'done' | 'now' | 'ahead' | 'failed';
};

type Placed = { status: OrderStatus; created_at: string };
type Event = Pick<OrderHappening, 'at' | 'status'>;

/** Since when the order has its status; `undefined`: the events that tell are gone. Pure. */
export const statusSince = ({ status, created_at }: Placed, events: readonly Event[]): string | undefined => {
  if (status === 'created') return created_at;
  const before = events.findLastIndex((event) => event.status !== status);
  return events[before + 1]?.at;
};

/** The way of an order as a few steps: those behind it, the one that it is at, and those to come. Pure. */
export const findSteps = (order: Placed, events: readonly Event[]): Step[] => {
  const current = milestoneOf[order.status];
  const reached = reachedTimes(order, events);
  if (current === 'end') {
    const behind = milestones.filter((milestone) => reached.has(milestone));
    const end: Step = { name: order.status, at: statusSince(order, events) ?? null, state: 'failed' };
    return [...behind.map((name): Step => ({ name, at: reached.get(name) ?? null, state: 'done' })), end];
  }
  const place = milestones.indexOf(current);
  return milestones.map((name, index): Step => {
    if (index > place) return { name, at: null, state: 'ahead' };
    const isNow = index === place && current !== 'delivered';
    return { name, at: reached.get(name) ?? null, state: isNow ? 'now' : 'done' };
  });
};

/** When each milestone was reached last: a courier who gives an order back makes it ready again. */
const reachedTimes = (order: Placed, events: readonly Event[]): Map<Milestone, string> => {
  const times = new Map<Milestone, string>([['created', order.created_at]]);
  let last: Milestone | 'end' = 'created';
  for (const { at, status } of events) {
    const milestone = milestoneOf[status];
    if (milestone !== last && milestone !== 'end') times.set(milestone, at);
    last = milestone;
  }
  return times;
};

/** `waited` ends now: the delivery is not settled. */
type Stage = 'applied' | 'released' | 'posted' | 'answered' | 'settled' | 'waited';
export type TimeSlice = { stage: Stage; ms: number };
export type TimeSplit = { fromMs: number; totalMs: number; slices: TimeSlice[] };

type Timed = Pick<
  LaneDelivery,
  'received_at' | 'applied_at' | 'created_at' | 'released_at' | 'settled_at' | 'replay_id' | 'state' | 'attempts'
>;

/**
 * Where the time of a delivery went, in whole milliseconds that add up to the total. The clocks are of several
 * machines: a stage that ends before its cause took no time. Pure.
 */
export const splitTime = (delivery: Timed, nowMs: number): TimeSplit => {
  const points = pointsOf(delivery, nowMs).flatMap(({ stage, at }) => (at === null ? [] : [{ stage, atMs: toMs(at) }]));
  const fromMs = toMs(startOf(delivery));
  let reachedMs = fromMs;
  const slices = points.map(({ stage, atMs }) => {
    const ms = Math.max(0, atMs - reachedMs);
    reachedMs += ms;
    return { stage, ms };
  });
  return { fromMs, totalMs: reachedMs - fromMs, slices };
};

/** A replayed delivery begins with its replay, as the event's cause is long ago. */
const startOf = ({ replay_id, received_at, applied_at, created_at }: Timed): string =>
  replay_id === null ? (received_at ?? applied_at ?? created_at) : created_at;

const pointsOf = (delivery: Timed, nowMs: number): { stage: Stage; at: string | number | null }[] => {
  const { replay_id, received_at, applied_at, released_at, settled_at, state } = delivery;
  // While one is under way, its attempts are those of its releases before.
  const attempt = state === 'in_flight' ? undefined : delivery.attempts.at(-1);
  const postedMs = attempt ? Date.parse(attempt.at) : null;
  return [
    { stage: 'applied', at: replay_id === null && received_at !== null ? applied_at : null },
    { stage: 'released', at: released_at },
    { stage: 'posted', at: postedMs },
    { stage: 'answered', at: attempt && postedMs !== null ? postedMs + Math.round(attempt.duration_ms) : null },
    settled_at === null ? { stage: 'waited', at: nowMs } : { stage: 'settled', at: settled_at },
  ];
};

const toMs = (at: string | number): number => (typeof at === 'number' ? at : Date.parse(at));

/** The first of the longest; undefined: nothing took any time. */
export const slowestOf = ({ slices }: TimeSplit): TimeSlice | undefined => {
  const longestMs = Math.max(...slices.map(({ ms }) => ms));
  return longestMs > 0 ? slices.find(({ ms }) => ms === longestMs) : undefined;
};
