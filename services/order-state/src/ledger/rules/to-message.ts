import { type DeliveryReleased, type ReleasedFault, schemaVersion } from '@delivery/contracts';
import { liveSecrets } from '../../endpoints/rules/secrets.js';
import type { Release } from './release.js';

export const toDeliveryReleased = (release: Release, nowMs: number, fault?: ReleasedFault): DeliveryReleased => {
  const message: DeliveryReleased = {
    schema_version: schemaVersion,
    type: 'delivery.released',
    delivery_id: release.id,
    order_id: release.order_id,
    endpoint_id: release.endpoint_id,
    merchant_id: release.merchant_id,
    generation: release.generation,
    attempt: release.attempt_count + 1,
    // An early attempt does not count, and is followed by the wait that it cut short: the shortest delay is its least.
    schedule_attempt: release.is_early ? 1 : release.attempt_count - release.schedule_base + 1,
    url: release.url,
    sealed_secrets: liveSecrets(release.secrets, nowMs),
    webhook_id: release.webhook_id,
    event: release.event,
    sequence: release.sequence,
    previous_sequence: release.previous_sequence,
    replay_id: release.replay_id,
    body: release.body,
    traceparent: release.traceparent,
  };
  if (release.mode === 'sandbox') message.mode = release.mode;
  if (release.header !== null) message.header = release.header;
  if (release.report_batchable) message.report_batchable = true;
  if (fault) message.fault = fault;
  return message;
};
