import type { DeliveryReleased } from '@delivery/contracts';
import { signWebhook } from './sign.js';

export const userAgent = 'delivery-webhooks/1';

/** Headers of one POST. `webhook-timestamp` is the attempt's own, so a late retry is not taken for a replay attack. */
export const buildHeaders = (
  delivery: DeliveryReleased,
  attempt: { body: Buffer; secrets: readonly string[]; now: Date },
): Record<string, string> => {
  const timestampSeconds = Math.floor(attempt.now.getTime() / 1000);
  const message = { webhookId: delivery.webhook_id, timestampSeconds, body: attempt.body };
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': delivery.webhook_id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signWebhook(message, attempt.secrets),
    'webhook-attempt': String(delivery.attempt),
    'webhook-sequence': String(delivery.sequence),
    'webhook-previous-sequence': String(delivery.previous_sequence),
    ...(delivery.replay_id === null ? {} : { 'webhook-replay': delivery.replay_id }),
    ...(delivery.test ? { 'webhook-test': 'true' } : {}),
    ...(delivery.traceparent === null ? {} : { traceparent: delivery.traceparent }),
  };
};
