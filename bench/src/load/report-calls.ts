import type { Product } from '@delivery/test-support';
import type { CallLoad } from './call-load.js';

export const trackingUrlOf = (orderId: string) => ({ tracking_url: `https://track.example/${orderId}` });

/** Reports of couriers by calls of the operator API. @param what the last part of the path */
export const reportCalls = (
  product: Product,
  orderIds: readonly string[],
  what: 'status' | 'tracking-url',
  bodyOf: (orderId: string) => object,
): Omit<CallLoad, 'pace'> => ({
  port: Number(new URL(product.url('order-state')).port),
  authorization: `Bearer ${product.secrets.operatorToken}`,
  calls: orderIds.map((id) => ({ path: `/operator/v1/orders/${id}/${what}`, body: JSON.stringify(bodyOf(id)) })),
});
