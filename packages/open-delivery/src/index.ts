/** The logistics part of Open Delivery (ABRASEL) and the orders, calls and webhooks of this product: maps from one to the other. */
export { toDeliveryId } from './delivery-id.js';
export { deliveryCancelSchema, deliveryOrderSchema } from './requests.js';
export { currentEvents } from './statuses.js';
export { toDetails } from './to-details.js';
export { isTold, toEvents } from './to-events.js';
export { toOrder, toSentPointer } from './to-order.js';
export { toReason } from './to-reason.js';
export { openDeliveryAppId, openDeliveryPath } from './version.js';
