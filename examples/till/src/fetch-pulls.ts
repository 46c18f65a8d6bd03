import type { DeliveryClient } from '@delivery/client';
import type { Till } from './till.js';

/**
 * Pull: for a till that nobody can post to. A webhook is acked once it is worked off; one that is not, because the till
 * ended on the way, comes again.
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
