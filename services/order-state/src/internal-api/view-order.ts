import type { ApiRoute } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { readMerchantId, readOrderId } from '../http/read-params.js';
import { whyNoOrderOf } from '../http/why-no-order.js';
import { readOrder } from '../orders/queries/read-orders.js';
import { renderOrder } from './render-order.js';

export const viewOrder =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const [merchantId, orderId] = [readMerchantId(request), readOrderId(request)];
    const row = await readOrder(deps.pool, merchantId, orderId);
    if (!row) throw await whyNoOrderOf(deps.pool, merchantId, orderId);
    return { status: 200, body: renderOrder(row) };
  };
