import type { CourierEvent } from '../events.js';
import { orderId } from './order-examples.js';
import type { JsonObject } from './parameters.js';

/** The body of a webhook to a courier's system. */
export const courierEventBody = (event: CourierEvent): JsonObject => ({
  event,
  delivery_id: orderId,
  status: 'ready',
  updated_at: '2026-01-31T18:52:44.006Z',
  ...(event === 'delivery_withdrawn' && { reason: 'taken' }),
  ...(event === 'problem_answered' && { status: 'at_delivery', problem_id: 1, action: 'leave_at_door' }),
});
