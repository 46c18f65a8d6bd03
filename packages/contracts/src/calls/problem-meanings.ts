import type { ProblemCode } from '../problem.js';

export type ApiName = 'merchant' | 'courier' | 'platform' | 'operator';

/** `apis`: where it is answered; `meaning`: when; `remedy`: what the caller should do. */
type ProblemMeaning = readonly [apis: readonly ApiName[], meaning: string, remedy: string];

const everywhere = ['merchant', 'operator'] as const;
/** APIs whose callers have webhook endpoints. */
const owners = ['merchant', 'courier', 'platform'] as const;
const anyone = ['merchant', 'courier', 'platform', 'operator'] as const;
const merchants = ['merchant'] as const;
const operators = ['operator'] as const;
const managers = ['platform', 'operator'] as const;
const managed = ['merchant', 'platform', 'operator'] as const;
const couriers = ['courier'] as const;
const fix = 'Fix the request.';
const again = 'Send the same request again.';

/** Every code: a new one does not compile without its line here. */
export const problemMeanings: Readonly<Record<ProblemCode, ProblemMeaning>> = {
  malformed_request: [anyone, 'The request is not well-formed HTTP/1.1.', fix],
  malformed_json: [anyone, 'The body is not JSON in UTF-8.', fix],
  validation_failed: [anyone, 'The body has fields of the wrong shape; `errors` lists all of them.', fix],
  invalid_parameter: [
    anyone,
    'A query parameter is unknown, invalid or repeated; a word of the path or a `Sandbox-…` header is invalid; ' +
      'or the credentials are given twice.',
    fix,
  ],
  invalid_credentials: [
    anyone,
    'The credentials are missing or wrong.',
    'Send valid credentials: key and token for merchants, a bearer token for platforms, couriers and Open Delivery.',
  ],
  insufficient_scope: [
    managed,
    'The caller lacks the role, the scope or the session that the call needs; `detail` names it.',
    'Merchants use a token with all rights, or sign in to the portal with a link. Operators use the token of ' +
      '`OPERATOR_TOKEN`, or have a person’s role added at the identity provider. Platforms add a token with the ' +
      'scope (`POST /platform/v1/tokens`); without a token with `merchants:write`, they ask the operator.',
  ],
  owner_not_found: [operators, 'No merchant, platform or courier’s system has this id.', 'Check the id.'],
  wrong_kind_of_token: [
    owners,
    'The call does not accept this kind of token; `detail` names the credentials that it accepts.',
    'Use those credentials.',
  ],
  read_only_session: [
    merchants,
    'The session began with a read-only portal link, and the call is a change.',
    'Ask the sender of the link for one with all rights, or sign in with key and token.',
  ],
  cross_site_request: [
    everywhere,
    'A change was sent with a session cookie, but not from a page of this origin.',
    'Send the credentials themselves instead of the cookie.',
  ],
  merchant_disabled: [
    managed,
    'The merchant is disabled.',
    'Ask your platform to enable it, or the operator of the service if the operator disabled it.',
  ],
  courier_system_disabled: [couriers, 'Your system is disabled.', 'Ask the operator of the service to enable it.'],
  platform_disabled: [
    ['platform'],
    'Your platform’s access is disabled. Its merchants are not affected.',
    'Ask the operator of the service to enable it.',
  ],
  order_not_found: [
    anyone,
    'The order does not exist or is not yours, or it was accepted a moment ago and is not processed yet.',
    'Check the id; right after a create, try again.',
  ],
  endpoint_not_found: [anyone, 'No such webhook endpoint.', 'Check the id.'],
  delivery_not_found: [anyone, 'No such webhook delivery.', 'Check the id.'],
  replay_not_found: [anyone, 'No such replay.', 'Check the id.'],
  oauth_client_not_found: [everywhere, 'No such OAuth client.', 'Check the id.'],
  person_not_found: [everywhere, 'No such person.', 'List the people again.'],
  store_not_found: [['merchant', 'platform'], 'None of your stores has this `ref`.', 'Check the `ref`.'],
  position_not_found: [
    merchants,
    'No position of the order’s courier is known: it is not on its way to the customer, or none was reported.',
    'Ask again later, with `wait`.',
  ],
  merchant_not_found: [managed, 'No such merchant.', 'Check the id.'],
  courier_system_not_found: [operators, 'No such courier’s system.', 'Check the id.'],
  platform_not_found: [
    ['merchant', 'operator'],
    'No such platform, or the session is not of a platform.',
    'Check the id, or use a link with `may_switch`.',
  ],
  token_not_found: [managers, 'No such token.', 'Check the id.'],
  set_aside_not_found: [operators, 'No such message is set aside.', 'List the messages again: it may have succeeded.'],
  dead_letter_not_found: [operators, 'No such dead letter.', 'Check the id.'],
  erasure_not_found: [operators, 'No such erasure.', 'Check the id.'],
  session_not_found: [managers, 'No such session, or it has ended.', 'List the sessions again.'],
  route_not_found: [anyone, 'No call has this path.', fix],
  method_not_allowed: [anyone, 'The path does not support this method; `Allow` lists those that it supports.', fix],
  request_timeout: [owners, 'The headers took longer than 10 s, or the whole request longer than 20 s.', again],
  external_id_conflict: [
    merchants,
    'An order with this `external_id` but different content exists; `errors` names the fields that differ.',
    'Do not repeat the request: keep the first order, or use a new `external_id`.',
  ],
  invalid_state_transition: [
    anyone,
    'The current status of the order does not allow this.',
    'Read the order; do not repeat the request.',
  ],
  too_late_to_change: [
    merchants,
    'The status of the order no longer allows changes of these fields; `errors` names them. Nothing was changed.',
    'Change only the other fields, or call the courier.',
  ],
  order_history_full: [
    anyone,
    'The order has the maximum: 1,000 events besides status changes, 2,000 in all, or 20 problems.',
    'Do not retry. Status changes are accepted up to 2,000 events, and the order can always end.',
  ],
  delivery_taken: [couriers, 'Another system has accepted this delivery.', 'Accept another delivery.'],
  delivery_not_accepted: [
    couriers,
    'You do not hold this delivery, or you hold it under another `claim_id`.',
    'Accept it first, unless another system has it. After an older `claim_id` or a repeated accept, do nothing.',
  ],
  handover_required: [
    couriers,
    'The customer has a code for the courier, and the courier has not sent it yet.',
    'Send the code to `handover`; if you have none, report `delivered` with a `reason`.',
  ],
  handover_not_set: [couriers, 'The delivery has no code.', 'Report `delivered`.'],
  handover_locked: [
    couriers,
    'Five wrong codes were sent, and no more are accepted.',
    'Call the merchant, then report `delivered` with a `reason`.',
  ],
  problem_not_found: [everywhere, 'The order has no problem with this id.', 'Read the order: it lists its problems.'],
  problem_open: [
    couriers,
    'A problem of this kind is open already, with another text.',
    'Wait for the answer, or report another kind.',
  ],
  problem_closed: [
    everywhere,
    'The problem has an answer, the courier’s system released the delivery, or the order has ended.',
    'Read the order.',
  ],
  not_served: [
    [],
    'This part of Open Delivery is not supported, or (404) no courier delivers to the address; `detail` says why.',
    'Do not use this part; deliver to such an address yourself.',
  ],
  handover_code_wrong: [
    couriers,
    'This is not the customer’s code; `detail` says how many tries are left.',
    'Ask the customer again.',
  ],
  endpoint_url_taken: [owners, 'Another of your endpoints already has this URL.', 'Use the endpoint of `endpoint_id`.'],
  reference_taken: [
    managers,
    'Another merchant of the platform has this reference.',
    'If you sent this request before, add a token to the merchant of `merchant_id`; otherwise use another reference.',
  ],
  platform_name_taken: [
    operators,
    'Another platform has this name.',
    'Add a token to the platform of `platform_id`, or use another name.',
  ],
  public_url_not_set: [
    managers,
    'The service has no address for tracking pages and portal links.',
    'The operator of the service sets `PUBLIC_URL` of order-state, and restarts it.',
  ],
  endpoint_limit_reached: [owners, 'The owner has 25 endpoints, the maximum.', 'Delete one first.'],
  recipient_limit_reached: [
    owners,
    'More than five of your endpoints would receive the same event; `detail` names it.',
    'Narrow `events`, `statuses` or `store_refs` of one of them, or delete one.',
  ],
  endpoint_type_mismatch: [
    anyone,
    'The call is for endpoints of the other type, or `type` in the body is not the type of the endpoint.',
    'Fetch from a pull endpoint; for another type, add another endpoint.',
  ],
  oauth_client_limit_reached: [everywhere, 'A merchant can have at most five OAuth clients.', 'Delete one first.'],
  person_exists: [
    everywhere,
    'The owner has a person with this address.',
    'Change the role of that person. If the invitation was lost, the portal’s sign-in page sends a link.',
  ],
  person_limit_reached: [everywhere, 'The owner has 50 people, the maximum.', 'Remove one first.'],
  mail_not_configured: [
    everywhere,
    'The service cannot send mail, so it can neither invite a person nor send a sign-in link.',
    'The operator of the service sets `SMTP_URL` and `MAIL_FROM` of order-state, or makes a link to the portal.',
  ],
  store_limit_reached: [['merchant', 'platform'], 'A merchant can have at most 1,000 stores.', 'Delete one first.'],
  merchant_limit_reached: [
    ['platform'],
    'A platform can have at most 20,000 merchants in each mode.',
    'Ask the operator of the service.',
  ],
  secret_limit_reached: [
    owners,
    'The endpoint has five signing secrets, the maximum.',
    'Wait until the time in `detail`, when the oldest secret expires.',
  ],
  token_limit_reached: [
    managers,
    'Merchants and courier’s systems can have at most two active tokens, platforms two in each mode.',
    'Revoke one first.',
  ],
  last_token: [['platform'], 'This is the platform’s last token in its mode that can add tokens.', 'Add one first.'],
  replay_running: [anyone, 'A replay of the delivery is already running.', 'Wait for the running replay.'],
  dead_letter_erased: [
    operators,
    'The message of the dead letter was erased with the customer’s data.',
    'Ask the sender of the message to send it again.',
  ],
  order_under_way: [
    operators,
    'The order is not final: without the customer’s data it could not be delivered.',
    'Cancel it, wait until it is final, or send `force: true`.',
  ],
  delivery_not_replayable: [
    anyone,
    'The delivery is not settled, its endpoint is deleted, or it was replayed 50 times, the maximum.',
    'To send a waiting delivery at once, use send-now. After 50 replays, read the event from the order’s events.',
  ],
  delivery_not_waiting: [
    anyone,
    'The delivery is delivered, exhausted or skipped, so it is not waiting.',
    'To send it again, replay it.',
  ],
  endpoint_disabled: [
    anyone,
    'The endpoint is disabled, so its webhooks are held.',
    'Enable the endpoint: its waiting webhooks are then sent.',
  ],
  preview_stale: [
    anyone,
    'The action would no longer do what its preview showed; `detail` says what changed. Nothing was done.',
    'Request a new preview and check it.',
  ],
  portal_link_invalid: [
    merchants,
    'The link was already used, has expired, or never existed.',
    'Ask its sender for a new one; the portal’s sign-in page sends one to people.',
  ],
  order_purged: [
    anyone,
    'The order was purged, because it was inactive for `RETENTION_DAYS`; `detail` says when.',
    'Do not retry: its `external_id` stays taken. Keep a copy of data that you need for longer.',
  ],
  cursor_expired: [
    owners,
    'The events after this cursor were purged, or the service was restored to a time before it.',
    'Read the orders with `updated_since`, then start again without `after`.',
  ],
  customer_data_erased: [
    everywhere,
    'The customer’s data was erased from the order, so it can be neither read nor changed.',
    'Do not retry: only the merchant may still have it.',
  ],
  precondition_failed: [
    merchants,
    'The content of the order has been changed since the `ETag` of `If-Match`. Nothing was changed.',
    'Read the order, then decide whether to send the change again.',
  ],
  payload_too_large: [anyone, 'The body is too large.', fix],
  unsupported_media_type: [anyone, 'The body is not `application/json` in UTF-8, or it is compressed.', fix],
  payment_sum_mismatch: [merchants, 'The values of the methods do not add up to `prepaid` + `pending`.', fix],
  payment_online_mismatch: [merchants, 'The ONLINE methods do not add up to `prepaid`.', fix],
  payment_offline_mismatch: [merchants, 'The OFFLINE methods do not add up to `pending`.', fix],
  cash_must_be_offline: [merchants, 'The method is CASH and its type is ONLINE.', fix],
  cash_not_allowed: [merchants, '`cash` was sent with a method other than CASH.', fix],
  invalid_change_for: [merchants, '`change_for` is less than `value`.', fix],
  invalid_coordinates: [merchants, 'The coordinates are 0, 0.', fix],
  delivery_time_too_far: [merchants, '`delivery_time` is more than 30 days ahead.', fix],
  webhook_url_refused: [anyone, 'Webhooks cannot be sent to this URL; `detail` says why.', fix],
  rate_limited: [
    anyone,
    'Too many requests, bytes, tests, previews, lists, replays or failed logins; `detail` says which.',
    'Wait `Retry-After` seconds, then send the same request again.',
  ],
  headers_too_large: [anyone, 'The request line and headers are larger than 16 KiB.', fix],
  internal_error: [
    anyone,
    'An internal error occurred; it was logged with the `request_id`.',
    'Send the same request again later. If it fails again, contact support with the `request_id`.',
  ],
  temporarily_unavailable: [
    anyone,
    'A part of the service is unavailable or overloaded. After a write, the outcome is unknown.',
    'Wait `Retry-After` seconds, then send the same request again: it takes effect only once.',
  ],
};
