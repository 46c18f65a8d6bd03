import type { SandboxDelivery } from '../courier-api.js';
import { isAsPlanned, type ReportOutcome, type ReportStep } from '../report-step.js';
import { planSimulation, type Step } from '../simulation/rules/plan-simulation.js';
import type { ActiveOrder, ActiveOrders } from './active-orders.js';
import { backoffMs, type Breaker, type MerchantPace } from './rules/call-limits.js';

/** A report and its outcome. `latenessMs`: how long after it was due it was sent. */
export type Reported = {
  order: SandboxDelivery;
  step: Step;
  outcome: ReportOutcome;
  attempt: number;
  latenessMs: number;
  durationMs: number;
};

export type DriverDeps = {
  orders: ActiveOrders;
  report: ReportStep;
  breaker: Breaker;
  pace: Pick<MerchantPace, 'reserve'>;
  /** Milliseconds since the epoch. */
  now: () => number;
  random: () => number;
  onReported: (reported: Reported) => void;
};

export type Driver = {
  /** Sends due reports, and wakes by itself for the next one. To be called when orders have been added. */
  wake: () => void;
  /** Reports that wait for their answer. */
  reportingCount: () => number;
  /** Sends nothing more. Resolves when the reports under way have been answered. */
  close: () => Promise<void>;
};

/** Timers hold 31 bits; an order due later is looked at again meanwhile. */
const timerMaxMs = 2 ** 31 - 1;

/**
 * Reports the steps of all orders when they are due: those of one order one after the other, those of several at once.
 * A report beyond its merchant's pace is sent later, with the same times in it. No progress is kept: an order's place
 * in its plan is read from the order.
 */
export const createDriver = (deps: DriverDeps): Driver => {
  const { orders, breaker, now } = deps;
  const reporting = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const wake = (): void => {
    clearTimeout(timer);
    if (isClosed) return;
    while (breaker.hasRoom(reporting.size)) {
      const due = orders.takeDue(now());
      if (!due) break;
      if (!takeTurn(deps, due)) continue;
      const sent = send(deps, due).finally(() => {
        reporting.delete(sent);
        wake();
      });
      reporting.add(sent);
    }
    const waitMs = Math.max(orders.nextDueMs() ?? timerMaxMs, breaker.resumeAtMs()) - now();
    // Due reports have no room: the end of a report wakes again.
    if (waitMs > 0) timer = setTimeout(wake, Math.min(waitMs, timerMaxMs));
  };

  return {
    wake,
    reportingCount: () => reporting.size,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all(reporting);
    },
  };
};

/** @returns whether it goes now; if not, it comes again when its turn does */
const takeTurn = ({ orders, pace, now }: DriverDeps, active: ActiveOrder): boolean => {
  const nowMs = now();
  const turnAtMs = active.hasTurn ? nowMs : pace.reserve(active.order.merchant_id, nowMs);
  active.hasTurn = turnAtMs > nowMs;
  if (active.hasTurn) orders.schedule(active, turnAtMs);
  return !active.hasTurn;
};

const send = async (deps: DriverDeps, active: ActiveOrder): Promise<void> => {
  const { now, breaker } = deps;
  const { order, next, attempt, dueMs = now() } = active;
  const { steps } = planSimulation(order);
  const step = steps[next];
  if (!step) return;
  active.isReporting = true;
  const begunAtMs = now();
  const outcome = await deps.report(order, step);
  active.isReporting = false;
  const times = { latenessMs: begunAtMs - dueMs, durationMs: now() - begunAtMs };
  deps.onReported({ order, step, outcome, attempt, ...times });
  if (outcome.kind === 'unavailable') breaker.failed({ begunAtMs, retryAfterMs: outcome.retryAfterMs });
  else breaker.succeeded();
  settle(deps, active, { step, following: steps[next + 1], outcome });
};

const settle = (
  { orders, now, random }: DriverDeps,
  active: ActiveOrder,
  { step, following, outcome }: { step: Step; following: Step | undefined; outcome: ReportOutcome },
): void => {
  if (outcome.kind === 'unavailable') {
    const pauseMs = Math.max(outcome.retryAfterMs ?? 0, backoffMs(active.attempt, random()));
    active.attempt += 1;
    return orders.schedule(active, now() + pauseMs);
  }
  // Another sender has moved the order: the next list shows its status.
  if (outcome.kind === 'refused' || !isAsPlanned(step, outcome.delivery)) return orders.schedule(active, undefined);
  if (!following) return orders.drop(active);
  const updatedAt = later(active.order.updated_at, outcome.delivery.updated_at);
  active.order = { ...active.order, state: 'mine', updated_at: updatedAt };
  active.next += 1;
  active.attempt = 1;
  orders.schedule(active, following.atMs);
};

const later = (one: string, other: string): string => (one < other ? other : one);
