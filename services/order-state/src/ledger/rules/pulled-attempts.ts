import { type DeliveryAttempted, schemaVersion } from '@delivery/contracts';
import { backoffMs, type RetrySchedule } from '@delivery/webhooks';
import type { DeliveryState } from './delivery.js';

/** A delivery that a poll took, now or before. Times are milliseconds since the epoch. */
export type TakenDelivery = {
  id: string;
  orderId: string;
  endpointId: string;
  merchantId: string;
  state: DeliveryState;
  generation: number;
  attemptCount: number;
  scheduleBase: number;
  isEarly: boolean;
  releasedAtMs: number | null;
  visibleUntilMs: number;
};

/** The attempt that an ack stands for: the same as a 2xx for any attempt. */
export const ackedAttempt = (delivery: TakenDelivery, nowMs: number): DeliveryAttempted => ({
  ...attemptOf(delivery, nowMs),
  outcome: 'delivered',
  error_code: null,
  duration_ms: Math.max(0, nowMs - (delivery.releasedAtMs ?? nowMs)),
  retry_in_ms: null,
});

/**
 * The attempt that the end of its visibility stands for: a failed one. The visibility stands for the schedule's first delay, so
 * that an unacked delivery comes again right then; from the second attempt on the schedule's own delays follow.
 * @param random from 0 to 1
 */
export const expiredAttempt = (
  delivery: TakenDelivery,
  schedule: RetrySchedule,
  { nowMs, random }: { nowMs: number; random: number },
): DeliveryAttempted => {
  const scheduleAttempt = delivery.isEarly ? 1 : delivery.attemptCount - delivery.scheduleBase + 1;
  const delayMs = backoffMs(schedule, scheduleAttempt, random);
  return {
    ...attemptOf(delivery, nowMs),
    outcome: 'failed',
    error_code: 'not_acked',
    duration_ms: Math.max(0, delivery.visibleUntilMs - (delivery.releasedAtMs ?? delivery.visibleUntilMs)),
    retry_in_ms: delayMs !== null && scheduleAttempt === 1 ? 0 : delayMs,
  };
};

/** The fields that do not depend on how it ended. */
type Attempted = Omit<DeliveryAttempted, 'outcome' | 'error_code' | 'duration_ms' | 'retry_in_ms'>;

const attemptOf = (delivery: TakenDelivery, nowMs: number): Attempted => ({
  schema_version: schemaVersion,
  type: 'delivery.attempted',
  delivery_id: delivery.id,
  order_id: delivery.orderId,
  endpoint_id: delivery.endpointId,
  merchant_id: delivery.merchantId,
  generation: delivery.generation,
  // Once it expired, the attempt is counted: an ack that comes late is of that one.
  attempt: Math.max(1, delivery.attemptCount + (delivery.state === 'in_flight' ? 1 : 0)),
  occurred_at: new Date(delivery.releasedAtMs ?? nowMs).toISOString(),
  status_code: null,
  unreachable: false,
  response_excerpt: null,
});
