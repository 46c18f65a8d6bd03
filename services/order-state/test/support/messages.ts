import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type DeliveryAttempted,
  type OrderMessage,
  orderMessageSchema,
  schemaVersion,
  statusReportedSchema,
  trackingUrlReportedSchema,
} from '@delivery/contracts';

export const newOrderId = (): string => randomBytes(12).toString('hex');

/** Messages of the queue, and reports that calls make. */
const messageSchema = z.discriminatedUnion('type', [
  orderMessageSchema,
  statusReportedSchema,
  trackingUrlReportedSchema,
]);

/**
 * A message as it is read from its queue, with an id and a time of its own.
 * @param said its type and payload, whose it is, and what else it has
 */
export const messageOf = (orderId: string, said: object, nowMs = Date.now()): OrderMessage =>
  messageSchema.parse({
    id: randomUUID(),
    schema_version: schemaVersion,
    occurred_at: new Date(nowMs).toISOString(),
    order_id: orderId,
    ...said,
  });

type Attempted = Pick<DeliveryAttempted, 'delivery_id' | 'order_id' | 'endpoint_id' | 'owner_id' | 'generation'>;

/** An attempt as a dispatcher reports it: the first one, which was delivered, unless more is given. */
export const attemptedOf = (attempted: Attempted & Partial<DeliveryAttempted>): DeliveryAttempted => ({
  schema_version: schemaVersion,
  type: 'delivery.attempted',
  attempt: 1,
  revision: 1,
  occurred_at: new Date().toISOString(),
  outcome: 'delivered',
  status_code: 200,
  error_code: null,
  unreachable: false,
  duration_ms: 3,
  response_excerpt: null,
  ...attempted,
});
