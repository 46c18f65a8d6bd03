import type { OrderStatus, WebhookBody } from '@delivery/contracts';
import { toDeliveryId } from './delivery-id.js';
import { toChosenVehicle, toDeliveryPerson, toMerchant } from './parts.js';
import { toProblem } from './problems.js';
import { currentEvents, type DeliveryEventType, toldOf } from './statuses.js';

/** Events that may come again: where a courier with a new tracking URL is. */
const onTheMove: Partial<Readonly<Record<OrderStatus, DeliveryEventType>>> = {
  on_route_to_pickup: 'PICKUP_ONGOING',
  on_route_to_delivery: 'DELIVERY_ONGOING',
};

const typesOf = (body: WebhookBody): DeliveryEventType[] => {
  switch (body.event) {
    case 'status_changed':
      return toldOf(body.previous_status, body.status).map(({ type }) => type);
    case 'tracking_url_added': {
      const type = onTheMove[body.status];
      return type ? [type] : [];
    }
    case 'courier_assigned':
      return body.status === 'ready' ? ['ACCEPTED'] : [];
    default:
      return [];
  }
};

/** Whether the standard has an event for it. */
export const isTold = (body: WebhookBody): boolean => typesOf(body).length > 0;

/** What the standard wants in each event, and ours have not. */
export type ToldOrder = {
  customerName: string;
  courier: (Parameters<typeof toChosenVehicle>[0] & { name: string }) | null;
};

/** The bodies of `POST /v1/newLogisticEvent` for one event of ours: one, or two, in their order. */
export const toEvents = (merchantId: string, body: WebhookBody, { customerName, courier }: ToldOrder) => {
  const types = typesOf(body);
  const deliveryId = toDeliveryId(body.id);
  const problem = body.event === 'status_changed' ? toProblem(body) : undefined;
  const reason = body.event === 'status_changed' ? body.reason : undefined;
  const trackingUrl = 'tracking_url' in body ? body.tracking_url : undefined;
  const told = types.length > 0 ? types : [currentEvents[body.status]];
  return told.map((type, index) => ({
    deliveryId,
    orderId: body.external_id,
    orderDisplayId: body.display_id,
    merchant: toMerchant(merchantId, body.external_data),
    event: { type, datetime: body.updated_at, ...(reason && { message: reason.code }) },
    ...(problem &&
      index === told.length - 1 && { problem: [{ ...problem, canFinishDeliver: true, needMerchantAction: false }] }),
    customerName,
    ...(courier && {
      deliveryPerson: toDeliveryPerson(deliveryId, courier),
      vehicle: toChosenVehicle(courier, body.external_data),
    }),
    ...(trackingUrl !== undefined && { externalTrackingURL: trackingUrl }),
  }));
};
