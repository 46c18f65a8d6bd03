import { createHmac } from 'node:crypto';
import { type DeliveryReleased, endpointSecretOf, webhookBodySchema } from '@delivery/contracts';
import { openDeliveryAppId, toEvents } from '@delivery/open-delivery';
import { type Sealer, SealError } from '@delivery/service-kit';
import type { Webhook } from './inject-fault.js';

type Sealed = Pick<DeliveryReleased, 'endpoint_id' | 'open_delivery'>;

/** The secret of the endpoint's OAuth client, or why it does not open. `undefined`: the endpoint is of another format. */
export const openClientSecret = (
  sealer: Pick<Sealer, 'open'>,
  { endpoint_id, open_delivery }: Sealed,
): { clientSecret: string | undefined } | { fault: string } => {
  if (!open_delivery) return { clientSecret: undefined };
  try {
    return { clientSecret: sealer.open(open_delivery.sealed_secret, endpointSecretOf(endpoint_id)) };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return { fault: `client secret: ${error.message}` };
  }
};

/** What is posted of a delivery to an endpoint of that format: one event, or two, in their order. */
export const toOpenDeliveryEvents = (delivery: DeliveryReleased, clientSecret: string, now: Date): Webhook[] => {
  const body = webhookBodySchema.parse(JSON.parse(delivery.body));
  const told = {
    customerName: delivery.open_delivery?.customer_name ?? '',
    courier: delivery.open_delivery?.courier ?? null,
    times: delivery.open_delivery?.times,
    position: delivery.open_delivery?.position,
    nowMs: now.getTime(),
  };
  return toEvents(delivery.merchant_id, body, told).map((event) => {
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
