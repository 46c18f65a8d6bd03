import type { DeliveryClient } from '@delivery/client';
import type { Till } from './till.js';

/**
 * Pull: for a till that the service cannot post to. The till acks a webhook once it has handled it. If the till ends
 * before the ack, the webhook comes again.
 */
export const fetchPulls = async (
  till: Till,
  { client, endpointId }: { client: DeliveryClient; endpointId: string },
): Promise<void> => {
  for await (const message of client.endpoints.pull(endpointId)) {
    const { work } = await till.take(message);
    await work();
  }
};
