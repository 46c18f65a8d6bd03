import type { ApiRoute } from '@delivery/http-edge';
import type { Pool } from '@delivery/postgres';
import { orderNotFound, readMerchantId, readOrderId } from '../http/read-params.js';
import { readOrder } from '../orders/sql/read-order.js';
import { renderOrder } from './render-order.js';

export const viewOrder =
  (deps: { pool: Pool }): ApiRoute['handle'] =>
  async (request) => {
    const row = await readOrder(deps.pool, readMerchantId(request), readOrderId(request));
    if (!row) throw orderNotFound();
    return { status: 200, body: renderOrder(row) };
  };
