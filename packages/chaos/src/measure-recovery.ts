import { setTimeout as delay } from 'node:timers/promises';
import { buildOrder } from '@delivery/test-support';
import { insist } from './load/insist.js';
import type { RoundRecord } from './record.js';
import type { Shop } from './shops/shop.js';

/** Milliseconds until a new order is accepted, made ready and its webhooks have arrived. @throws Error when aborted */
export const measureRecovery = async (shop: Shop, record: RoundRecord, signal: AbortSignal): Promise<number> => {
  const startedAt = performance.now();
  const options = { again: [503], signal, onRetry: () => (record.retryCount += 1) };
  const content = buildOrder();
  const created = await insist('probe', (call) => shop.merchant.create(content, call), { final: [201], ...options });
  const id = String(created.body['id']);
  record.orders.set(id, {
    id,
    externalId: content.external_id,
    shop: shop.index,
    isReadyAccepted: true,
    isCancelSent: false,
    isCancelAccepted: false,
    reported: [],
    confirmedMessageIds: [],
  });
  await insist('probe', (call) => shop.merchant.ready(id, call), { final: [200, 202], ...options });
  await shop.waitForWebhook(id, ({ body }) => body.event === 'delivery_requested', signal);
  return performance.now() - startedAt;
};

/** Lets the fault last. */
export const hold = (holdMs: number): Promise<void> => delay(holdMs);
