import * as contracts from '@delivery/contracts';
import type { NamedSchemas } from '@delivery/contracts/calls';

export type MessageSpec = {
  /** Its `type`, which is its routing key too. */
  type: string;
  schema: string;
  exchange: string;
  sender: string;
  summary: string;
  /** Whether the sender waits for a verdict. */
  answered: boolean;
};

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
  ofCaller('courier.decline_requested', 'CourierDeclineRequested', 'A courier’s system declines an offer.'),
  ofCaller('courier.reported', 'CourierReported', 'The courier of a delivery was named, or is another one.'),
  ofCaller('courier.status_reported', 'CourierStatusReported', 'The system of a delivery saw it in a status.'),
  ofCaller('courier.tracking_url_reported', 'CourierTrackingUrlReported', 'A delivery has a tracking URL.'),
  ofCaller('courier.handover_reported', 'CourierHandoverReported', 'The courier has entered the customer’s code.'),
  ofCaller(
    'courier.problem_reported',
    'CourierProblemReported',
    'A courier has a problem that the merchant can answer.',
  ),
  ofCaller('order.problem_answered', 'ProblemAnswered', 'A merchant has answered a problem of its courier.'),
  ofCaller('courier.eta_reported', 'CourierEtaReported', 'The courier is expected at another time.'),
  ofCaller('order.change_requested', 'ChangeRequested', 'A merchant wants to change an order.'),
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
    summary: 'The results of attempts.',
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
  CourierAcceptRequested: contracts.courierAcceptRequestedSchema,
  CourierReleaseRequested: contracts.courierReleaseRequestedSchema,
  CourierDeclineRequested: contracts.courierDeclineRequestedSchema,
  CourierReported: contracts.courierReportedSchema,
  CourierStatusReported: contracts.courierStatusReportedSchema,
  CourierTrackingUrlReported: contracts.courierTrackingUrlReportedSchema,
  CourierEtaReported: contracts.courierEtaReportedSchema,
  CourierHandoverReported: contracts.courierHandoverReportedSchema,
  CourierProblemReported: contracts.courierProblemReportedSchema,
  ProblemAnswered: contracts.problemAnsweredSchema,
  DeliveryReleased: contracts.deliveryReleasedSchema,
  DeliveryAttempted: contracts.deliveryAttemptedSchema,
  AttemptsReported: contracts.attemptsReportedSchema,
  Verdict: contracts.verdictSchema,
  Wake: contracts.wakeSchema,
  Heartbeat: contracts.heartbeatSchema,
};
