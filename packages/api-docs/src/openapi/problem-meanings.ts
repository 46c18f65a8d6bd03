import type { ProblemCode } from '@delivery/contracts';

export type ProblemMeaning = {
  /** When it is answered. */
  meaning: string;
  /** What the caller should do. */
  remedy: string;
  apis: readonly ('merchant' | 'operator')[];
};

const everywhere = ['merchant', 'operator'] as const;
const merchants = ['merchant'] as const;
const operators = ['operator'] as const;
const fix = 'Fix the request.';
const again = 'Send the same again.';

/** Every code there is: a new one does not compile without its line here. */
export const problemMeanings: Readonly<Record<ProblemCode, ProblemMeaning>> = {
  malformed_request: { meaning: 'Not a well-formed HTTP/1.1 request.', remedy: fix, apis: everywhere },
  malformed_json: { meaning: 'The body is not JSON in UTF-8.', remedy: fix, apis: everywhere },
  validation_failed: {
    meaning: 'The body has fields of the wrong shape; `errors` lists all of them.',
    remedy: fix,
    apis: everywhere,
  },
  invalid_parameter: {
    meaning:
      'A query parameter is unknown, unusable or given twice, credentials are given twice, or a `Sandbox-…` header is unusable.',
    remedy: fix,
    apis: everywhere,
  },
  invalid_credentials: { meaning: 'No or wrong credentials.', remedy: 'Check key and token.', apis: everywhere },
  insufficient_scope: {
    meaning: 'The token may only read, and the call changes something or shows customers’ data.',
    remedy: 'Use the token of `OPERATOR_TOKEN`.',
    apis: operators,
  },
  cross_site_request: {
    meaning: 'A change came with a session cookie, and not from a page of this origin.',
    remedy: 'Send the credentials themselves instead of the cookie.',
    apis: everywhere,
  },
  merchant_disabled: { meaning: 'The merchant is disabled.', remedy: 'Ask your platform.', apis: merchants },
  order_not_found: {
    meaning: 'No such order of yours, or it was accepted a moment ago and is not applied yet.',
    remedy: 'Check the id; right after a create, try again.',
    apis: everywhere,
  },
  endpoint_not_found: { meaning: 'No such webhook endpoint.', remedy: 'Check the id.', apis: everywhere },
  delivery_not_found: { meaning: 'No such webhook delivery.', remedy: 'Check the id.', apis: everywhere },
  replay_not_found: { meaning: 'No such replay.', remedy: 'Check the id.', apis: everywhere },
  merchant_not_found: { meaning: 'No such merchant.', remedy: 'Check the id.', apis: operators },
  token_not_found: { meaning: 'The merchant has no such token.', remedy: 'Check the id.', apis: operators },
  dead_letter_not_found: { meaning: 'No such dead letter.', remedy: 'Check the id.', apis: operators },
  erasure_not_found: { meaning: 'No such erasure.', remedy: 'Check the id.', apis: operators },
  session_not_found: { meaning: 'No such session, or it has ended.', remedy: 'List them anew.', apis: operators },
  route_not_found: { meaning: 'There is nothing at this path.', remedy: fix, apis: everywhere },
  method_not_allowed: { meaning: 'The path has other methods: see `Allow`.', remedy: fix, apis: everywhere },
  request_timeout: {
    meaning: 'The headers took longer than 10 s, or the whole request longer than 20 s.',
    remedy: again,
    apis: merchants,
  },
  external_id_conflict: {
    meaning: 'An order with this `external_id` and other content exists; `errors` names the fields that differ.',
    remedy: 'Do not repeat: keep the first, or use a new `external_id`.',
    apis: merchants,
  },
  invalid_state_transition: {
    meaning: 'The status of the order does not allow it.',
    remedy: 'Read the order; do not repeat.',
    apis: everywhere,
  },
  endpoint_url_taken: {
    meaning: 'Another endpoint of yours has this URL.',
    remedy: 'Use that one.',
    apis: merchants,
  },
  endpoint_limit_reached: {
    meaning: 'A merchant has five endpoints at most.',
    remedy: 'Delete one first.',
    apis: merchants,
  },
  endpoint_type_mismatch: {
    meaning: 'The call is for endpoints of the other type, or the body names another `type` than the endpoint has.',
    remedy: 'Fetch from a pull endpoint; for another type, add another endpoint.',
    apis: everywhere,
  },
  token_limit_reached: {
    meaning: 'A merchant has two active tokens at most.',
    remedy: 'Revoke one first.',
    apis: operators,
  },
  replay_running: {
    meaning: 'The delivery is being replayed already.',
    remedy: 'Wait for the running one.',
    apis: everywhere,
  },
  dead_letter_erased: {
    meaning: 'Its message was erased with the customer’s data.',
    remedy: 'Ask who sent it to send it again.',
    apis: operators,
  },
  order_under_way: {
    meaning: 'The order is not final: erased, nobody could deliver it.',
    remedy: 'Cancel it, wait until it is final, or send `force: true`.',
    apis: operators,
  },
  delivery_not_replayable: {
    meaning: 'The delivery is not settled, or its endpoint is deleted.',
    remedy: 'Wait until it is delivered or exhausted.',
    apis: everywhere,
  },
  preview_stale: {
    meaning:
      'The action is no longer what the preview of `Preview-Token` showed: `detail` says what changed. Nothing was done.',
    remedy: 'Ask for a new preview, and look at it.',
    apis: everywhere,
  },
  order_purged: {
    meaning:
      'Nothing had happened to the order for longer than orders are kept (`RETENTION_DAYS`); `detail` says since when it is gone.',
    remedy: 'Nothing: its `external_id` stays taken. Keep yourself what you need for longer.',
    apis: everywhere,
  },
  cursor_expired: {
    meaning: 'Events behind this cursor are not kept any more, or the service was restored to a time before it.',
    remedy: 'Read the orders with `updated_since`, then begin anew without `after`.',
    apis: merchants,
  },
  customer_data_erased: {
    meaning: 'The customer’s data was erased from the order; `detail` says when.',
    remedy: 'Ask the merchant, who may still have it.',
    apis: operators,
  },
  payload_too_large: { meaning: 'The body is too large.', remedy: fix, apis: everywhere },
  unsupported_media_type: {
    meaning: 'The body is not `application/json` in UTF-8, or it is compressed.',
    remedy: fix,
    apis: everywhere,
  },
  payment_sum_mismatch: {
    meaning: 'The values of the methods do not add up to `prepaid` + `pending`.',
    remedy: fix,
    apis: merchants,
  },
  payment_online_mismatch: {
    meaning: 'The ONLINE methods do not add up to `prepaid`.',
    remedy: fix,
    apis: merchants,
  },
  payment_offline_mismatch: {
    meaning: 'The OFFLINE methods do not add up to `pending`.',
    remedy: fix,
    apis: merchants,
  },
  cash_must_be_offline: { meaning: 'Method CASH with type ONLINE.', remedy: fix, apis: merchants },
  cash_not_allowed: { meaning: '`cash` with a method other than CASH.', remedy: fix, apis: merchants },
  invalid_change_for: { meaning: '`change_for` is below `value`.', remedy: fix, apis: merchants },
  invalid_coordinates: { meaning: 'The coordinates are 0, 0.', remedy: fix, apis: merchants },
  delivery_time_too_far: {
    meaning: '`delivery_time` is more than 30 days ahead.',
    remedy: fix,
    apis: merchants,
  },
  webhook_url_refused: {
    meaning: 'The URL must not receive webhooks; `detail` says why.',
    remedy: fix,
    apis: everywhere,
  },
  rate_limited: {
    meaning:
      'Too many requests or bytes, tests, previews or lists at once, running replays, or failed logins; `detail` says which.',
    remedy: 'Wait `Retry-After` seconds, then send the same again.',
    apis: everywhere,
  },
  headers_too_large: {
    meaning: 'Request line and headers are above 16 KiB.',
    remedy: fix,
    apis: everywhere,
  },
  internal_error: {
    meaning: 'Something failed here; it was logged with the `request_id`.',
    remedy: 'Send the same again later; then ask support.',
    apis: everywhere,
  },
  temporarily_unavailable: {
    meaning: 'A part of the service is away, or has too much to do. After a write, the outcome is unknown.',
    remedy: 'Wait `Retry-After` seconds, then send the same again: it takes effect once.',
    apis: everywhere,
  },
};
