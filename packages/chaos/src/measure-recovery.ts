import { setTimeout as delay } from 'node:timers/promises';
import { buildOrder, pollUntil, type Product } from '@delivery/test-support';
import { insist } from './load/insist.js';
import type { OrderRecord, RoundRecord } from './record.js';
import type { Shop } from './shops/shop.js';

/** Milliseconds until a new order is accepted, made ready and its webhooks have arrived. @throws Error when aborted */
export const measureRecovery = async (shop: Shop, record: RoundRecord, signal: AbortSignal): Promise<number> => {
  const startedAt = performance.now();
  const options = { again: [429, 503], signal, onRetry: () => (record.retryCount += 1) };
  const content = buildOrder();
  const created = await insist('probe', (call) => shop.merchant.create(content, call), { final: [201], ...options });
  const id = String(created.body['id']);
  record.orders.set(id, {
    id,
    content,
    shop: shop.index,
    isReadyAccepted: true,
    isCancelSent: false,
    isCancelAccepted: false,
    reported: [],
  });
  await insist('probe', (call) => shop.merchant.ready(id, call), { final: [200, 202], ...options });
  await shop.waitForWebhook(id, ({ body }) => body.event === 'delivery_requested', signal);
  return performance.now() - startedAt;
};

/** Orders that are certainly owed a webhook: those whose ready was accepted, and for which no cancel was sent. */
export const listReady = (record: RoundRecord): readonly OrderRecord[] =>
  [...record.orders.values()].filter(({ isReadyAccepted, isCancelSent }) => isReadyAccepted && !isCancelSent);

/**
 * Milliseconds from when every `/readyz` answers 200 until the servers of the shops have the webhooks of these orders; 0
 * when they had them by then. @throws Error when aborted
 */
export const measureBacklog = async (
  product: Product,
  shops: readonly Shop[],
  orders: readonly OrderRecord[],
  signal: AbortSignal,
): Promise<number> => {
  const arrived = Promise.all(orders.map((order) => waitUntilPosted(shops, order, signal)));
  const [readyAt, arrivedAt] = await Promise.all([
    untilAllReady(product).then(() => performance.now()),
    arrived.then(() => performance.now()),
  ]);
  return Math.max(0, arrivedAt - readyAt);
};

const readyTimeoutMs = 80_000;

const untilAllReady = async ({ services }: Product): Promise<void> => {
  const running = services.filter((service) => service.isRunning());
  const isReady = async (url: string) => ((await fetch(`${url}/readyz`)).ok ? true : undefined);
  await Promise.all(
    running.map((service) =>
      pollUntil(`${service.name} ${service.replica} ready`, () => isReady(service.url()), readyTimeoutMs),
    ),
  );
};

const event = 'delivery_requested';

const waitUntilPosted = async (
  shops: readonly Shop[],
  { id, shop: index }: OrderRecord,
  signal: AbortSignal,
): Promise<void> => {
  const shop = shops.find((one) => one.index === index);
  if (!shop) throw new Error(`there is no shop ${index}`);
  const servers = shop.servers.filter(({ filter }) => filter?.includes(event) ?? true);
  const isPostedTo = (name: string) =>
    shop.waitForWebhook(id, (webhook) => webhook.endpoint === name && webhook.body.event === event, signal);
  await Promise.all(servers.map(({ name }) => isPostedTo(name)));
};

/** Lets the fault last. */
export const hold = (holdMs: number): Promise<void> => delay(holdMs);
