import { insist } from '../load/insist.js';
import type { OrderRecord } from '../record.js';
import type { Shop } from '../shops/shop.js';

const patienceMs = 60_000;

/**
 * Sends the same create again, then the ready and the cancel that were accepted.
 * @throws Error if the order gets another id
 */
export const sendAgain = async (shops: readonly Shop[], order: OrderRecord): Promise<void> => {
  const merchant = shops.find(({ index }) => index === order.shop)?.merchant;
  if (!merchant) throw new Error(`there is no shop ${order.shop}`);
  const signal = AbortSignal.timeout(patienceMs);
  // 409: the order has gone another way since.
  const options = { final: [200, 201, 202, 409], again: [429, 503], signal, onRetry: () => undefined };
  const { body } = await insist('create again', (call) => merchant.create(order.content, call), options);
  if (body['id'] !== order.id) throw new Error(`${order.id}: was sent again, and is ${String(body['id'])}`);
  if (order.isReadyAccepted) await insist('ready again', (call) => merchant.ready(order.id, call), options);
  if (order.isCancelAccepted)
    await insist('cancel again', (call) => merchant.cancel(order.id, undefined, call), options);
};
