import type { KeyObject } from 'node:crypto';
import type { DeliveryReleased } from '@delivery/contracts';
import { signWebhook } from './sign.js';

/** The facts of a webhook that its headers carry. */
export type SignedWebhook = Pick<
  DeliveryReleased,
  | 'webhook_id'
  | 'attempt'
  | 'sequence'
  | 'previous_sequence'
  | 'replay_id'
  | 'traceparent'
  | 'merchant'
  | 'mode'
  | 'test'
>;

const userAgent = 'delivery-webhooks/1';

/**
 * Headers of one attempt. `webhook-timestamp` is the attempt's own, so a late retry is not taken for a replay attack.
 */
export const buildHeaders = (
  delivery: SignedWebhook,
  attempt: { body: Buffer; keys: readonly KeyObject[]; now: Date },
): Record<string, string> => {
  const message = {
    webhookId: delivery.webhook_id,
    timestampSeconds: timestampOf(attempt.now),
    body: attempt.body,
  };
  return buildHeadersAround(signWebhook(message, attempt.keys), delivery, attempt.now);
};

/** The headers of a past request, whose keys may be gone. @param signature stands in for the signature */
export const buildHeadersAround = (signature: string, delivery: SignedWebhook, now: Date): Record<string, string> => {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': delivery.webhook_id,
    'webhook-timestamp': String(timestampOf(now)),
    'webhook-signature': signature,
    'webhook-attempt': String(delivery.attempt),
    'webhook-sequence': String(delivery.sequence),
    'webhook-previous-sequence': String(delivery.previous_sequence),
  };
  if (delivery.replay_id !== null) headers['webhook-replay'] = delivery.replay_id;
  if (delivery.merchant) headers['webhook-merchant'] = delivery.merchant.id;
  // Percent-encoded, as far as a header cannot hold it.
  if (delivery.merchant?.reference)
    headers['webhook-merchant-reference'] = encodeURIComponent(delivery.merchant.reference);
  if (delivery.mode) headers['webhook-mode'] = delivery.mode;
  if (delivery.test) headers['webhook-test'] = 'true';
  if (delivery.traceparent !== null) headers['traceparent'] = delivery.traceparent;
  return headers;
};

const timestampOf = (now: Date): number => Math.floor(now.getTime() / 1000);
