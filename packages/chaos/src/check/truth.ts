import type { Timeline } from '@delivery/contracts';
import type { Product } from '@delivery/test-support';
import type { OrderRecord } from '../record.js';
import type { Shop } from '../shops/shop.js';

/** The system's own view of an order when all is quiet. */
export type OrderTruth = {
  /** The status of the merchant's own GET. */
  getStatus: number;
  externalId: string | undefined;
  /** None: the operator API does not know the order either. */
  timeline: Timeline | undefined;
};

const readersMax = 8;

export const readTruths = async (
  product: Product,
  shops: readonly Shop[],
  orders: readonly OrderRecord[],
): Promise<Map<string, OrderTruth>> => {
  const truths = new Map<string, OrderTruth>();
  const pending = [...orders];
  const readNext = async (): Promise<void> => {
    for (let order = pending.pop(); order; order = pending.pop()) {
      truths.set(order.id, await readTruth(product, shops, order));
    }
  };
  await Promise.all(Array.from({ length: readersMax }, readNext));
  return truths;
};

const readTruth = async (product: Product, shops: readonly Shop[], order: OrderRecord): Promise<OrderTruth> => {
  const shop = shops.find(({ index }) => index === order.shop);
  if (!shop) throw new Error(`there is no shop ${order.shop}`);
  const { status, body } = await shop.merchant.get(order.id);
  const externalId = body['external_id'];
  return {
    getStatus: status,
    externalId: typeof externalId === 'string' ? externalId : undefined,
    timeline: status === 404 ? undefined : await product.operator.timeline(order.id),
  };
};
