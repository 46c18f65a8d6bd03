import type { KeyObject } from 'node:crypto';
import {
  type Courier,
  type DeliveryReleased,
  type EndpointEvent,
  type EndpointType,
  maskedHeaderValue,
  type MerchantMode,
  type ReleasedFault,
  schemaVersion,
  type SealedHeader,
  type SentRequest,
  type ToldTimes,
} from '@delivery/contracts';
import { buildHeaders, buildHeadersAround } from '@delivery/webhooks';
import { liveSecrets, type SealedClient, type SealedSecret } from '../../endpoints/rules/secrets.js';

/** A delivery that may go out now, with all that is needed to send or sign it. */
type Outgoing = {
  id: string;
  order_id: string;
  endpoint_id: string;
  owner_id: string;
  mode: MerchantMode;
  sequence: number;
  previous_sequence: number;
  event: EndpointEvent;
  webhook_id: string;
  generation: number;
  attempt_count: number;
  /** The endpoint's. */
  revision: number;
  replay_id: string | null;
  body: string;
  traceparent: string | null;
  /** For a platform's endpoint the merchant of the order. */
  merchant: DeliveryReleased['merchant'] | null;
  secrets: SealedSecret[];
  header: SealedHeader | null;
  /** `null`: of another format. */
  open_delivery: SealedClient | null;
  /** The current order; `null`: another format, or the order is gone. */
  told_order: ToldOrder | null;
};

/** Times as Postgres writes them in JSON. */
type ToldOrder = {
  customer_name: string | null;
  courier: Courier | null;
  times: ToldTimes | null;
  position: { latitude: number; longitude: number } | null;
};

/** A release for the dispatcher. */
export type Release = Outgoing & {
  url: string;
  /** Its endpoint was asked to get a fault, which may be for this delivery. */
  has_fault: boolean;
  /**
   * Nothing is known to wait until it is settled: its window has room for more than is due, and nothing is behind it in
   * its lane.
   */
  report_batchable: boolean;
  /** How long its message lives in the queue; without it, as long as the queue keeps one. */
  expirationMs?: number;
};

/** A release that a poll took. */
export type Taken = Outgoing & {
  /** Which of the polls that came together. */
  place: number;
  visible_until: Date;
};

export const toDeliveryReleased = (release: Release, nowMs: number, fault?: ReleasedFault): DeliveryReleased => {
  const message: DeliveryReleased = {
    schema_version: schemaVersion,
    type: 'delivery.released',
    delivery_id: release.id,
    order_id: release.order_id,
    endpoint_id: release.endpoint_id,
    owner_id: release.owner_id,
    generation: release.generation,
    attempt: release.attempt_count + 1,
    revision: release.revision,
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
  if (release.merchant) message.merchant = release.merchant;
  if (release.mode === 'sandbox') message.mode = release.mode;
  if (release.header !== null) message.header = release.header;
  if (release.open_delivery) message.open_delivery = toOpenDelivery(release.open_delivery, release.told_order);
  if (release.report_batchable) message.report_batchable = true;
  if (fault) message.fault = fault;
  return message;
};

/** After an erasure the name is empty, because the standard requires one. */
const toOpenDelivery = (
  { sealed }: SealedClient,
  order: ToldOrder | null,
): NonNullable<DeliveryReleased['open_delivery']> => ({
  sealed_secret: sealed,
  customer_name: order?.customer_name ?? '',
  courier: order?.courier ? { name: order.courier.name, vehicle: order.courier.vehicle } : null,
  ...(order?.times && { times: withInstants(order.times) }),
  ...(order?.position && { position: order.position }),
});

const withInstants = ({
  created_at: createdAt,
  picked_up_at: pickedUpAt,
  delivered_by: by,
  eta,
}: ToldTimes): ToldTimes => ({
  created_at: new Date(createdAt).toISOString(),
  picked_up_at: pickedUpAt && new Date(pickedUpAt).toISOString(),
  delivered_by: by && new Date(by).toISOString(),
  eta,
});

/** The data that all attempts of a delivery share, as it is now. */
export type SentDelivery = {
  order_id: string;
  endpoint_id: string;
  webhook_id: string;
  body: string;
  traceparent: string | null;
  /** As it is now. */
  merchant: Outgoing['merchant'];
  mode: MerchantMode;
  /** When customers' data was erased from its order. */
  erased_at: Date | null;
  /** When something was erased from its body last. */
  body_erased_at: Date | null;
  type: EndpointType;
  url: string | null;
  header_name: string | null;
  /** The words that were sent are a person's, and are not kept. */
  is_open_delivery: boolean;
  /** When its endpoint's settings were changed last, as far as the log goes back. */
  changed_at: Date | null;
};

export type SentAttempt = {
  attempt: number;
  at: Date;
  sequence: number;
  previous_sequence: number;
  replay_id: string | null;
};

/**
 * The headers of an attempt that was made, built as they were then, from the data that is still known. Pure.
 * @param known.keys those that signed; `undefined`: they are not known any more
 * @param known.unsureMs how long a webhook may be on its way to its attempt, with the body of its release
 */
export const rebuildRequest = (
  delivery: SentDelivery,
  attempt: SentAttempt,
  { keys, unsureMs }: { keys: readonly KeyObject[] | undefined; unsureMs: number },
): SentRequest => {
  const { body_erased_at: erasedAt, changed_at, header_name: headerName } = delivery;
  const isErasedSince = erasedAt !== null && erasedAt.getTime() + unsureMs >= attempt.at.getTime();
  const isBodyErased = delivery.is_open_delivery || isErasedSince;
  const isChanged = changed_at !== null && changed_at >= attempt.at;
  const isSigned = keys !== undefined && !isBodyErased;
  const { webhook_id, traceparent, merchant } = delivery;
  const webhook = { ...attempt, webhook_id, traceparent, merchant: merchant ?? undefined, mode: modeOf(delivery) };
  const headers = isSigned
    ? buildHeaders(webhook, { body: Buffer.from(delivery.body, 'utf8'), keys, now: attempt.at })
    : buildHeadersAround(maskedHeaderValue, webhook, attempt.at);
  if (headerName !== null) headers[headerName] = maskedHeaderValue;
  const unknown: SentRequest['unknown'] = [];
  if (!isSigned) unknown.push('signature');
  if (isBodyErased) unknown.push('body');
  if (isChanged) unknown.push('endpoint');
  if (traceparent !== null && delivery.type === 'push') unknown.push('span');
  return {
    attempt: attempt.attempt,
    at: attempt.at.toISOString(),
    replay_id: attempt.replay_id,
    headers,
    unknown,
  };
};

const modeOf = ({ mode }: SentDelivery): 'sandbox' | undefined => (mode === 'sandbox' ? mode : undefined);
