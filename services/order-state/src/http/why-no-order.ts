import { isOwnOrderId } from '@delivery/contracts';
import { ProblemError } from '@delivery/http-edge';
import type { Queryable } from '@delivery/postgres';
import { readGoneOrders } from '../orders/queries/read-orders.js';
import { describeGone } from '../orders/rules/gone-order.js';
import { orderNotFound } from './read-params.js';

/** Asked when an order is not there: retention took it, and it is said since when, or there never was one. */
export const whyNoOrder = async (client: Queryable, orderId: string): Promise<ProblemError> => {
  const gone = (await readGoneOrders(client, [orderId])).get(orderId);
  return gone ? new ProblemError('order_gone', describeGone(gone)) : orderNotFound();
};

/** The same for a merchant, who is told nothing of other merchants' orders. */
export const whyNoOrderOf = async (client: Queryable, merchantId: string, orderId: string): Promise<ProblemError> =>
  isOwnOrderId(merchantId, orderId) ? whyNoOrder(client, orderId) : orderNotFound();
