import * as contracts from '@delivery/contracts';
import type { NamedSchemas } from '@delivery/contracts/calls';

export type MessageSpec = {
  /** Its `type`, which is its routing key too. */
  type: string;
  schema: string;
  exchange: string;
  sender: string;
  summary: string;
  description?: string;
  /** Whether the sender waits for a verdict. */
  answered: boolean;
};

const reportRule =
  'The property `user_id` is required: the broker takes the publisher’s own user alone. A user who is called as a courier’s system (`cour_…`) reports for that system, and on what it has accepted; what it says of other orders, or while it is disabled, is refused on record. Other users belong to no system, and report on every order. Without `occurred_at` a report takes effect as it arrives. With it, a report is stale that is strictly earlier than the last one of its type and `source` that took effect: it changes nothing. The timeline of the order says so, and so does the verdict (code `stale_report`) where the report had a reply_to. Reports without `source` count as those of one system. `occurred_at` is not compared with a clock of the services, except that a report from more than a day ahead is refused.';

/** A message of a merchant, or of a courier's system, that has authenticated itself to intake-api. */
const ofCaller = (type: string, schema: string, summary: string): MessageSpec => ({
  type,
  schema,
  exchange: contracts.exchanges.orders,
  sender: 'intake-api',
  summary,
  answered: true,
});

/** Every message that crosses the broker, but verdicts and dead letters, which have no exchange. */
export const messages: readonly MessageSpec[] = [
  ofCaller('order.submitted', 'OrderSubmitted', 'A merchant sent an order.'),
  ofCaller('order.ready_requested', 'ReadyRequested', 'A merchant said that an order is ready.'),
  ofCaller('order.cancel_requested', 'CancelRequested', 'A merchant wants to cancel an order.'),
  ofCaller('courier.accept_requested', 'CourierAcceptRequested', 'A courier’s system wants to have a delivery.'),
  ofCaller('courier.release_requested', 'CourierReleaseRequested', 'A courier’s system gives a delivery back.'),
  ofCaller('courier.reported', 'CourierReported', 'The courier of a delivery was named, or is another one.'),
  ofCaller('courier.status_reported', 'CourierStatusReported', 'The system of a delivery saw it in a status.'),
  ofCaller('courier.tracking_url_reported', 'CourierTrackingUrlReported', 'A delivery has a tracking URL.'),
  ofCaller('courier.handover_reported', 'CourierHandoverReported', 'The customer has told the courier a code.'),
  ofCaller('courier.eta_reported', 'CourierEtaReported', 'The courier is expected at another time.'),
  ofCaller('order.change_requested', 'ChangeRequested', 'A merchant wants to change an order.'),
  {
    type: 'status.reported',
    schema: 'StatusReported',
    exchange: contracts.exchanges.fulfilment,
    sender: 'courier-system',
    summary: 'A courier’s system saw an order in a status.',
    description: reportRule,
    answered: false,
  },
  {
    type: 'tracking_url.reported',
    schema: 'TrackingUrlReported',
    exchange: contracts.exchanges.fulfilment,
    sender: 'courier-system',
    summary: 'A courier’s system has a tracking URL for an order.',
    description: reportRule,
    answered: false,
  },
  {
    type: 'delivery.released',
    schema: 'DeliveryReleased',
    exchange: contracts.exchanges.deliveries,
    sender: 'order-state',
    summary: 'One webhook to send now, complete in itself.',
    answered: false,
  },
  {
    type: 'attempts.reported',
    schema: 'AttemptsReported',
    exchange: contracts.exchanges.deliveries,
    sender: 'webhook-dispatcher',
    summary: 'What some attempts came to.',
    answered: false,
  },
];

export const messageSchemas: NamedSchemas = {
  OrderId: contracts.orderIdSchema,
  MerchantId: contracts.merchantIdSchema,
  OrderStatus: contracts.orderStatusSchema,
  OrderSummary: contracts.orderSummarySchema,
  OrderContent: contracts.orderContentSchema,
  Reason: contracts.reasonSchema,
  OrderSubmitted: contracts.orderSubmittedSchema,
  ReadyRequested: contracts.readyRequestedSchema,
  CancelRequested: contracts.cancelRequestedSchema,
  ChangeRequested: contracts.changeRequestedSchema,
  StatusReported: contracts.statusReportedSchema,
  TrackingUrlReported: contracts.trackingUrlReportedSchema,
  CourierAcceptRequested: contracts.courierAcceptRequestedSchema,
  CourierReleaseRequested: contracts.courierReleaseRequestedSchema,
  CourierReported: contracts.courierReportedSchema,
  CourierStatusReported: contracts.courierStatusReportedSchema,
  CourierTrackingUrlReported: contracts.courierTrackingUrlReportedSchema,
  CourierEtaReported: contracts.courierEtaReportedSchema,
  CourierHandoverReported: contracts.courierHandoverReportedSchema,
  DeliveryReleased: contracts.deliveryReleasedSchema,
  DeliveryAttempted: contracts.deliveryAttemptedSchema,
  AttemptsReported: contracts.attemptsReportedSchema,
  Verdict: contracts.verdictSchema,
  Wake: contracts.wakeSchema,
  Heartbeat: contracts.heartbeatSchema,
};
