import { type CallFacts, DeliveryError } from './errors.js';
import type { FieldError, ProblemDetails } from './types.js';

export type ProblemFacts = CallFacts & {
  details: ProblemDetails;
  /** Of `Retry-After`. */
  retryAfterMs?: number;
};

/** A problem document of the service (RFC 9457). `code` discriminates the classes, also in a `switch`. */
export abstract class ProblemError extends DeliveryError {
  abstract readonly code: string;
  readonly status: number;
  readonly title: string;
  /** For people. */
  readonly detail: string;
  /** For support. */
  readonly requestId: string;
  /** Every faulty field, each with a JSON Pointer; empty where it is not about fields. */
  readonly errors: readonly FieldError[];
  readonly retryAfterMs: number | undefined;
  constructor({ details, retryAfterMs, ...facts }: ProblemFacts) {
    super(`${details.status} ${details.code}: ${details.detail}`, facts);
    this.status = details.status;
    this.title = details.title;
    this.detail = details.detail;
    this.requestId = details.request_id;
    this.errors = details.errors ?? [];
    this.retryAfterMs = retryAfterMs;
  }
}

/** A code that this version of the client does not know: treat it by its `status`; the code is `unknownCode`. */
export class UnknownProblem extends ProblemError {
  readonly code = 'unknown';
  readonly unknownCode: string;
  constructor(facts: ProblemFacts) {
    super(facts);
    this.unknownCode = facts.details.code;
  }
}

export class MalformedRequest extends ProblemError {
  readonly code = 'malformed_request';
}
export class MalformedJson extends ProblemError {
  readonly code = 'malformed_json';
}
export class ValidationFailed extends ProblemError {
  readonly code = 'validation_failed';
}
export class InvalidParameter extends ProblemError {
  readonly code = 'invalid_parameter';
}
export class InvalidCredentials extends ProblemError {
  readonly code = 'invalid_credentials';
}
export class MerchantDisabled extends ProblemError {
  readonly code = 'merchant_disabled';
}
/** Met by pages that carry a session alone. */
export class CrossSiteRequest extends ProblemError {
  readonly code = 'cross_site_request';
}
/** This one and the next are met by pages alone, too. */
export class ReadOnlySession extends ProblemError {
  readonly code = 'read_only_session';
}
export class PortalLinkInvalid extends ProblemError {
  readonly code = 'portal_link_invalid';
}
export class OrderNotFound extends ProblemError {
  readonly code = 'order_not_found';
}
export class OrderPurged extends ProblemError {
  readonly code = 'order_purged';
}
export class EndpointNotFound extends ProblemError {
  readonly code = 'endpoint_not_found';
}
export class DeliveryNotFound extends ProblemError {
  readonly code = 'delivery_not_found';
}
export class ReplayNotFound extends ProblemError {
  readonly code = 'replay_not_found';
}
export class OAuthClientNotFound extends ProblemError {
  readonly code = 'oauth_client_not_found';
}
export class StoreNotFound extends ProblemError {
  readonly code = 'store_not_found';
}
/** The order is not on its way to the customer, or its courier’s system told no position. */
export class PositionNotFound extends ProblemError {
  readonly code = 'position_not_found';
}
export class RouteNotFound extends ProblemError {
  readonly code = 'route_not_found';
}
export class MethodNotAllowed extends ProblemError {
  readonly code = 'method_not_allowed';
}
export class RequestTimeout extends ProblemError {
  readonly code = 'request_timeout';
}
export class ExternalIdConflict extends ProblemError {
  readonly code = 'external_id_conflict';
  /** The order that is there; `errors` names where it differs. */
  readonly orderId: string | undefined;
  constructor(facts: ProblemFacts) {
    super(facts);
    this.orderId = facts.details.order_id;
  }
}
export class InvalidStateTransition extends ProblemError {
  readonly code = 'invalid_state_transition';
}
/** `errors` names the fields. */
export class TooLateToChange extends ProblemError {
  readonly code = 'too_late_to_change';
}
/** The order was changed since the `etag` that the change names: read it again. */
export class PreconditionFailed extends ProblemError {
  readonly code = 'precondition_failed';
}
export class CustomerDataErased extends ProblemError {
  readonly code = 'customer_data_erased';
}
export class EndpointUrlTaken extends ProblemError {
  readonly code = 'endpoint_url_taken';
}
export class EndpointTypeMismatch extends ProblemError {
  readonly code = 'endpoint_type_mismatch';
}
export class EndpointLimitReached extends ProblemError {
  readonly code = 'endpoint_limit_reached';
}
export class OAuthClientLimitReached extends ProblemError {
  readonly code = 'oauth_client_limit_reached';
}
export class StoreLimitReached extends ProblemError {
  readonly code = 'store_limit_reached';
}
export class ReplayRunning extends ProblemError {
  readonly code = 'replay_running';
}
export class DeliveryNotReplayable extends ProblemError {
  readonly code = 'delivery_not_replayable';
}
export class DeliveryNotWaiting extends ProblemError {
  readonly code = 'delivery_not_waiting';
}
export class EndpointDisabled extends ProblemError {
  readonly code = 'endpoint_disabled';
}
/** The action would no longer do what its preview showed, and was not run. `detail` says what has changed. */
export class PreviewStale extends ProblemError {
  readonly code = 'preview_stale';
}
export class CursorExpired extends ProblemError {
  readonly code = 'cursor_expired';
}
export class PayloadTooLarge extends ProblemError {
  readonly code = 'payload_too_large';
}
export class UnsupportedMediaType extends ProblemError {
  readonly code = 'unsupported_media_type';
}
export class PaymentSumMismatch extends ProblemError {
  readonly code = 'payment_sum_mismatch';
}
export class PaymentOnlineMismatch extends ProblemError {
  readonly code = 'payment_online_mismatch';
}
export class PaymentOfflineMismatch extends ProblemError {
  readonly code = 'payment_offline_mismatch';
}
export class CashMustBeOffline extends ProblemError {
  readonly code = 'cash_must_be_offline';
}
export class CashNotAllowed extends ProblemError {
  readonly code = 'cash_not_allowed';
}
export class InvalidChangeFor extends ProblemError {
  readonly code = 'invalid_change_for';
}
export class InvalidCoordinates extends ProblemError {
  readonly code = 'invalid_coordinates';
}
export class DeliveryTimeTooFar extends ProblemError {
  readonly code = 'delivery_time_too_far';
}
export class WebhookUrlRefused extends ProblemError {
  readonly code = 'webhook_url_refused';
}
export class RateLimited extends ProblemError {
  readonly code = 'rate_limited';
}
export class HeadersTooLarge extends ProblemError {
  readonly code = 'headers_too_large';
}
export class InternalError extends ProblemError {
  readonly code = 'internal_error';
}
export class TemporarilyUnavailable extends ProblemError {
  readonly code = 'temporarily_unavailable';
}

/** By code: all that the guide lists. */
export const problemClasses = {
  malformed_request: MalformedRequest,
  malformed_json: MalformedJson,
  validation_failed: ValidationFailed,
  invalid_parameter: InvalidParameter,
  invalid_credentials: InvalidCredentials,
  merchant_disabled: MerchantDisabled,
  cross_site_request: CrossSiteRequest,
  order_not_found: OrderNotFound,
  order_purged: OrderPurged,
  endpoint_not_found: EndpointNotFound,
  delivery_not_found: DeliveryNotFound,
  replay_not_found: ReplayNotFound,
  oauth_client_not_found: OAuthClientNotFound,
  store_not_found: StoreNotFound,
  position_not_found: PositionNotFound,
  read_only_session: ReadOnlySession,
  portal_link_invalid: PortalLinkInvalid,
  route_not_found: RouteNotFound,
  method_not_allowed: MethodNotAllowed,
  request_timeout: RequestTimeout,
  external_id_conflict: ExternalIdConflict,
  invalid_state_transition: InvalidStateTransition,
  too_late_to_change: TooLateToChange,
  precondition_failed: PreconditionFailed,
  customer_data_erased: CustomerDataErased,
  endpoint_url_taken: EndpointUrlTaken,
  endpoint_limit_reached: EndpointLimitReached,
  endpoint_type_mismatch: EndpointTypeMismatch,
  oauth_client_limit_reached: OAuthClientLimitReached,
  store_limit_reached: StoreLimitReached,
  replay_running: ReplayRunning,
  delivery_not_replayable: DeliveryNotReplayable,
  delivery_not_waiting: DeliveryNotWaiting,
  endpoint_disabled: EndpointDisabled,
  preview_stale: PreviewStale,
  cursor_expired: CursorExpired,
  payload_too_large: PayloadTooLarge,
  unsupported_media_type: UnsupportedMediaType,
  payment_sum_mismatch: PaymentSumMismatch,
  payment_online_mismatch: PaymentOnlineMismatch,
  payment_offline_mismatch: PaymentOfflineMismatch,
  cash_must_be_offline: CashMustBeOffline,
  cash_not_allowed: CashNotAllowed,
  invalid_change_for: InvalidChangeFor,
  invalid_coordinates: InvalidCoordinates,
  delivery_time_too_far: DeliveryTimeTooFar,
  webhook_url_refused: WebhookUrlRefused,
  rate_limited: RateLimited,
  headers_too_large: HeadersTooLarge,
  internal_error: InternalError,
  temporarily_unavailable: TemporarilyUnavailable,
} as const;

export type ProblemCode = keyof typeof problemClasses;
/** Every class; narrow it by `code` or by `instanceof`. */
export type Problem = InstanceType<(typeof problemClasses)[ProblemCode]> | UnknownProblem;

const isKnown = (code: string): code is ProblemCode => Object.hasOwn(problemClasses, code);

export const createProblem = (facts: ProblemFacts): Problem => {
  const { code } = facts.details;
  return isKnown(code) ? new problemClasses[code](facts) : new UnknownProblem(facts);
};

/** For a `catch`: `error` as one of the classes, so that `switch (error.code)` knows them all. */
export const isProblem = (error: unknown): error is Problem => error instanceof ProblemError;
