import type { CourierDelivery } from '../courier-api.js';
import type { Eta } from '../couriers.js';
import type { EndpointHistory, EndpointHistoryStep } from '../endpoint-history.js';
import type {
  AttemptView,
  EndpointTest,
  EndpointTestStarted,
  EndpointView,
  OrderListEntry,
  ReplayView,
} from '../management-api.js';
import type { MerchantListEntry } from '../operator-accounts.js';
import type { OrderDue } from '../order-fields.js';
import type { LaneDelivery, OrderLanes } from '../order-lanes.js';
import type { OrderView } from '../order-view.js';
import type { PlatformWebhookDelivery } from '../platform-webhooks.js';
import type { MerchantSummary, OwnSearchResult } from '../portal-api.js';
import type { PreviewedEndpoint, ReplayPreview, WebhookPreview } from '../previews.js';
import { cancelReasons, deliveryReasons, problemReasons } from '../reasons.js';
import { deliveryStates, orderStatuses } from '../status.js';
import type { ShownMembers } from './call.js';

/** An allow-list of members. A name that the answer does not have fails to compile. */
type Members<T> = T extends readonly (infer Entry)[]
  ? Members<Entry>
  : T extends object
    ? { readonly [Name in keyof T]?: Members<NonNullable<T[Name]>> }
    : true | (T extends string ? readonly string[] : never);

/** Names of texts, numbers and lists of them. */
type Leaf<T> = {
  [Name in keyof T]-?: NonNullable<T[Name]> extends readonly (infer Entry)[]
    ? Entry extends object
      ? never
      : Name
    : NonNullable<T[Name]> extends object
      ? never
      : Name;
}[keyof T];

const each = (names: readonly string[]): Readonly<Record<string, true>> =>
  Object.fromEntries(names.map((name) => [name, true]));

const leaves = <T>(...names: readonly (Leaf<T> & string)[]): Readonly<Record<string, true>> => each(names);

const pageOf = (data: ShownMembers): ShownMembers => ({ data, next_cursor: true });

const orderEntry = {
  ...leaves<OrderListEntry>('id', 'external_id', 'display_id', 'status', 'created_at', 'updated_at', 'late_since'),
  due: leaves<OrderDue>('ready_by', 'picked_up_by', 'delivered_by'),
} satisfies Members<OrderListEntry>;

/** A code that is not in the list is a text of its sender. */
const codesOf = (reasons: Readonly<Record<string, unknown>>): readonly string[] => Object.keys(reasons);

const eta = leaves<Eta>('pickup_at', 'delivery_at');

const order = {
  ...orderEntry,
  ...leaves<OrderView>('delivery_time', 'no_courier_since'),
  eta,
  handover: { state: true },
  reason: { code: codesOf({ ...cancelReasons, ...deliveryReasons }) },
  problems: { id: true, at: true, state: true, kind: codesOf(problemReasons), answer: { action: true, at: true } },
} satisfies Members<OrderView>;

const foundOrders = {
  data: { ...orderEntry, found_by: true },
  purged: { id: true, purged_on: true },
  endpoints: { id: true, name: true, url: true },
  truncated: true,
} satisfies Members<OwnSearchResult>;

const summary = {
  ...leaves<MerchantSummary>('since', 'late_orders', 'orders_without_courier'),
  merchant: { id: true, mode: true, time_zone: true },
  orders: { by_status: each(orderStatuses), truncated: true },
  deliveries: { by_state: each(deliveryStates), truncated: true },
  endpoints: { id: true, health: true, waiting: true, failing_since: true, untried: true },
  incidents: { endpoint_id: true, kind: true, since: true, ended_at: true, late: true, undelivered: true },
} satisfies Members<MerchantSummary>;

/** Without the answer of the receiver, and what an error says of it. */
const attempt = leaves<AttemptView>('attempt', 'at', 'duration_ms', 'status_code', 'error_code');

const lanes = {
  order: orderEntry,
  commands: { at: true, type: true, outcome: true, code: true, after_sequence: true },
  events: { at: true, sequence: true, event: true, status: true },
  lanes: {
    endpoint: { id: true, type: true, name: true, url: true, status: true, disabled_reason: true, health: true },
    deliveries: {
      ...leaves<LaneDelivery>('id', 'webhook_id', 'sequence', 'event', 'state', 'replay_id', 'attempt_count'),
      ...leaves<LaneDelivery>('received_at', 'applied_at', 'created_at', 'released_at', 'settled_at'),
      waits_for: { reason: true, sequence: true, until: true, detail: true },
      attempts: attempt,
    },
  },
  truncated: true,
} satisfies Members<OrderLanes>;

/** `merchant_id`: of a platform's endpoint. No `display_id`: to a platform it is a text of its merchant. */
const delivery = {
  ...leaves<PlatformWebhookDelivery>('id', 'order_id', 'merchant_id', 'endpoint_id', 'event', 'status'),
  ...leaves<PlatformWebhookDelivery>('sequence', 'webhook_id', 'state', 'attempt_count', 'next_attempt_at'),
  ...leaves<PlatformWebhookDelivery>('last_error_code', 'last_status_code', 'created_at', 'settled_at', 'replay_id'),
};

const endpoint = {
  ...leaves<EndpointView>('id', 'reference', 'type', 'format', 'url', 'name', 'events', 'max_per_second'),
  ...leaves<EndpointView>('give_up_after', 'statuses', 'store_refs', 'paced', 'last_fetched_at', 'not_fetching'),
  ...leaves<EndpointView>('waiting', 'status', 'disabled_reason', 'created_at'),
  last_test: leaves<EndpointTest>('webhook_id', 'at', 'duration_ms', 'status_code', 'error_code'),
} satisfies Members<EndpointView>;

const outcomes = { succeeded: true, failed: true, answer_ms: { p50: true, p95: true } } as const;

const history = {
  step_seconds: true,
  last_error: { at: true, delivery_id: true, status_code: true, error_code: true },
  day: { ...outcomes, hours: { at: true, ...outcomes } },
  data: {
    ...leaves<EndpointHistoryStep>('at', 'waiting', 'held'),
    answers: { '2xx': true, '3xx': true, '4xx': true, '5xx': true, none: true },
    answer_ms: outcomes.answer_ms,
    window: { size: true, in_flight: true, probing: true },
  },
} as const satisfies Members<EndpointHistory>;

const preview = {
  ...leaves<WebhookPreview>('deliveries', 'orders', 'truncated', 'left_out', 'running_replay_id', 'estimated_seconds'),
  endpoints: {
    ...leaves<PreviewedEndpoint>('id', 'type', 'url', 'deliveries', 'blocked_by'),
    ...leaves<PreviewedEndpoint>('answer_ms', 'per_second', 'estimated_seconds'),
  },
} satisfies Members<WebhookPreview>;

const replay = {
  ...leaves<ReplayView>('id', 'status', 'delivery_id', 'since', 'until', 'states', 'endpoint_id', 'events', 'total'),
  ...leaves<ReplayView>('queued', 'settled', 'created_at', 'completed_at'),
};

const merchant = {
  ...leaves<MerchantListEntry>('merchant_id', 'name', 'reference', 'mode', 'status', 'last_order_at'),
  webhooks: { endpoints: true, health: true, failing_since: true, waiting: true, untried: true },
} satisfies Members<MerchantListEntry>;

/** Neither where the customer lives nor what is collected there, nor texts of the merchant, such as `display_id`. */
const courierDelivery = {
  ...leaves<CourierDelivery>('id', 'state', 'claim_id', 'status', 'created_at', 'updated_at'),
  ...leaves<CourierDelivery>('delivery_time', 'handover_required'),
  eta,
} satisfies Members<CourierDelivery>;

/**
 * The members that tools show: nothing about customers, no `external_data`, no answers of receivers, and no text of a
 * stranger.
 */
export const shown = {
  order,
  orders: pageOf(orderEntry),
  foundOrders,
  summary,
  lanes,
  delivery,
  deliveries: pageOf(delivery),
  deliveryWithAttempts: { ...delivery, attempts: attempt },
  endpoint,
  endpoints: pageOf(endpoint),
  history,
  testStarted: leaves<EndpointTestStarted>('webhook_id'),
  preview,
  replayPreview: { ...preview, ...leaves<ReplayPreview>('token', 'expires_at') },
  replay,
  replays: pageOf(replay),
  merchants: pageOf(merchant),
  courierDelivery,
  courierDeliveries: pageOf(courierDelivery),
} satisfies Readonly<Record<string, ShownMembers>>;
