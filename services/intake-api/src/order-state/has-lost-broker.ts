import { z } from 'zod';
import type { OrderStateClient } from './order-state-client.js';

/** Less than a probe waits. */
const timeoutMs = 1_000;
const readinessSchema = z.looseObject({
  degraded: z.looseObject({ 'rabbitmq.publish': z.enum(['connecting', 'connection lost']) }),
});

/**
 * Whether order-state has no RabbitMQ either, and serves reads without it. False where it does not answer: then a pod
 * that has lost RabbitMQ can do nothing for its callers.
 */
export const hasLostBroker = async (orderState: OrderStateClient): Promise<boolean> => {
  try {
    const { status, body } = await orderState.call({ method: 'GET', path: '/readyz', timeoutMs });
    return status === 200 && readinessSchema.safeParse(JSON.parse(body.toString('utf8'))).success;
  } catch {
    return false;
  }
};
