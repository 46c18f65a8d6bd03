import type { ProblemCode } from '@delivery/contracts';

export type Api = 'merchant' | 'courier' | 'platform' | 'operator';

export type ProblemMeaning = {
  /** When it is answered. */
  meaning: string;
  /** What the caller should do. */
  remedy: string;
  apis: readonly Api[];
};

const everywhere = ['merchant', 'operator'] as const;
/** Those that have webhook endpoints. */
const owners = ['merchant', 'courier', 'platform'] as const;
const anyone = ['merchant', 'courier', 'platform', 'operator'] as const;
const merchants = ['merchant'] as const;
const operators = ['operator'] as const;
const managers = ['platform', 'operator'] as const;
const managed = ['merchant', 'platform', 'operator'] as const;
const couriers = ['courier'] as const;
const fix = 'Fix the request.';
const again = 'Send the same request again.';

/** Every code there is: a new one does not compile without its line here. */
export const problemMeanings: Readonly<Record<ProblemCode, ProblemMeaning>> = {
  malformed_request: { meaning: 'The request is not well-formed HTTP/1.1.', remedy: fix, apis: anyone },
  malformed_json: { meaning: 'The body is not JSON in UTF-8.', remedy: fix, apis: anyone },
  validation_failed: {
    meaning: 'The body has fields of the wrong shape; `errors` lists all of them.',
    remedy: fix,
    apis: anyone,
  },
  invalid_parameter: {
    meaning:
      'A query parameter is unknown, invalid or given twice, a word of the path is invalid, the credentials are given twice, or a `Sandbox-…` header is invalid.',
    remedy: fix,
    apis: anyone,
  },
  invalid_credentials: {
    meaning: 'The credentials are missing or wrong.',
    remedy: 'Check key and token.',
    apis: anyone,
  },
  insufficient_scope: {
    meaning: 'The caller lacks the role, or the platform’s token the scope, that the call needs; `detail` names it.',
    remedy:
      'Operators use the token of `OPERATOR_TOKEN`, or have a person’s role added at the identity provider. Platforms ask the operator for a token.',
    apis: managers,
  },
  read_only_session: {
    meaning: 'The session began with a read-only portal link, and the call is a change.',
    remedy: 'Ask the sender of the link for one with all rights, or sign in with key and token.',
    apis: merchants,
  },
  cross_site_request: {
    meaning: 'A change was sent with a session cookie, but not from a page of this origin.',
    remedy: 'Send the credentials themselves instead of the cookie.',
    apis: everywhere,
  },
  merchant_disabled: {
    meaning: 'The merchant is disabled.',
    remedy: 'Ask your platform to enable it; an operator enables it first.',
    apis: managed,
  },
  courier_system_disabled: {
    meaning: 'Your system is disabled.',
    remedy: 'Ask the operator of the service to enable it.',
    apis: couriers,
  },
  platform_disabled: {
    meaning: 'Your platform’s access is disabled. Its merchants are as they were.',
    remedy: 'Ask the operator of the service to enable it.',
    apis: ['platform'],
  },
  order_not_found: {
    meaning: 'The order does not exist or is not yours, or it was accepted a moment ago and is not processed yet.',
    remedy: 'Check the id; right after a create, try again.',
    apis: anyone,
  },
  endpoint_not_found: { meaning: 'No such webhook endpoint.', remedy: 'Check the id.', apis: anyone },
  delivery_not_found: { meaning: 'No such webhook delivery.', remedy: 'Check the id.', apis: anyone },
  replay_not_found: { meaning: 'No such replay.', remedy: 'Check the id.', apis: anyone },
  oauth_client_not_found: { meaning: 'No such OAuth client.', remedy: 'Check the id.', apis: everywhere },
  store_not_found: {
    meaning: 'None of your stores has this `ref`.',
    remedy: 'Check the `ref`.',
    apis: ['merchant', 'platform'],
  },
  position_not_found: {
    meaning: 'No position of the order’s courier is known: it is not on its way to the customer, or none was reported.',
    remedy: 'Ask again later, with `wait`.',
    apis: merchants,
  },
  merchant_not_found: { meaning: 'No such merchant.', remedy: 'Check the id.', apis: managed },
  courier_system_not_found: { meaning: 'No such courier’s system.', remedy: 'Check the id.', apis: operators },
  platform_not_found: { meaning: 'No such platform.', remedy: 'Check the id.', apis: operators },
  token_not_found: { meaning: 'There is no such token.', remedy: 'Check the id.', apis: managers },
  dead_letter_not_found: { meaning: 'No such dead letter.', remedy: 'Check the id.', apis: operators },
  erasure_not_found: { meaning: 'No such erasure.', remedy: 'Check the id.', apis: operators },
  session_not_found: {
    meaning: 'No such session, or it has ended.',
    remedy: 'List the sessions again.',
    apis: managers,
  },
  route_not_found: { meaning: 'There is nothing at this path.', remedy: fix, apis: anyone },
  method_not_allowed: {
    meaning: 'The path does not support this method; `Allow` lists those that it supports.',
    remedy: fix,
    apis: anyone,
  },
  request_timeout: {
    meaning: 'The headers took longer than 10 s, or the whole request longer than 20 s.',
    remedy: again,
    apis: owners,
  },
  external_id_conflict: {
    meaning: 'An order with this `external_id` but different content exists; `errors` names the fields that differ.',
    remedy: 'Do not repeat the request: keep the first order, or use a new `external_id`.',
    apis: merchants,
  },
  invalid_state_transition: {
    meaning: 'The current status of the order does not allow this.',
    remedy: 'Read the order; do not repeat the request.',
    apis: anyone,
  },
  too_late_to_change: {
    meaning:
      'The order has a status in which these fields can no longer be changed; `errors` names them. Nothing was changed.',
    remedy: 'Change the other fields alone, or tell the courier.',
    apis: merchants,
  },
  delivery_taken: {
    meaning: 'Another system has accepted this delivery.',
    remedy: 'Leave it; accept another one.',
    apis: couriers,
  },
  delivery_not_accepted: {
    meaning: 'You do not have this delivery, or not under this `claim_id`.',
    remedy:
      'Accept it first, unless another system has it. With an older `claim_id` of yours the call came too late: ignore it.',
    apis: couriers,
  },
  handover_required: {
    meaning: 'The customer has a code for the courier, which was not sent yet.',
    remedy: 'Send the code to `handover`; if you have none, report `delivered` with a `reason`.',
    apis: couriers,
  },
  handover_not_set: {
    meaning: 'The delivery has no code.',
    remedy: 'Report `delivered`.',
    apis: couriers,
  },
  handover_locked: {
    meaning: 'Five wrong codes were sent, and no more are accepted.',
    remedy: 'Call the merchant, then report `delivered` with a `reason`.',
    apis: couriers,
  },
  not_served: {
    meaning: 'This part of Open Delivery is not served; `detail` says why.',
    remedy: 'Do not call it.',
    apis: [],
  },
  handover_code_wrong: {
    meaning: 'It is not the customer’s code; `detail` has the number of tries that are left.',
    remedy: 'Ask the customer again.',
    apis: couriers,
  },
  endpoint_url_taken: {
    meaning: 'Another of your endpoints already has this URL.',
    remedy: 'Use that endpoint.',
    apis: owners,
  },
  reference_taken: {
    meaning: 'Another merchant of the platform has this reference.',
    remedy: 'Use another reference, or find that merchant by it.',
    apis: managers,
  },
  platform_name_taken: {
    meaning: 'Another platform has this name.',
    remedy: 'Add a token to that platform, or use another name.',
    apis: operators,
  },
  public_url_not_set: {
    meaning: 'The service has no address for tracking pages and portal links.',
    remedy: 'The operator of the service sets `PUBLIC_URL` of order-state, and restarts it.',
    apis: managers,
  },
  endpoint_limit_reached: {
    meaning: 'There are five endpoints already, the maximum.',
    remedy: 'Delete one first.',
    apis: owners,
  },
  endpoint_type_mismatch: {
    meaning: 'The call is for endpoints of the other type, or `type` in the body is not the type of the endpoint.',
    remedy: 'Fetch from a pull endpoint; for another type, add another endpoint.',
    apis: anyone,
  },
  oauth_client_limit_reached: {
    meaning: 'A merchant can have at most five OAuth clients.',
    remedy: 'Delete one first.',
    apis: everywhere,
  },
  store_limit_reached: {
    meaning: 'A merchant can have at most 1,000 stores.',
    remedy: 'Delete one first.',
    apis: ['merchant', 'platform'],
  },
  merchant_limit_reached: {
    meaning: 'A platform can have at most 20,000 merchants of a mode.',
    remedy: 'Ask the operator of the service.',
    apis: ['platform'],
  },
  token_limit_reached: {
    meaning: 'A merchant, a courier’s system, or a platform in each mode, can have at most two active tokens.',
    remedy: 'Revoke one first.',
    apis: managers,
  },
  last_token: {
    meaning: 'It is the platform’s last token of its mode that may add another one.',
    remedy: 'Add one first.',
    apis: ['platform'],
  },
  replay_running: {
    meaning: 'The delivery is being replayed already.',
    remedy: 'Wait for the running replay.',
    apis: anyone,
  },
  dead_letter_erased: {
    meaning: 'The message of the dead letter was erased with the customer’s data.',
    remedy: 'Ask the sender of the message to send it again.',
    apis: operators,
  },
  order_under_way: {
    meaning: 'The order is not final: without the customer’s data it could not be delivered.',
    remedy: 'Cancel it, wait until it is final, or send `force: true`.',
    apis: operators,
  },
  delivery_not_replayable: {
    meaning: 'The delivery is not settled, or its endpoint is deleted.',
    remedy: 'To send one that waits at once, use send-now.',
    apis: anyone,
  },
  delivery_not_waiting: {
    meaning: 'The delivery is delivered, exhausted or skipped, so nothing is left to be sent.',
    remedy: 'To send it again, replay it.',
    apis: anyone,
  },
  endpoint_disabled: {
    meaning: 'The endpoint is disabled, so its webhooks are held.',
    remedy: 'Enable the endpoint: then everything that waits for it is sent.',
    apis: anyone,
  },
  preview_stale: {
    meaning:
      'The action would no longer do what the preview of `Preview-Token` showed; `detail` says what changed. Nothing was done.',
    remedy: 'Request a new preview and check it.',
    apis: anyone,
  },
  portal_link_invalid: {
    meaning: 'The portal link was used already, is older than 15 minutes, or never existed.',
    remedy: 'Ask its sender for a new one.',
    apis: merchants,
  },
  order_purged: {
    meaning:
      'The order was purged, because it had been inactive for longer than orders are kept (`RETENTION_DAYS`); `detail` says when.',
    remedy: 'Nothing: its `external_id` stays taken. Keep a copy of data that you need for longer.',
    apis: anyone,
  },
  cursor_expired: {
    meaning: 'The events after this cursor were purged, or the service was restored to a time before it.',
    remedy: 'Read the orders with `updated_since`, then start again without `after`.',
    apis: owners,
  },
  customer_data_erased: {
    meaning: 'The customer’s data was erased from the order, so it can be neither read nor changed.',
    remedy: 'Nothing: the merchant may still have it.',
    apis: everywhere,
  },
  precondition_failed: {
    meaning: 'The content of the order has been changed since the `ETag` of `If-Match`. Nothing was changed.',
    remedy: 'Read the order, and decide again.',
    apis: merchants,
  },
  payload_too_large: { meaning: 'The body is too large.', remedy: fix, apis: anyone },
  unsupported_media_type: {
    meaning: 'The body is not `application/json` in UTF-8, or it is compressed.',
    remedy: fix,
    apis: anyone,
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
  cash_must_be_offline: { meaning: 'The method is CASH and its type is ONLINE.', remedy: fix, apis: merchants },
  cash_not_allowed: { meaning: '`cash` was sent with a method other than CASH.', remedy: fix, apis: merchants },
  invalid_change_for: { meaning: '`change_for` is below `value`.', remedy: fix, apis: merchants },
  invalid_coordinates: { meaning: 'The coordinates are 0, 0.', remedy: fix, apis: merchants },
  delivery_time_too_far: {
    meaning: '`delivery_time` is more than 30 days ahead.',
    remedy: fix,
    apis: merchants,
  },
  webhook_url_refused: {
    meaning: 'Webhooks cannot be sent to the URL; `detail` says why.',
    remedy: fix,
    apis: anyone,
  },
  rate_limited: {
    meaning: 'Too many requests, bytes, tests, previews, lists, replays or failed logins; `detail` says which.',
    remedy: 'Wait `Retry-After` seconds, then send the same request again.',
    apis: anyone,
  },
  headers_too_large: {
    meaning: 'The request line and headers are larger than 16 KiB.',
    remedy: fix,
    apis: anyone,
  },
  internal_error: {
    meaning: 'An internal error occurred; it was logged with the `request_id`.',
    remedy: 'Send the same request again later. If it fails again, contact support with the `request_id`.',
    apis: anyone,
  },
  temporarily_unavailable: {
    meaning: 'A part of the service is unavailable or overloaded. After a write, the outcome is unknown.',
    remedy: 'Wait `Retry-After` seconds, then send the same request again: it takes effect only once.',
    apis: anyone,
  },
};
