import type { DeliveryAttempted, FaultKind } from '@delivery/contracts';
import type { ErrorCode } from './connection-errors.js';

export type Classification = {
  outcome: DeliveryAttempted['outcome'];
  errorCode: ErrorCode | null;
  /** No answer came in time: narrows the endpoint's window. An answer, also a bad one, does not. */
  unreachable: boolean;
};

/**
 * Judges an answer by its status, and one that is no 2xx by what the receiver asks for: with a 2xx it has taken the
 * event.
 */
export const classifyResponse = (result: PostResult): Classification => {
  if (result.kind === 'unanswered' && isOurOutage(result.errorCode))
    return { ...failed(result.errorCode), outcome: 'deferred' };
  if (result.kind === 'unanswered') return failed(result.errorCode, { unreachable: !isRefusedByUs(result.errorCode) });
  const status = result.statusCode;
  if (status >= 200 && status < 300) {
    return { outcome: 'delivered', errorCode: null, unreachable: false };
  }
  if (status === 410 || result.asks === 'disable') return { ...failed('gone'), outcome: 'gone' };
  if (result.asks === 'abort-message') return failed('aborted_by_receiver');
  if (status === 429) return failed('rate_limited');
  if (status === 503) return failed('unavailable');
  // Following it would let a receiver send signed events, or this service, to an address that was never registered.
  if (isRedirect(status)) return failed('redirect_refused');
  return failed('http_status');
};

export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

const failed = (errorCode: ErrorCode, more: { unreachable?: boolean } = {}): Classification => ({
  outcome: 'failed',
  errorCode,
  unreachable: false,
  ...more,
});

/** The merchant's server was never asked: it spends no attempt, and counts against no endpoint. */
const isOurOutage = (code: ErrorCode): boolean =>
  code === 'proxy_unreachable' || code === 'proxy_refused' || code === 'proxy_login_failed';

const isRefusedByUs = (code: ErrorCode): boolean =>
  code === 'url_refused' || code === 'address_refused' || code === 'dispatcher_died';

/** Values of the header `webhook-delivery`, by which a receiver answers more than a status. */
const requests = ['abort-message', 'disable'] as const;
type ReceiverRequest = (typeof requests)[number];

export const readRequest = (header: string | null): ReceiverRequest | null =>
  requests.find((request) => request === header?.trim().toLowerCase()) ?? null;

/** The result of one POST, before it is judged. */
export type PostResult =
  | {
      kind: 'answered';
      statusCode: number;
      retryAfter: string | null;
      asks: ReceiverRequest | null;
      excerpt: string;
      redirectsTo: string | null;
    }
  /**
   * No complete answer. `statusCode` when the headers came but the rest did not in time, `errorDetail` for the
   * merchant, `systemCode` for the log.
   */
  | {
      kind: 'unanswered';
      errorCode: ErrorCode;
      statusCode: number | null;
      errorDetail: string | null;
      systemCode: string | null;
    };

/** Whether the receiver handled a fault as it should. Pure. @param right its answer to the correct webhook */
export const isHandled = (kind: FaultKind, fault: PostResult, right: Pick<Classification, 'outcome'>): boolean => {
  if (kind === 'exhaust') return right.outcome === 'failed';
  if (fault.kind !== 'answered') return false;
  const isTaken = fault.statusCode >= 200 && fault.statusCode < 300;
  const isRefused = fault.statusCode >= 400 && fault.statusCode < 500;
  switch (kind) {
    case 'wrong_signature':
    case 'stale_timestamp':
      return isRefused;
    case 'duplicate':
      return isTaken && right.outcome === 'delivered';
    // It may keep the one ahead, or refuse it until the one between has come: it must take that one.
    case 'gap':
      return (isTaken || isRefused) && right.outcome === 'delivered';
  }
};
