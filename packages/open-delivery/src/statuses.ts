import {
  type OrderProblem,
  type OrderStatus,
  type ProblemAction,
  problemReasons as ours,
  type WebhookBody,
} from '@delivery/contracts';

/** In the order of a delivery that goes well; RETURNING_TO_MERCHANT and REJECTED are never sent. */
export const deliveryEventTypes = [
  'PENDING',
  'ACCEPTED',
  'REJECTED',
  'PICKUP_ONGOING',
  'ARRIVED_AT_MERCHANT',
  'ORDER_PICKED',
  'DELIVERY_ONGOING',
  'ARRIVED_AT_CUSTOMER',
  'ORDER_DELIVERED',
  'RETURNING_TO_MERCHANT',
  'RETURNED_TO_MERCHANT',
  'DELIVERY_FINISHED',
  'CANCELLED',
] as const;
export type DeliveryEventType = (typeof deliveryEventTypes)[number];

/** `problem`: the last event reports it. */
type Row = {
  to: OrderStatus;
  /** Absent: from any. */
  from?: readonly OrderStatus[];
  events: readonly DeliveryEventType[];
  problem?: true;
};

const gaveBack = ['on_route_to_pickup', 'at_pickup'] as const;

/**
 * The standard's events for each change of an order's status: none, one or two. Accepting changes no status here, so a
 * courier that sets out has accepted; picking up and setting out are one step, as are handing over and having finished.
 */
export const statusTable: readonly Row[] = [
  { to: 'created', events: ['PENDING'] },
  { to: 'ready', from: ['created'], events: [] },
  { to: 'ready', from: gaveBack, events: ['PICKUP_ONGOING'], problem: true },
  { to: 'on_route_to_pickup', events: ['ACCEPTED', 'PICKUP_ONGOING'] },
  { to: 'at_pickup', events: ['ARRIVED_AT_MERCHANT'] },
  { to: 'on_route_to_delivery', from: gaveBack, events: ['ORDER_PICKED', 'DELIVERY_ONGOING'] },
  { to: 'on_route_to_delivery', from: ['delivery_failed'], events: ['DELIVERY_ONGOING'] },
  { to: 'at_delivery', events: ['ARRIVED_AT_CUSTOMER'] },
  { to: 'delivery_failed', from: ['on_route_to_delivery'], events: ['DELIVERY_ONGOING'], problem: true },
  { to: 'delivery_failed', from: ['at_delivery'], events: ['ARRIVED_AT_CUSTOMER'], problem: true },
  { to: 'delivered', events: ['ORDER_DELIVERED', 'DELIVERY_FINISHED'] },
  { to: 'returned', events: ['RETURNED_TO_MERCHANT', 'DELIVERY_FINISHED'] },
  { to: 'canceled', events: ['CANCELLED'] },
];

export type StatusEvent = { type: DeliveryEventType; isProblem: boolean };

/** The events of a change of the status. */
export const toldOf = (from: OrderStatus, to: OrderStatus): StatusEvent[] => {
  const row = statusTable.find((one) => one.to === to && (one.from?.includes(from) ?? true));
  if (!row) return [];
  const last = row.events.length - 1;
  return row.events.map((type, index) => ({ type, isProblem: row.problem === true && index === last }));
};

/** The last event of an order that has this status. */
export const currentEvents: Readonly<Record<OrderStatus, DeliveryEventType>> = {
  created: 'PENDING',
  ready: 'PENDING',
  on_route_to_pickup: 'PICKUP_ONGOING',
  at_pickup: 'ARRIVED_AT_MERCHANT',
  on_route_to_delivery: 'DELIVERY_ONGOING',
  at_delivery: 'ARRIVED_AT_CUSTOMER',
  delivery_failed: 'DELIVERY_ONGOING',
  delivered: 'DELIVERY_FINISHED',
  returned: 'DELIVERY_FINISHED',
  canceled: 'CANCELLED',
};

const problemReasons = [
  'DELIVERYPERSON_OCCURRENCE',
  'PAYMENT_PROBLEMS',
  'WRONG_PRODUCT_OR_ITEM',
  'ORDER_DELAYED',
  'ORDER_DAMAGED_OR_VIOLATED',
  'CUSTOMER_DID_NOT_PLACE_ORDER',
  'CUSTOMER_ADDRESS_UNKNOWN',
  'ORDER_MISSING_ITEMS',
  'NOBODY_TO_RECEIVE',
  'DELIVERYPERSON_WAITING_PAYMENT_FOR_ALREADY_PAID_ORDER',
  'ORDER_DELIVERED_WITHOUT_PAYMENT',
  'FRAUD_OR_THEFT',
  'OTHER',
] as const;

const reasonOf = (code: string): (typeof problemReasons)[number] | undefined => {
  const theirs = ours[code.toLowerCase()]?.[1] ?? code.toUpperCase();
  return problemReasons.find((reason) => reason === theirs);
};

/** The problem that a courier reports, or a change of the status, if any. */
export const toProblem = (body: WebhookBody) => {
  if (body.event === 'delivery_problem')
    return { reason: reasonOf(body.kind) ?? 'OTHER', message: body.kind, datetime: body.updated_at };
  return body.event === 'status_changed' ? toProblemOf(body) : undefined;
};

const actionsTaken: Readonly<Record<ProblemAction, string | undefined>> = {
  retry: 'DELIVER_PRODUCT',
  leave_at_door: 'DELIVER_PRODUCT',
  return: 'RETURN_TO_STORE',
  call_customer: undefined,
};

/** One that a courier reported, in the details of its order. The standard has no word for a call. */
export const toAnswerable = ({ kind, at, state, answer }: OrderProblem) => {
  const actionTaken = answer && actionsTaken[answer.action];
  return {
    reason: reasonOf(kind) ?? 'OTHER',
    message: kind,
    datetime: at,
    resolved: state !== 'open',
    ...(actionTaken && { actionTaken }),
    ...(answer && { resolutionDate: answer.at }),
  };
};

type StatusChanged = Extract<WebhookBody, { event: 'status_changed' }>;

const toProblemOf = (change: StatusChanged) => {
  if (!toldOf(change.previous_status, change.status).some(({ isProblem }) => isProblem)) return undefined;
  const known = reasonOf(change.reason?.code ?? '');
  const message = change.reason && [change.reason.code, change.reason.message].filter(Boolean).join(': ');
  return {
    // Before pickup a courier gave the order back.
    reason: known ?? (change.status === 'ready' ? 'DELIVERYPERSON_OCCURRENCE' : 'OTHER'),
    ...(message && { message }),
    datetime: change.updated_at,
  };
};
