import type { OrderView, WebhookBody } from '@delivery/contracts';
import { toDeliveryId } from './delivery-id.js';
import { toChosenVehicle, toDeliveryPerson, toMerchant } from './parts.js';
import { toProblem } from './problems.js';
import { type DeliveryEventType, toldOf } from './statuses.js';
import { toTimes } from './times.js';

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
    problem: changes.flatMap((change, index) => {
      const problem = toProblem(change);
      return problem ? [{ ...problem, resolved: index < changes.length - 1 }] : [];
    }),
    ...(times && { times }),
    ...(order.courier && {
      deliveryPerson: toDeliveryPerson(deliveryId, order.courier),
      vehicle: toChosenVehicle(order.courier, order.external_data),
    }),
    ...(order.tracking_url !== null && { externalTrackingURL: order.tracking_url }),
  };
};
