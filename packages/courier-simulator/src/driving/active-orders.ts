import type { SandboxDelivery } from '../courier-api.js';
import { findNextStep, planSimulation } from '../simulation/rules/plan-simulation.js';
import { createDueQueue } from './rules/due-queue.js';

/**
 * An order with a step to come. Only the list's small representation is kept: the plan is derived again at each step.
 */
export type ActiveOrder = {
  order: SandboxDelivery;
  /** Index of the step to come. */
  next: number;
  /** Milliseconds since the epoch. Absent: no report is sent before another sender changes the order. */
  dueMs: number | undefined;
  attempt: number;
  /** Whether `dueMs` is the turn that its merchant's pace has given it. */
  hasTurn: boolean;
  isReporting: boolean;
  /** The last round of the list that showed it. */
  round: number;
};

export type ActiveOrders = {
  /** An order as the list shows it. @param round of the list, counted up */
  see: (order: SandboxDelivery, round: number) => void;
  /** The list was read to its end: orders that it did not show in this round are dropped. */
  endRound: (round: number) => void;
  schedule: (active: ActiveOrder, dueMs: number | undefined) => void;
  drop: (active: ActiveOrder) => void;
  /** One whose step is due, out of the queue. */
  takeDue: (nowMs: number) => ActiveOrder | undefined;
  /** When the first step is due. */
  nextDueMs: () => number | undefined;
  count: () => number;
  /** For which there was no room in the last round. */
  leftOutCount: () => number;
};

/** @param ordersMax others wait in the list until there is room */
export const createActiveOrders = (ordersMax: number): ActiveOrders => {
  const active = new Map<string, ActiveOrder>();
  const queue = createDueQueue();
  let leftOut = { round: 0, count: 0 };

  const schedule: ActiveOrders['schedule'] = (entry, dueMs) => {
    entry.dueMs = dueMs;
    if (dueMs !== undefined) queue.push({ id: entry.order.id, dueMs });
  };

  const place = (order: SandboxDelivery, round: number): void => {
    const { id, status, tracking_url: trackingUrl } = order;
    const plan = planSimulation(order);
    const next = findNextStep(plan, { status, trackingUrl });
    const step = next === undefined ? undefined : plan.steps[next];
    if (next === undefined || !step) return void active.delete(id);
    if (!active.has(id) && active.size >= ordersMax) {
      leftOut = { round, count: leftOut.round === round ? leftOut.count + 1 : 1 };
      return;
    }
    const entry: ActiveOrder = { order, next, dueMs: undefined, attempt: 1, hasTurn: false, isReporting: false, round };
    active.set(id, entry);
    schedule(entry, step.atMs);
  };

  /** Entries of orders that have gone on since are dropped on the way. */
  const peekValid = (): ActiveOrder | undefined => {
    for (let first = queue.peek(); first; first = queue.peek()) {
      const entry = active.get(first.id);
      if (entry && entry.dueMs === first.dueMs && !entry.isReporting) return entry;
      queue.pop();
    }
    return undefined;
  };

  return {
    see: (order, round) => {
      const known = active.get(order.id);
      if (known) known.round = round;
      // The list may be older than the answer to the simulator's own report.
      if (known && (known.isReporting || order.updated_at <= known.order.updated_at)) return;
      place(order, round);
    },
    endRound: (round) => {
      if (leftOut.round < round) leftOut = { round, count: 0 };
      for (const [id, entry] of active) {
        if (entry.round < round && !entry.isReporting) active.delete(id);
      }
    },
    schedule,
    drop: ({ order }) => void active.delete(order.id),
    takeDue: (nowMs) => {
      const entry = peekValid();
      if (entry?.dueMs === undefined || entry.dueMs > nowMs) return undefined;
      queue.pop();
      return entry;
    },
    nextDueMs: () => peekValid()?.dueMs,
    count: () => active.size,
    leftOutCount: () => leftOut.count,
  };
};
