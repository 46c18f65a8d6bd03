import type { ReceivedWebhook } from './verify-webhook.js';

/**
 * Checks the webhooks of several orders at one endpoint from outside: of each order every event from 1 to the last must
 * be there, first arrivals in that order, and a repeat must be the same webhook. Returns one sentence for each fault.
 */
export const findDisorder = (
  webhooks: readonly ReceivedWebhook[],
  expected: { orderIds: readonly string[]; eventsEach: number },
): string[] => {
  const faults: string[] = [];
  const seen = new Map<string, Map<number, string>>(expected.orderIds.map((id) => [id, new Map<number, string>()]));
  for (const { orderId, sequence, webhookId } of webhooks) {
    const ofOrder = seen.get(orderId);
    if (!ofOrder) {
      faults.push(`${orderId}: this order was never created`);
      continue;
    }
    const known = ofOrder.get(sequence);
    if (known === undefined && sequence !== ofOrder.size + 1)
      faults.push(`${orderId}: ${sequence} after ${ofOrder.size}`);
    if (known !== undefined && known !== webhookId) faults.push(`${orderId}: ${sequence} came as two webhooks`);
    ofOrder.set(sequence, webhookId);
  }
  for (const [orderId, { size }] of seen) {
    if (size !== expected.eventsEach) faults.push(`${orderId}: ${size} events of ${expected.eventsEach}`);
  }
  return faults;
};
