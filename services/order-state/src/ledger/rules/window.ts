import type { BlockedBy, EndpointType } from '@delivery/contracts';
import { catchUpAfterSuccess } from './catch-up.js';

/** How much may be in flight to one endpoint. Times are milliseconds since the epoch. */
export type Window = {
  endpointId: string;
  active: boolean;
  deleted: boolean;
  /** Revision of the endpoint: results of an older one do not count. */
  revision: number;
  /** Active endpoints of its merchant, at least 1: they divide one share. */
  sharedBy: number;
  /** Most deliveries in flight at once; 0: a pull endpoint, to which nothing is released. */
  size: number;
  inFlight: number;
  /** Not null: the breaker is open; one probe may go out at this time. */
  probeAtMs: number | null;
  /** Start of a run of failures without a success. */
  failingSinceMs: number | null;
  /**
   * Deliveries whose last attempt failed before this time become due then, whatever their backoff. It may lie in the
   * future.
   */
  catchUpAtMs: number | null;
};

/** Deliveries of a pull endpoint are taken, not released. Its window has no width, because nothing answers. */
export const isPulled = ({ size }: Pick<Window, 'size'>): boolean => size === 0;

/** Most deliveries of a pull endpoint that are taken, and neither acked nor expired. */
export const takenMax = 256;

/** A probe waits no longer than this, however long the failed delivery itself waits. */
export const probeDelayMaxMs = 30_000;

/**
 * The result of an attempt. `answered`: a response that is a failure. `unreachable`: a timeout or connection error.
 * `deferred`: not called, because its merchant or its server had too much in flight. `expired`: no result came, or
 * one of an older revision.
 */
export type AttemptSignal =
  | ({ kind: 'success' | 'answered' } & AnswerTimes)
  | { kind: 'unreachable' | 'deferred'; retryInMs: number | null }
  | { kind: 'expired' };

/**
 * `durationMs`: time until the receiver answered. `waitedMs`: the rest of the time from release to report, spent in our
 * queues, without the wait for other reports.
 */
type AnswerTimes = { durationMs: number; waitedMs: number };

/**
 * A success moves the window one step towards the size that its times suggest. No answer halves the window; at 1 the
 * breaker opens.
 */
export const adjustWindow = (window: Window, signal: AttemptSignal, nowMs: number): Window => {
  const settled = { ...window, inFlight: Math.max(0, window.inFlight - 1) };
  const catchUpAtMs = signal.kind === 'success' ? catchUpAfterSuccess(window, nowMs) : window.catchUpAtMs;
  if (isPulled(window)) return { ...settled, catchUpAtMs, failingSinceMs: failingSince(window, signal, nowMs) };
  switch (signal.kind) {
    case 'success':
      return { ...settled, catchUpAtMs, size: stepTowardsGoal(window, signal), probeAtMs: null, failingSinceMs: null };
    // A failure never widens the window. A slow failure holds a place as long as a slow success.
    case 'answered': {
      const size = Math.min(window.size, stepTowardsGoal(window, signal));
      return { ...settled, size, probeAtMs: null, failingSinceMs: window.failingSinceMs ?? nowMs };
    }
    case 'unreachable':
      return { ...narrow(settled, signal.retryInMs, nowMs), failingSinceMs: window.failingSinceMs ?? nowMs };
    // Deliveries in flight to others do not count towards disabling this endpoint.
    case 'deferred':
      return narrow(settled, signal.retryInMs, nowMs);
    case 'expired':
      return settled;
  }
};

/** For a pull endpoint, a message that was taken and not acked counts like a failure that was answered. */
const failingSince = ({ failingSinceMs }: Window, { kind }: AttemptSignal, nowMs: number): number | null => {
  if (kind === 'success') return null;
  return kind === 'answered' ? (failingSinceMs ?? nowMs) : failingSinceMs;
};

const windowMin = 1;
/** Most deliveries of one merchant in flight at once, over all of its endpoints. */
export const merchantShareMax = 256;
/** How many deliveries a merchant may always have in flight. */
export const merchantShareMin = 16;
/** Endpoints that answer this slowly get the whole share, however long deliveries wait in our queues. */
const wholeShareAtMs = 1_000;
/** The duration that is assumed if none was measured. At this duration or less, a merchant gets 240 a second. */
const unmeasuredAnswerMs = wholeShareAtMs;
/** The wait in our queues that a share may cause. More in flight would only fill the queues, before all others. */
const waitMaxMs = 35;

/** Beyond a second the share shrinks, because each place of a dispatcher is held for longer. */
export const maxConcurrencyAt = (durationMs: number): number =>
  Math.max(merchantShareMin, Math.min(merchantShareMax, (merchantShareMax * wholeShareAtMs) / durationMs));

/** Grows with the duration of answers, so that 240 a second go through in any case. */
export const minConcurrencyAt = (durationMs: number): number =>
  Math.min(
    merchantShareMin + ((merchantShareMax - merchantShareMin) * durationMs) / wholeShareAtMs,
    maxConcurrencyAt(durationMs),
  );

const stepTowardsGoal = ({ size, sharedBy }: Window, { durationMs, waitedMs }: AnswerTimes): number => {
  // Little's law: with so many in flight, deliveries would wait for `waitMaxMs`.
  const target = (sharedBy * size * (waitMaxMs + durationMs)) / (waitedMs + durationMs);
  const share = Math.max(minConcurrencyAt(durationMs), Math.min(maxConcurrencyAt(durationMs), target));
  const goal = Math.max(windowMin, Math.floor(share / sharedBy));
  return size + Math.sign(goal - size);
};

const narrow = (window: Window, retryInMs: number | null, nowMs: number): Window => {
  const size = Math.max(windowMin, Math.floor(window.size / 2));
  const probeAtMs = size === windowMin ? nowMs + Math.min(retryInMs ?? probeDelayMaxMs, probeDelayMaxMs) : null;
  return { ...window, size, probeAtMs };
};

/** The figures from which the speed of webhooks to one endpoint follows. */
export type EndpointSpeed = {
  id: string;
  type: EndpointType;
  /** `null`: of a pull endpoint. */
  url: string | null;
  status: 'active' | 'disabled' | 'deleted';
  /** Why nothing goes out, or why its speed is unknown. */
  blockedBy: BlockedBy | null;
  /** The average time of its newest answers; `null`: there are none. */
  answerMs: number | null;
  /** Active push endpoints of its merchant. */
  sharedBy: number;
  /** Most a second; `null`: any number. */
  maxPerSecond: number | null;
};

/** The deliveries that an action would send to one endpoint. */
type EndpointEstimate = Pick<EndpointSpeed, 'id' | 'type' | 'url' | 'status' | 'answerMs' | 'blockedBy'> & {
  deliveries: number;
  /** `null` with a `blockedBy`. */
  perSecond: number | null;
};

/** The deliveries that an action would send. */
export type SendEstimate = {
  deliveries: number;
  orders: number;
  /** Asked for, and cannot be sent now. */
  leftOut: number;
  /** There is more than is counted. */
  truncated: boolean;
  /** The replay that is sending the range already. */
  runningReplayId: string | null;
  endpoints: EndpointEstimate[];
  /** At which it is queued; Infinity: at once. */
  queuedPerSecond: number;
};

export const estimateEndpoint = (speed: EndpointSpeed, deliveries: number): EndpointEstimate => {
  const { id, type, url, status, answerMs, blockedBy } = speed;
  return {
    id,
    type,
    url,
    status,
    answerMs,
    deliveries,
    blockedBy,
    perSecond: blockedBy === null ? perSecondOf(speed) : null,
  };
};

/** `null`: unknown. */
export const secondsAt = ({ deliveries, perSecond }: EndpointEstimate): number | null =>
  perSecond === null ? null : secondsFor(deliveries, perSecond);

/** Endpoints are sent to in parallel, after everything is queued. `null`: unknown for at least one of them. */
export const estimateSeconds = ({ endpoints, queuedPerSecond, deliveries }: SendEstimate): number | null =>
  endpoints
    .map(secondsAt)
    .reduce(
      (most, seconds) => (most === null || seconds === null ? null : Math.max(most, seconds)),
      secondsFor(deliveries, queuedPerSecond),
    );

/**
 * How many a second go out where every attempt is a success: the places that the window has at such answers in any
 * case, each held for an answer and the wait in our own queues (Little's law), or the endpoint's own number, if that is
 * less.
 */
export const perSecondOf = ({ answerMs, sharedBy, maxPerSecond }: EndpointSpeed): number => {
  const takesMs = answerMs ?? unmeasuredAnswerMs;
  const share = Math.max(1, Math.floor(minConcurrencyAt(takesMs) / Math.max(1, sharedBy)));
  // An endpoint with a pace has no more in flight than it may get in a second.
  const places = Math.min(share, maxPerSecond ?? Infinity);
  return Math.min((places * 1_000) / (takesMs + waitMaxMs), maxPerSecond ?? Infinity);
};

const secondsFor = (deliveries: number, perSecond: number): number => Math.ceil(deliveries / perSecond);
