/**
 * The logistics part of Open Delivery (ABRASEL) and the orders, calls and webhooks of this product: maps from one to
 * the other.
 */
export { toDeliveryId } from './parts.js';
export { listContradictions } from './payments.js';
export {
  deliveryAvailabilitySchema,
  deliveryCancelSchema,
  deliveryHandleProblemSchema,
  deliveryOrderSchema,
  toExternalId,
  toOrder,
  toProblemAnswer,
  toSentPointer,
  toReason,
  openDeliveryAppId,
  openDeliveryPath,
} from './requests.js';
export { currentEvents } from './statuses.js';
export { toDetails, isTold, toEvents } from './told.js';
