import type { OperatorSandboxOrder } from '@delivery/contracts';
import { findNextStep } from '../stories/rules/find-next-step.js';
import { tellStory } from '../stories/rules/tell-story.js';
import { createDueQueue } from './rules/due-queue.js';

/** An order with a step to come. It is kept as small as the list shows it: its story is told again at each step. */
export type OrderInHand = {
  order: OperatorSandboxOrder;
  /** Index of the step to come. */
  next: number;
  /** Milliseconds since the epoch. Absent: nothing is sent before somebody else has changed the order. */
  dueMs: number | undefined;
  attempt: number;
  /** Whether `dueMs` is the turn that its merchant's pace has given it. */
  hasTurn: boolean;
  isReporting: boolean;
  /** Of the list: the last one that showed it. */
  round: number;
};

export type OrdersInHand = {
  /** An order as the list shows it. @param round of the list, counted up */
  see: (order: OperatorSandboxOrder, round: number) => void;
  /** The list was read to its end: what it did not show in this round is not ours any more. */
  endRound: (round: number) => void;
  schedule: (inHand: OrderInHand, dueMs: number | undefined) => void;
  drop: (inHand: OrderInHand) => void;
  /** One whose step is due, out of the queue. */
  takeDue: (nowMs: number) => OrderInHand | undefined;
  /** When the first step is due. */
  nextDueMs: () => number | undefined;
  count: () => number;
  /** For which there was no room in the last round. */
  leftOutCount: () => number;
};

/** @param ordersMax others wait in the list until there is room */
export const createOrdersInHand = (ordersMax: number): OrdersInHand => {
  const inHand = new Map<string, OrderInHand>();
  const queue = createDueQueue();
  let leftOut = { round: 0, count: 0 };

  const schedule: OrdersInHand['schedule'] = (entry, dueMs) => {
    entry.dueMs = dueMs;
    if (dueMs !== undefined) queue.push({ id: entry.order.id, dueMs });
  };

  const place = (order: OperatorSandboxOrder, round: number): void => {
    const { id, status, tracking_url: trackingUrl } = order;
    const story = tellStory(order);
    const next = findNextStep(story, { status, trackingUrl });
    const step = next === undefined ? undefined : story.steps[next];
    if (next === undefined || !step) return void inHand.delete(id);
    if (!inHand.has(id) && inHand.size >= ordersMax) {
      leftOut = { round, count: leftOut.round === round ? leftOut.count + 1 : 1 };
      return;
    }
    const entry: OrderInHand = { order, next, dueMs: undefined, attempt: 1, hasTurn: false, isReporting: false, round };
    inHand.set(id, entry);
    schedule(entry, step.atMs);
  };

  /** What the queue holds of orders that have gone on since is dropped on the way. */
  const peekValid = (): OrderInHand | undefined => {
    for (let first = queue.peek(); first; first = queue.peek()) {
      const entry = inHand.get(first.id);
      if (entry && entry.dueMs === first.dueMs && !entry.isReporting) return entry;
      queue.pop();
    }
    return undefined;
  };

  return {
    see: (order, round) => {
      const known = inHand.get(order.id);
      if (known) known.round = round;
      // What the list shows may be older than what our own report was answered.
      if (known && (known.isReporting || order.updated_at <= known.order.updated_at)) return;
      place(order, round);
    },
    endRound: (round) => {
      if (leftOut.round < round) leftOut = { round, count: 0 };
      for (const [id, entry] of inHand) {
        if (entry.round < round && !entry.isReporting && !hasOnlyEchoes(entry)) inHand.delete(id);
      }
    },
    schedule,
    drop: ({ order }) => void inHand.delete(order.id),
    takeDue: (nowMs) => {
      const entry = peekValid();
      if (entry?.dueMs === undefined || entry.dueMs > nowMs) return undefined;
      queue.pop();
      return entry;
    },
    nextDueMs: () => peekValid()?.dueMs,
    count: () => inHand.size,
    leftOutCount: () => leftOut.count,
  };
};

/** A repeat or a report that comes too late is sent also when the order is final, and nowhere in the list. */
const hasOnlyEchoes = ({ order, next }: OrderInHand): boolean =>
  tellStory(order)
    .steps.slice(next)
    .every(({ effect }) => effect !== 'applied');
