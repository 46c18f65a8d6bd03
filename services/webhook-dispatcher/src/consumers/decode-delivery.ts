import { createHmac } from 'node:crypto';
import {
  type DeliveryReleased,
  deliveryReleasedSchema,
  endpointHeaderOf,
  endpointSecretOf,
  webhookBodySchema,
} from '@delivery/contracts';
import { openDeliveryAppId, toEvents } from '@delivery/open-delivery';
import { type Sealer, SealError } from '@delivery/service-kit';
import type { SecretHeader } from '../delivery/secret-header.js';
import type { Webhook } from './inject-fault.js';

const faultMaxLength = 500;

/** Reads a message of the deliveries queue. A fault names fields and rules, never the values, which may be secret. */
export const decodeDelivery = (body: Buffer): { delivery: DeliveryReleased } | { fault: string } => {
  const json = parseJson(body);
  if (json === undefined) return { fault: 'not JSON' };
  const parsed = deliveryReleasedSchema.safeParse(json, { reportInput: false });
  if (parsed.success) return { delivery: parsed.data };
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`);
  return { fault: `not a delivery.released: ${faults.join('; ')}`.slice(0, faultMaxLength) };
};

const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    // Its actual content does not matter: the bytes are kept as they are in the dead letter.
    return undefined;
  }
};

type SealedHeader = Pick<DeliveryReleased, 'endpoint_id' | 'url' | 'header'>;

/**
 * The header of the merchant's choice, or why it does not open: a webhook sent without it would be refused, and neither
 * the merchant nor the operator would find the reason.
 */
export const openHeader = (
  sealer: Pick<Sealer, 'open'>,
  { endpoint_id, url, header }: SealedHeader,
): { header: SecretHeader | undefined } | { fault: string } => {
  if (header === undefined) return { header: undefined };
  const { name, sealed } = header;
  try {
    return { header: { name, value: sealer.open(sealed, endpointHeaderOf(endpoint_id, { name, url })) } };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { fault: `header: ${error.message}` };
  }
};

type SealedClientSecret = Pick<DeliveryReleased, 'endpoint_id' | 'open_delivery'>;

/**
 * The secret of the endpoint's OAuth client, or why it does not open. `undefined`: the endpoint is of another format.
 */
export const openClientSecret = (
  sealer: Pick<Sealer, 'open'>,
  { endpoint_id, open_delivery }: SealedClientSecret,
): { clientSecret: string | undefined } | { fault: string } => {
  if (!open_delivery) return { clientSecret: undefined };
  try {
    return { clientSecret: sealer.open(open_delivery.sealed_secret, endpointSecretOf(endpoint_id)) };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { fault: `client secret: ${error.message}` };
  }
};

/** The posts of a delivery to an endpoint of that format: one event, or two in order. */
export const toOpenDeliveryEvents = (delivery: DeliveryReleased, clientSecret: string, now: Date): Webhook[] => {
  const body = webhookBodySchema.parse(JSON.parse(delivery.body));
  const reported = {
    customerName: delivery.open_delivery?.customer_name ?? '',
    courier: delivery.open_delivery?.courier ?? null,
    times: delivery.open_delivery?.times,
    position: delivery.open_delivery?.position,
    nowMs: now.getTime(),
  };
  return toEvents(delivery.owner_id, body, reported).map((event) => {
    const bytes = Buffer.from(JSON.stringify(event), 'utf8');
    return {
      body: bytes,
      headers: {
        'X-App-Id': openDeliveryAppId,
        'X-App-MerchantId': event.merchant.id,
        'X-App-Signature': createHmac('sha256', clientSecret).update(bytes).digest('hex'),
      },
    };
  });
};
