import type { KeyObject } from 'node:crypto';
import { type EndpointType, maskedHeaderValue, type MerchantMode, type SentRequest } from '@delivery/contracts';
import { buildHeaders, buildHeadersAround } from '@delivery/webhooks';

/** The data that all attempts of a delivery share, as it is now. */
export type SentDelivery = {
  order_id: string;
  endpoint_id: string;
  webhook_id: string;
  body: string;
  traceparent: string | null;
  mode: MerchantMode;
  /** When customers' data was erased from its order. */
  erased_at: Date | null;
  type: EndpointType;
  url: string | null;
  header_name: string | null;
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
 * @param keys those that signed; `undefined`: they are not known any more
 */
export const rebuildRequest = (
  delivery: SentDelivery,
  attempt: SentAttempt,
  keys: readonly KeyObject[] | undefined,
): SentRequest => {
  const { erased_at, changed_at, header_name: headerName } = delivery;
  const isBodyErased = erased_at !== null && erased_at >= attempt.at;
  const isChanged = changed_at !== null && changed_at >= attempt.at;
  const isSigned = keys !== undefined && !isBodyErased;
  const { webhook_id, traceparent } = delivery;
  const webhook = { ...attempt, webhook_id, traceparent, mode: modeOf(delivery) };
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
