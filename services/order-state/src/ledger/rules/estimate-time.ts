import type { BlockedBy, EndpointType } from '@delivery/contracts';
import { minConcurrencyAt, unmeasuredAnswerMs, waitMaxMs } from './window.js';

/** The figures from which the speed of webhooks to one endpoint follows. */
export type EndpointSpeed = {
  id: string;
  type: EndpointType;
  /** `null`: of a pull endpoint. */
  url: string | null;
  status: 'active' | 'disabled' | 'deleted';
  /** Nothing but failures came back lately. */
  isFailing: boolean;
  /** The average time of its newest answers; `null`: there are none. */
  answerMs: number | null;
  /** Active push endpoints of its merchant. */
  sharedBy: number;
  /** Most a second; `null`: any number. */
  maxPerSecond: number | null;
};

/** The deliveries that an action would send to one endpoint. */
export type EndpointEstimate = Pick<EndpointSpeed, 'id' | 'type' | 'url' | 'status' | 'answerMs'> & {
  deliveries: number;
  blockedBy: BlockedBy | null;
  /** `null` with an blockedBy. */
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
  const { id, type, url, status, answerMs } = speed;
  const blockedBy = blockedByOf(speed);
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
 * How many a second go out where every attempt is a success: the places that the window has at such answers in any case, each
 * held for an answer and the wait in our own queues (Little's law), or the endpoint's own number, if that is less.
 */
export const perSecondOf = ({ answerMs, sharedBy, maxPerSecond }: EndpointSpeed): number => {
  const takesMs = answerMs ?? unmeasuredAnswerMs;
  const share = Math.max(1, Math.floor(minConcurrencyAt(takesMs) / Math.max(1, sharedBy)));
  // An endpoint with a pace has no more in flight than it may get in a second.
  const places = Math.min(share, maxPerSecond ?? Infinity);
  return Math.min((places * 1_000) / (takesMs + waitMaxMs), maxPerSecond ?? Infinity);
};

const secondsFor = (deliveries: number, perSecond: number): number => Math.ceil(deliveries / perSecond);

export const blockedByOf = ({ type, status, isFailing }: EndpointSpeed): BlockedBy | null => {
  if (status !== 'active') return 'disabled';
  if (type === 'pull') return 'fetched';
  return isFailing ? 'failing' : null;
};
