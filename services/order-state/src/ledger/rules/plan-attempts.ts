import type { DeliveryAttempted } from '@delivery/contracts';
import { applyAttempt, type DeliveryUpdate, signalOf } from './apply-attempt.js';
import type { LanePosition } from './delivery.js';
import { isSettled, type LiveDelivery } from './delivery.js';
import { adjustWindow, type Window } from './window.js';

export type AttemptPlan = {
  updates: DeliveryUpdate[];
  settled: LanePosition[];
  /** Attempts of deliveries that exist: the rows of the attempt log. */
  logged: DeliveryAttempted[];
  /** The windows of `locked`, adjusted. */
  windows: Window[];
  /** Endpoints to disable: they answered 410, or nothing but failures came back for too long. */
  gone: string[];
  failing: string[];
  stale: number;
  unknown: number;
};

/** An endpoint that has answered nothing but failures for this long is disabled, and its deliveries are held. */
const failingMaxMs = 5 * 24 * 3_600_000;

/**
 * Folds a batch of attempts, in order of arrival, into the deliveries and windows that are locked. Pure.
 */
export const planAttempts = (
  attempts: readonly DeliveryAttempted[],
  deliveries: ReadonlyMap<string, LiveDelivery>,
  locked: ReadonlyMap<string, Window>,
  nowMs: number,
): AttemptPlan => {
  const live = new Map(deliveries);
  const windows = new Map(locked);
  const updates = new Map<string, DeliveryUpdate>();
  const plan: AttemptPlan = {
    updates: [],
    settled: [],
    logged: [],
    windows: [],
    gone: [],
    failing: [],
    stale: 0,
    unknown: 0,
  };
  for (const attempt of attempts) {
    const delivery = live.get(attempt.delivery_id);
    if (!delivery) {
      plan.unknown += 1;
      continue;
    }
    if (attempt.outcome !== 'deferred') plan.logged.push(attempt);
    const endpointDeleted = locked.get(delivery.endpointId)?.deleted ?? true;
    const change = applyAttempt(delivery, attempt, { nowMs, endpointDeleted });
    if (!change) {
      if (attempt.outcome !== 'deferred') plan.stale += 1;
      continue;
    }
    if (attempt.outcome === 'gone') plan.gone.push(delivery.endpointId);
    if (delivery.state === 'in_flight') {
      const window = windows.get(delivery.endpointId);
      if (window) windows.set(window.endpointId, adjustWindow(window, signalOf(attempt, delivery, nowMs), nowMs));
    }
    const { state, attemptCount, scheduleBase } = change;
    live.set(delivery.id, { ...delivery, state, attemptCount, scheduleBase });
    updates.set(delivery.id, { id: delivery.id, ...change });
    if (isSettled(change.state)) plan.settled.push(delivery);
  }
  plan.failing = [...windows.values()]
    .filter((window) => hasFailedTooLong(window, nowMs))
    .map(({ endpointId }) => endpointId);
  const disabled = new Set([...plan.gone, ...plan.failing]);
  plan.windows = [...windows.values()].map((window) =>
    disabled.has(window.endpointId) ? { ...window, active: false } : window,
  );
  plan.updates = [...updates.values()];
  return plan;
};

const hasFailedTooLong = ({ active, failingSinceMs }: Window, nowMs: number): boolean =>
  active && failingSinceMs !== null && nowMs - failingSinceMs >= failingMaxMs;
