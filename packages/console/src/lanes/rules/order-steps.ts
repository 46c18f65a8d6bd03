import type { OrderHappening, OrderStatus } from '@delivery/contracts';

const milestones = ['created', 'ready', 'pickup', 'on_the_way', 'delivered'] as const;
type Milestone = (typeof milestones)[number];

/** The milestone that a status belongs to. Where an order may end besides being delivered, the end stands for itself. */
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

/** `at`: when it was reached last; `null`: it was not, or nobody told. */
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
