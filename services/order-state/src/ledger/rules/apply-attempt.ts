import type { DeliveryAttempted } from '@delivery/contracts';
import { isEarly, waitAfterEarly } from './catch-up.js';
import { type DeliveryState, isSettled, type LiveDelivery } from './delivery.js';
import type { AttemptSignal } from './window.js';

/** The change of an attempt to its delivery; `undefined` where it is stale and changes nothing. */
export type DeliveryChange = {
  state: DeliveryState;
  attemptCount: number;
  scheduleBase: number;
  /** When to try again, for `waiting`. */
  notBeforeMs: number | null;
  lastErrorCode: string | null;
  settledAtMs: number | null;
};

export type DeliveryUpdate = DeliveryChange & { id: string };

/**
 * Only an attempt of the current generation counts, but for one case: a success of any generation settles a delivery
 * that is not settled. The merchant has it, even if it was counted as failed meanwhile. `delivered` never regresses.
 */
export const applyAttempt = (
  delivery: LiveDelivery,
  attempt: DeliveryAttempted,
  context: { nowMs: number; endpointDeleted: boolean },
): DeliveryChange | undefined => {
  if (isSettled(delivery.state)) return undefined;
  // A deferred delivery is not tried: the attempt is not spent, and the schedule goes on where it was.
  const isTried = attempt.outcome !== 'deferred';
  const attemptCount = isTried ? Math.max(delivery.attemptCount, attempt.attempt) : delivery.attemptCount;
  const settled = { attemptCount, scheduleBase: delivery.scheduleBase, notBeforeMs: null, settledAtMs: context.nowMs };
  if (attempt.outcome === 'delivered') return { ...settled, state: 'delivered', lastErrorCode: null };
  if (delivery.state !== 'in_flight' || delivery.generation !== attempt.generation) return undefined;
  const lastErrorCode = attempt.error_code;
  if (context.endpointDeleted) return { ...settled, state: 'skipped', lastErrorCode };
  // The attempt of an early release does not count, also where it was not made.
  const wasEarly = isEarly(delivery);
  const scheduleBase = delivery.scheduleBase + Number(wasEarly);
  const waiting = { state: 'waiting', attemptCount, scheduleBase, lastErrorCode, settledAtMs: null } as const;
  // 410 disables the endpoint: its deliveries wait, this one first, and are tried again once it is enabled.
  if (attempt.outcome === 'gone') return { ...waiting, notBeforeMs: context.nowMs };
  if (isTried && attempt.retry_in_ms === null) return { ...settled, state: 'exhausted', lastErrorCode };
  const retryInMs = attempt.retry_in_ms ?? 0;
  if (isTried && wasEarly) {
    return { ...waiting, notBeforeMs: waitAfterEarly(delivery.notBeforeMs, context.nowMs, retryInMs) };
  }
  return { ...waiting, notBeforeMs: context.nowMs + retryInMs };
};

/** The signal of an attempt to its endpoint's window. @param delivery as it was when the attempt was made */
export const signalOf = (attempt: DeliveryAttempted, delivery: LiveDelivery, nowMs: number): AttemptSignal => {
  const { outcome, unreachable, duration_ms: durationMs, retry_in_ms: retryInMs } = attempt;
  const gatheredMs = attempt.reported_after_ms ?? 0;
  // Replicas' clocks may differ by some milliseconds: never less than nothing.
  const waitedMs = Math.max(0, nowMs - (delivery.releasedAtMs ?? nowMs) - durationMs - gatheredMs);
  if (outcome === 'delivered') return { kind: 'success', durationMs, waitedMs };
  if (outcome === 'deferred') return { kind: 'deferred', retryInMs };
  return unreachable ? { kind: 'unreachable', retryInMs } : { kind: 'answered', durationMs, waitedMs };
};
