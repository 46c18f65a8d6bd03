import { schemaVersion, type DeliveryReleased } from '@delivery/contracts';
import type { Release, StoredSecret } from '../sql/release-deliveries.js';

/** Secrets that sign one webhook, as Standard Webhooks allows. */
const secretMax = 5;

export const toDeliveryReleased = (release: Release, nowMs: number): DeliveryReleased => ({
  schema_version: schemaVersion,
  type: 'delivery.released',
  delivery_id: release.id,
  order_id: release.order_id,
  endpoint_id: release.endpoint_id,
  merchant_id: release.merchant_id,
  generation: release.generation,
  attempt: release.attempt_count + 1,
  schedule_attempt: release.attempt_count - release.schedule_base + 1,
  url: release.url,
  sealed_secrets: liveSecrets(release.secrets, nowMs),
  webhook_id: release.webhook_id,
  event: release.event,
  sequence: release.sequence,
  previous_sequence: release.previous_sequence,
  replay_id: release.replay_id,
  body: release.body,
  traceparent: release.traceparent,
});

/** Newest first, as stored; a secret that was rotated out signs until it expires. */
export const liveSecrets = (secrets: readonly StoredSecret[], nowMs: number): string[] =>
  secrets
    .filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > nowMs)
    .slice(0, secretMax)
    .map(({ sealed }) => sealed);
