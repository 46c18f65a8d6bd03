import { isOnTheWay, type OrderStatus, type OrderView, type ToldTimes, type WebhookBody } from '@delivery/contracts';
import { toChosenVehicle, toDeliveryId, toDeliveryPerson, toEta, toMerchant, toTimes } from './parts.js';
import { currentEvents, type DeliveryEventType, toAnswerable, toldOf, toProblem } from './statuses.js';

/** Events that may come again, with a new tracking URL or another time. */
const onTheMove: Partial<Readonly<Record<OrderStatus, DeliveryEventType>>> = {
  on_route_to_pickup: 'PICKUP_ONGOING',
  on_route_to_delivery: 'DELIVERY_ONGOING',
};

const typesOf = (body: WebhookBody): DeliveryEventType[] => {
  switch (body.event) {
    case 'status_changed':
      return toldOf(body.previous_status, body.status).map(({ type }) => type);
    case 'tracking_url_added':
    case 'eta_changed': {
      const type = onTheMove[body.status];
      return type ? [type] : [];
    }
    case 'delivery_problem':
      return [body.status === 'ready' ? 'ACCEPTED' : currentEvents[body.status]];
    case 'courier_assigned':
      return body.status === 'ready' ? ['ACCEPTED'] : [];
    default:
      return [];
  }
};

/** Whether the standard has an event for it. */
export const isTold = (body: WebhookBody): boolean => typesOf(body).length > 0;

/** Fields that the standard wants in each event, and our events do not have. */
export type ToldOrder = {
  customerName: string;
  courier: (Parameters<typeof toChosenVehicle>[0] & { name: string }) | null;
  /** Times of an order under way. */
  times?: ToldTimes | undefined;
  position?: { latitude: number; longitude: number } | undefined;
  nowMs: number;
};

/** The bodies of `POST /v1/newLogisticEvent` for one event of ours: one, or two, in their order. */
export const toEvents = (merchantId: string, body: WebhookBody, order: ToldOrder) => {
  const { customerName, courier, times, position } = order;
  const types = typesOf(body);
  const deliveryId = toDeliveryId(body.id);
  const problem = toProblem(body);
  const needMerchantAction = body.event === 'delivery_problem';
  const reason = body.event === 'status_changed' ? body.reason : undefined;
  const trackingUrl = 'tracking_url' in body ? body.tracking_url : undefined;
  const eta = times && toEta(times, body.external_data, order.nowMs);
  const reported = types.length > 0 ? types : [currentEvents[body.status]];
  return reported.map((type, index) => ({
    deliveryId,
    orderId: body.external_id,
    orderDisplayId: body.display_id,
    merchant: toMerchant(merchantId, body.external_data),
    event: { type, datetime: body.updated_at, ...(reason && { message: reason.code }) },
    ...(problem &&
      index === reported.length - 1 && { problem: [{ ...problem, canFinishDeliver: true, needMerchantAction }] }),
    customerName,
    ...(courier && {
      deliveryPerson: toDeliveryPerson(deliveryId, courier),
      vehicle: toChosenVehicle(courier, body.external_data),
    }),
    ...(eta && { eta }),
    ...(position && isOnTheWay(body.status) && { geoLocalization: position }),
    ...(trackingUrl !== undefined && { externalTrackingURL: trackingUrl }),
  }));
};

type DeliveryEvent = { type: DeliveryEventType; datetime: string; message?: string };

/** `GET /v1/logistics/delivery/{orderId}`, of an order and its events, the first one first. */
export const toDetails = (merchantId: string, order: OrderView, bodies: readonly WebhookBody[]) => {
  const changes = bodies.filter((body) => body.event === 'status_changed');
  const deliveryId = toDeliveryId(order.id);
  const times = toTimes(order, changes);
  return {
    deliveryId,
    orderId: order.external_id,
    orderDisplayId: order.display_id,
    merchant: toMerchant(merchantId, order.external_data),
    customerName: order.customer?.name ?? '',
    ...(order.customer && { customerPhone: order.customer.phone }),
    events: [
      { type: 'PENDING', datetime: order.created_at } satisfies DeliveryEvent,
      ...changes.flatMap(({ previous_status, status, updated_at, reason }) =>
        toldOf(previous_status, status).map(({ type }): DeliveryEvent => ({
          type,
          datetime: updated_at,
          ...(reason && { message: reason.code }),
        })),
      ),
    ],
    problem: [
      ...changes.flatMap((change, index) => {
        const problem = toProblem(change);
        return problem ? [{ ...problem, resolved: index < changes.length - 1 }] : [];
      }),
      ...order.problems.map(toAnswerable),
    ],
    ...(times && { times }),
    ...(order.courier && {
      deliveryPerson: toDeliveryPerson(deliveryId, order.courier),
      vehicle: toChosenVehicle(order.courier, order.external_data),
    }),
    ...(order.tracking_url !== null && { externalTrackingURL: order.tracking_url }),
  };
};
