/** Generated from docs/openapi.json by `npm run contract`. */
import { ExternalIdConflict, problemOf } from './problem-error.js';

/** The request is not well-formed HTTP/1.1. */
export class MalformedRequest extends problemOf('malformed_request') {}
/** The body is not JSON in UTF-8. */
export class MalformedJson extends problemOf('malformed_json') {}
/** The body has fields of the wrong shape; `errors` lists all of them. */
export class ValidationFailed extends problemOf('validation_failed') {}
/** A query parameter is unknown, invalid or repeated; a word of the path or a `Sandbox-…` header is invalid; or the credentials are given twice. */
export class InvalidParameter extends problemOf('invalid_parameter') {}
/** The credentials are missing or wrong. */
export class InvalidCredentials extends problemOf('invalid_credentials') {}
/** The merchant is disabled. */
export class MerchantDisabled extends problemOf('merchant_disabled') {}
/** The caller lacks the role, the scope or the session that the call needs; `detail` names it. */
export class InsufficientScope extends problemOf('insufficient_scope') {}
/** The call does not accept this kind of token; `detail` names the credentials that it accepts. */
export class WrongKindOfToken extends problemOf('wrong_kind_of_token') {}
/** The session began with a read-only portal link, and the call is a change. */
export class ReadOnlySession extends problemOf('read_only_session') {}
/** A change was sent with a session cookie, but not from a page of this origin. */
export class CrossSiteRequest extends problemOf('cross_site_request') {}
/** The order does not exist or is not yours, or it was accepted a moment ago and is not processed yet. */
export class OrderNotFound extends problemOf('order_not_found') {}
/** No such webhook endpoint. */
export class EndpointNotFound extends problemOf('endpoint_not_found') {}
/** No such webhook delivery. */
export class DeliveryNotFound extends problemOf('delivery_not_found') {}
/** No such replay. */
export class ReplayNotFound extends problemOf('replay_not_found') {}
/** None of your stores has this `ref`. */
export class StoreNotFound extends problemOf('store_not_found') {}
/** No position of the order’s courier is known: it is not on its way to the customer, or none was reported. */
export class PositionNotFound extends problemOf('position_not_found') {}
/** The order has no problem with this id. */
export class ProblemNotFound extends problemOf('problem_not_found') {}
/** No such merchant. */
export class MerchantNotFound extends problemOf('merchant_not_found') {}
/** No such platform, or the session is not of a platform. */
export class PlatformNotFound extends problemOf('platform_not_found') {}
/** No such OAuth client. */
export class OAuthClientNotFound extends problemOf('oauth_client_not_found') {}
/** No such person. */
export class PersonNotFound extends problemOf('person_not_found') {}
/** No call has this path. */
export class RouteNotFound extends problemOf('route_not_found') {}
/** The path does not support this method; `Allow` lists those that it supports. */
export class MethodNotAllowed extends problemOf('method_not_allowed') {}
/** The headers took longer than 10 s, or the whole request longer than 20 s. */
export class RequestTimeout extends problemOf('request_timeout') {}
/** The current status of the order does not allow this. */
export class InvalidStateTransition extends problemOf('invalid_state_transition') {}
/** The status of the order no longer allows changes of these fields; `errors` names them. Nothing was changed. */
export class TooLateToChange extends problemOf('too_late_to_change') {}
/** The order has the maximum: 1,000 events besides status changes, 2,000 in all, or 20 problems. */
export class OrderHistoryFull extends problemOf('order_history_full') {}
/** The problem has an answer, the courier’s system released the delivery, or the order has ended. */
export class ProblemClosed extends problemOf('problem_closed') {}
/** Another of your endpoints already has this URL. */
export class EndpointUrlTaken extends problemOf('endpoint_url_taken') {}
/** The owner has 25 endpoints, the maximum. */
export class EndpointLimitReached extends problemOf('endpoint_limit_reached') {}
/** More than five of your endpoints would receive the same event; `detail` names it. */
export class RecipientLimitReached extends problemOf('recipient_limit_reached') {}
/** The call is for endpoints of the other type, or `type` in the body is not the type of the endpoint. */
export class EndpointTypeMismatch extends problemOf('endpoint_type_mismatch') {}
/** A merchant can have at most 1,000 stores. */
export class StoreLimitReached extends problemOf('store_limit_reached') {}
/** A merchant can have at most five OAuth clients. */
export class OAuthClientLimitReached extends problemOf('oauth_client_limit_reached') {}
/** The owner has a person with this address. */
export class PersonExists extends problemOf('person_exists') {}
/** The owner has 50 people, the maximum. */
export class PersonLimitReached extends problemOf('person_limit_reached') {}
/** The service cannot send mail, so it can neither invite a person nor send a sign-in link. */
export class MailNotConfigured extends problemOf('mail_not_configured') {}
/** The endpoint has five signing secrets, the maximum. */
export class SecretLimitReached extends problemOf('secret_limit_reached') {}
/** A replay of the delivery is already running. */
export class ReplayRunning extends problemOf('replay_running') {}
/** The delivery is not settled, its endpoint is deleted, or it was replayed 50 times, the maximum. */
export class DeliveryNotReplayable extends problemOf('delivery_not_replayable') {}
/** The delivery is delivered, exhausted or skipped, so it is not waiting. */
export class DeliveryNotWaiting extends problemOf('delivery_not_waiting') {}
/** The endpoint is disabled, so its webhooks are held. */
export class EndpointDisabled extends problemOf('endpoint_disabled') {}
/** The action would no longer do what its preview showed; `detail` says what changed. Nothing was done. */
export class PreviewStale extends problemOf('preview_stale') {}
/** The order was purged, because it was inactive for `RETENTION_DAYS`; `detail` says when. */
export class OrderPurged extends problemOf('order_purged') {}
/** The events after this cursor were purged, or the service was restored to a time before it. */
export class CursorExpired extends problemOf('cursor_expired') {}
/** The link was already used, has expired, or never existed. */
export class PortalLinkInvalid extends problemOf('portal_link_invalid') {}
/** The customer’s data was erased from the order, so it can be neither read nor changed. */
export class CustomerDataErased extends problemOf('customer_data_erased') {}
/** The content of the order has been changed since the `ETag` of `If-Match`. Nothing was changed. */
export class PreconditionFailed extends problemOf('precondition_failed') {}
/** The body is too large. */
export class PayloadTooLarge extends problemOf('payload_too_large') {}
/** The body is not `application/json` in UTF-8, or it is compressed. */
export class UnsupportedMediaType extends problemOf('unsupported_media_type') {}
/** The values of the methods do not add up to `prepaid` + `pending`. */
export class PaymentSumMismatch extends problemOf('payment_sum_mismatch') {}
/** The ONLINE methods do not add up to `prepaid`. */
export class PaymentOnlineMismatch extends problemOf('payment_online_mismatch') {}
/** The OFFLINE methods do not add up to `pending`. */
export class PaymentOfflineMismatch extends problemOf('payment_offline_mismatch') {}
/** The method is CASH and its type is ONLINE. */
export class CashMustBeOffline extends problemOf('cash_must_be_offline') {}
/** `cash` was sent with a method other than CASH. */
export class CashNotAllowed extends problemOf('cash_not_allowed') {}
/** `change_for` is less than `value`. */
export class InvalidChangeFor extends problemOf('invalid_change_for') {}
/** The coordinates are 0, 0. */
export class InvalidCoordinates extends problemOf('invalid_coordinates') {}
/** `delivery_time` is more than 30 days ahead. */
export class DeliveryTimeTooFar extends problemOf('delivery_time_too_far') {}
/** Webhooks cannot be sent to this URL; `detail` says why. */
export class WebhookUrlRefused extends problemOf('webhook_url_refused') {}
/** Too many requests, bytes, tests, previews, lists, replays or failed logins; `detail` says which. */
export class RateLimited extends problemOf('rate_limited') {}
/** The request line and headers are larger than 16 KiB. */
export class HeadersTooLarge extends problemOf('headers_too_large') {}
/** An internal error occurred; it was logged with the `request_id`. */
export class InternalError extends problemOf('internal_error') {}
/** A part of the service is unavailable or overloaded. After a write, the outcome is unknown. */
export class TemporarilyUnavailable extends problemOf('temporarily_unavailable') {}

/** By code: all that the guide lists. */
export const problemClasses = {
  malformed_request: MalformedRequest,
  malformed_json: MalformedJson,
  validation_failed: ValidationFailed,
  invalid_parameter: InvalidParameter,
  invalid_credentials: InvalidCredentials,
  merchant_disabled: MerchantDisabled,
  insufficient_scope: InsufficientScope,
  wrong_kind_of_token: WrongKindOfToken,
  read_only_session: ReadOnlySession,
  cross_site_request: CrossSiteRequest,
  order_not_found: OrderNotFound,
  endpoint_not_found: EndpointNotFound,
  delivery_not_found: DeliveryNotFound,
  replay_not_found: ReplayNotFound,
  store_not_found: StoreNotFound,
  position_not_found: PositionNotFound,
  problem_not_found: ProblemNotFound,
  merchant_not_found: MerchantNotFound,
  platform_not_found: PlatformNotFound,
  oauth_client_not_found: OAuthClientNotFound,
  person_not_found: PersonNotFound,
  route_not_found: RouteNotFound,
  method_not_allowed: MethodNotAllowed,
  request_timeout: RequestTimeout,
  external_id_conflict: ExternalIdConflict,
  invalid_state_transition: InvalidStateTransition,
  too_late_to_change: TooLateToChange,
  order_history_full: OrderHistoryFull,
  problem_closed: ProblemClosed,
  endpoint_url_taken: EndpointUrlTaken,
  endpoint_limit_reached: EndpointLimitReached,
  recipient_limit_reached: RecipientLimitReached,
  endpoint_type_mismatch: EndpointTypeMismatch,
  store_limit_reached: StoreLimitReached,
  oauth_client_limit_reached: OAuthClientLimitReached,
  person_exists: PersonExists,
  person_limit_reached: PersonLimitReached,
  mail_not_configured: MailNotConfigured,
  secret_limit_reached: SecretLimitReached,
  replay_running: ReplayRunning,
  delivery_not_replayable: DeliveryNotReplayable,
  delivery_not_waiting: DeliveryNotWaiting,
  endpoint_disabled: EndpointDisabled,
  preview_stale: PreviewStale,
  order_purged: OrderPurged,
  cursor_expired: CursorExpired,
  portal_link_invalid: PortalLinkInvalid,
  customer_data_erased: CustomerDataErased,
  precondition_failed: PreconditionFailed,
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
