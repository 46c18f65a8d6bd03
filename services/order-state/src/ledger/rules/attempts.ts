import { type DeliveryAttempted, digestIdsMax } from '@delivery/contracts';
import { isEarly } from './catch-up.js';
import { type DeliveryState, isSettled, type LanePosition, type LiveDelivery } from './deliveries.js';
import { delayRetry, isAborted, type RetryDeps, timeLeft, triedSinceOf } from './retries.js';
import { adjustWindow, type AttemptSignal, isPulled, type Window } from './window.js';

export type AttemptPlan = {
  updates: DeliveryUpdate[];
  settled: LanePosition[];
  /** By endpoint. */
  givenUp: GivenUp[];
  /** Attempts of deliveries that exist: the rows of the attempt log. */
  logged: DeliveryAttempted[];
  /**
   * Whose usage each logged delivery is, by its id: the merchant's whose event it is, or of a courier's system its own.
   */
  usedBy: Map<string, string>;
  /** The deliveries of sandbox merchants. */
  inSandbox: Set<string>;
  /** The windows of `locked`, adjusted. */
  windows: Window[];
  /** Endpoints to disable: they answered 410, or nothing but failures came back for too long. */
  gone: string[];
  failing: string[];
  stale: number;
  unknown: number;
};

/** Deliveries to one endpoint that became `exhausted`: how many, the first ones, and the error code of the last one. */
export type GivenUp = { endpointId: string; count: number; deliveryIds: string[]; errorCode: string | null };

/** An endpoint that has answered nothing but failures for this long is disabled, and its deliveries are held. */
const failingMaxMs = 5 * 24 * 3_600_000;

/**
 * Folds a batch of attempts, in order of arrival, into the deliveries and windows that are locked. Pure.
 */
export const planAttempts = (
  attempts: readonly DeliveryAttempted[],
  deliveries: ReadonlyMap<string, LiveDelivery>,
  locked: ReadonlyMap<string, Window>,
  context: RetryDeps & { nowMs: number },
): AttemptPlan => {
  const { nowMs } = context;
  const live = new Map(deliveries);
  const windows = new Map(locked);
  const updates = new Map<string, DeliveryUpdate>();
  const plan: AttemptPlan = {
    updates: [],
    settled: [],
    givenUp: [],
    logged: [],
    usedBy: new Map(),
    inSandbox: new Set(),
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
    if (delivery.mode === 'sandbox') plan.inSandbox.add(delivery.id);
    if (attempt.outcome !== 'deferred') {
      plan.logged.push(attempt);
      plan.usedBy.set(delivery.id, delivery.orderMerchantId ?? attempt.owner_id);
    }
    const window = windows.get(delivery.endpointId);
    const isOlder = isOlderThan(window, attempt);
    const retryInMs = planRetry(attempt, delivery, window, context);
    const endpointDeleted = window?.deleted ?? true;
    const change = applyAttempt(delivery, attempt, { nowMs, endpointDeleted, isOlder, retryInMs });
    if (!change) {
      if (attempt.outcome !== 'deferred') plan.stale += 1;
      continue;
    }
    if (attempt.outcome === 'gone' && !isOlder) plan.gone.push(delivery.endpointId);
    if (delivery.state === 'in_flight' && window) {
      const signal: AttemptSignal =
        isOlder || isAborted(attempt.error_code)
          ? { kind: 'expired' }
          : signalOf(attempt, delivery, { nowMs, retryInMs });
      windows.set(window.endpointId, adjustWindow(window, signal, nowMs));
    }
    const { state, attemptCount, scheduleBase, triedSinceMs } = change;
    live.set(delivery.id, { ...delivery, state, attemptCount, scheduleBase, triedSinceMs });
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
  plan.givenUp = groupGivenUp(plan.updates, live);
  return plan;
};

const planRetry = (
  attempt: DeliveryAttempted,
  delivery: LiveDelivery,
  window: Window | undefined,
  { schedule, random, nowMs }: RetryDeps & { nowMs: number },
): number | null => {
  if (attempt.outcome === 'delivered') return null;
  return delayRetry(attempt, {
    // The visibility of a pulled message is the first delay: when it ends, the message comes again at once.
    schedule: window && isPulled(window) ? [0, ...schedule.slice(1)] : schedule,
    // An early attempt does not count, and is followed by the wait that it cut short: the shortest delay is its least.
    scheduleAttempt: isEarly(delivery) ? 1 : delivery.attemptCount - delivery.scheduleBase + 1,
    jitter: random(),
    leftMs: window?.active === true ? timeLeft(delivery, attempt, answeredAt(attempt, nowMs)) : Infinity,
  });
};

/** The dispatcher measured how long ago that was: its wall clock may differ. */
const answeredAt = ({ reported_after_ms: ago = 0 }: DeliveryAttempted, nowMs: number): number => nowMs - ago;

/** It went to a configuration of the endpoint that has changed since: it judges the delivery, and not the endpoint. */
export const isOlderThan = (
  window: Pick<Window, 'revision'> | undefined,
  { revision }: Pick<DeliveryAttempted, 'revision'>,
): boolean => window !== undefined && revision < window.revision;

const groupGivenUp = (
  updates: readonly DeliveryUpdate[],
  deliveries: ReadonlyMap<string, Pick<LiveDelivery, 'endpointId'>>,
): GivenUp[] => {
  const groups = new Map<string, GivenUp>();
  for (const { id, state, lastErrorCode: errorCode } of updates) {
    const endpointId = deliveries.get(id)?.endpointId;
    if (state !== 'exhausted' || endpointId === undefined || isAborted(errorCode)) continue;
    const { count, deliveryIds } = groups.get(endpointId) ?? { count: 0, deliveryIds: [] };
    const ids = [...deliveryIds, id].slice(0, digestIdsMax);
    groups.set(endpointId, { endpointId, count: count + 1, deliveryIds: ids, errorCode });
  }
  return [...groups.values()];
};

const hasFailedTooLong = ({ active, failingSinceMs }: Window, nowMs: number): boolean =>
  active && failingSinceMs !== null && nowMs - failingSinceMs >= failingMaxMs;

/**
 * Early attempts, and those after 410, do not count in the schedule: without a maximum their number would have none.
 */
const attemptMax = 100;

/** The change of an attempt to its delivery; `undefined` where it is stale and changes nothing. */
type DeliveryChange = {
  state: DeliveryState;
  attemptCount: number;
  scheduleBase: number;
  triedSinceMs: number | null;
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
const applyAttempt = (
  delivery: LiveDelivery,
  attempt: DeliveryAttempted,
  context: { nowMs: number; endpointDeleted: boolean; isOlder: boolean; retryInMs: number | null },
): DeliveryChange | undefined => {
  if (isSettled(delivery.state)) return undefined;
  // A deferred delivery is not tried: the attempt is not spent, and the schedule goes on where it was.
  const isTried = attempt.outcome !== 'deferred';
  const attemptCount = isTried ? Math.max(delivery.attemptCount, attempt.attempt) : delivery.attemptCount;
  const answeredMs = answeredAt(attempt, context.nowMs);
  const { triedSinceMs } = delivery;
  const tried = { attemptCount, scheduleBase: delivery.scheduleBase, triedSinceMs };
  const settled = { ...tried, notBeforeMs: null, settledAtMs: context.nowMs };
  if (attempt.outcome === 'delivered') return { ...settled, state: 'delivered', lastErrorCode: null };
  if (delivery.state !== 'in_flight' || delivery.generation !== attempt.generation) return undefined;
  const lastErrorCode = attempt.error_code;
  if (context.endpointDeleted) return { ...settled, state: 'skipped', lastErrorCode };
  if (isTried && attemptCount - delivery.attemptsBefore >= attemptMax)
    return { ...settled, state: 'exhausted', lastErrorCode };
  // The attempt of an early release does not count, also where it was not made; nor does a failure of an older
  // revision.
  const wasEarly = isEarly(delivery);
  const isUncounted = wasEarly || (context.isOlder && isTried);
  const scheduleBase = delivery.scheduleBase + Number(isUncounted);
  const since = triedSinceOf(delivery, attempt, answeredMs);
  const waiting = {
    ...tried,
    scheduleBase,
    triedSinceMs: since,
    state: 'waiting',
    lastErrorCode,
    settledAtMs: null,
  } as const;
  // 410 disables the endpoint: its deliveries wait, this one first, and are tried again once it is enabled.
  if (attempt.outcome === 'gone' || context.isOlder) return { ...waiting, notBeforeMs: context.nowMs };
  if (context.retryInMs === null) return { ...settled, state: 'exhausted', lastErrorCode };
  const retryAtMs = answeredMs + context.retryInMs;
  // A delivery whose early attempt failed waits as before, and never for less than the receiver asks for.
  return { ...waiting, notBeforeMs: isTried && wasEarly ? Math.max(delivery.notBeforeMs, retryAtMs) : retryAtMs };
};

/** The signal of an attempt to its endpoint's window. @param delivery as it was when the attempt was made */
export const signalOf = (
  attempt: DeliveryAttempted,
  delivery: LiveDelivery,
  { nowMs, retryInMs }: { nowMs: number; retryInMs: number | null },
): AttemptSignal => {
  const { outcome, unreachable, duration_ms: durationMs } = attempt;
  const gatheredMs = attempt.reported_after_ms ?? 0;
  // Replicas' clocks may differ by some milliseconds: never less than nothing.
  const waitedMs = Math.max(0, nowMs - (delivery.releasedAtMs ?? nowMs) - durationMs - gatheredMs);
  if (outcome === 'delivered') return { kind: 'success', durationMs, waitedMs };
  if (outcome === 'deferred') return { kind: 'deferred', retryInMs };
  return unreachable ? { kind: 'unreachable', retryInMs } : { kind: 'answered', durationMs, waitedMs };
};
