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

/** The class of one code. */
const problemOf = <Code extends string>(
  code: Code,
): new (facts: ProblemFacts) => ProblemError & { readonly code: Code } =>
  class extends ProblemError {
    readonly code = code;
  };

export class MalformedRequest extends problemOf('malformed_request') {}
export class MalformedJson extends problemOf('malformed_json') {}
export class ValidationFailed extends problemOf('validation_failed') {}
export class InvalidParameter extends problemOf('invalid_parameter') {}
export class InvalidCredentials extends problemOf('invalid_credentials') {}
export class MerchantDisabled extends problemOf('merchant_disabled') {}
/** Met by pages that carry a session alone. */
export class CrossSiteRequest extends problemOf('cross_site_request') {}
/** This one and the next two are met by pages alone, too. */
export class ReadOnlySession extends problemOf('read_only_session') {}
export class PortalLinkInvalid extends problemOf('portal_link_invalid') {}
export class MerchantNotFound extends problemOf('merchant_not_found') {}
export class OrderNotFound extends problemOf('order_not_found') {}
export class OrderPurged extends problemOf('order_purged') {}
export class EndpointNotFound extends problemOf('endpoint_not_found') {}
export class DeliveryNotFound extends problemOf('delivery_not_found') {}
export class ReplayNotFound extends problemOf('replay_not_found') {}
export class OAuthClientNotFound extends problemOf('oauth_client_not_found') {}
export class StoreNotFound extends problemOf('store_not_found') {}
/** The order is not on its way to the customer, or its courier’s system told no position. */
export class PositionNotFound extends problemOf('position_not_found') {}
export class RouteNotFound extends problemOf('route_not_found') {}
export class MethodNotAllowed extends problemOf('method_not_allowed') {}
export class RequestTimeout extends problemOf('request_timeout') {}
export class ExternalIdConflict extends problemOf('external_id_conflict') {
  /** The order that is there; `errors` names where it differs. */
  readonly orderId: string | undefined;
  constructor(facts: ProblemFacts) {
    super(facts);
    this.orderId = facts.details.order_id;
  }
}
export class InvalidStateTransition extends problemOf('invalid_state_transition') {}
/** `errors` names the fields. */
export class TooLateToChange extends problemOf('too_late_to_change') {}
/** The order was changed since the `etag` that the change names: read it again. */
export class PreconditionFailed extends problemOf('precondition_failed') {}
export class CustomerDataErased extends problemOf('customer_data_erased') {}
export class EndpointUrlTaken extends problemOf('endpoint_url_taken') {}
export class EndpointTypeMismatch extends problemOf('endpoint_type_mismatch') {}
export class EndpointLimitReached extends problemOf('endpoint_limit_reached') {}
export class OAuthClientLimitReached extends problemOf('oauth_client_limit_reached') {}
export class StoreLimitReached extends problemOf('store_limit_reached') {}
export class ReplayRunning extends problemOf('replay_running') {}
export class DeliveryNotReplayable extends problemOf('delivery_not_replayable') {}
export class DeliveryNotWaiting extends problemOf('delivery_not_waiting') {}
export class EndpointDisabled extends problemOf('endpoint_disabled') {}
/** The action would no longer do what its preview showed, and was not run. `detail` says what has changed. */
export class PreviewStale extends problemOf('preview_stale') {}
export class CursorExpired extends problemOf('cursor_expired') {}
export class PayloadTooLarge extends problemOf('payload_too_large') {}
export class UnsupportedMediaType extends problemOf('unsupported_media_type') {}
export class PaymentSumMismatch extends problemOf('payment_sum_mismatch') {}
export class PaymentOnlineMismatch extends problemOf('payment_online_mismatch') {}
export class PaymentOfflineMismatch extends problemOf('payment_offline_mismatch') {}
export class CashMustBeOffline extends problemOf('cash_must_be_offline') {}
export class CashNotAllowed extends problemOf('cash_not_allowed') {}
export class InvalidChangeFor extends problemOf('invalid_change_for') {}
export class InvalidCoordinates extends problemOf('invalid_coordinates') {}
export class DeliveryTimeTooFar extends problemOf('delivery_time_too_far') {}
export class WebhookUrlRefused extends problemOf('webhook_url_refused') {}
export class RateLimited extends problemOf('rate_limited') {}
export class HeadersTooLarge extends problemOf('headers_too_large') {}
export class InternalError extends problemOf('internal_error') {}
export class TemporarilyUnavailable extends problemOf('temporarily_unavailable') {}

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
  merchant_not_found: MerchantNotFound,
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
