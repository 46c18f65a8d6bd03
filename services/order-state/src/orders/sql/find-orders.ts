import { deriveOrderId } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';
import type { OrderSummaryRow } from './read-order.js';

export type FoundOrderRow = OrderSummaryRow & { merchant_name: string };

/** Merchants whose order of that name is looked for in one statement. */
const merchantBatch = 1_000;

/**
 * Orders of all merchants by `external_id`, in the order of the merchants' ids. An order's id is derived from both, so each
 * merchant is one look at the primary key: an index on `external_id` would be paid for by every create.
 */
export const findOrders = async (
  client: Queryable,
  wanted: { externalId: string; afterMerchantId: string; rowMax: number },
): Promise<FoundOrderRow[]> => {
  const found: FoundOrderRow[] = [];
  let [afterId, isLast] = [wanted.afterMerchantId, false];
  while (!isLast && found.length < wanted.rowMax) {
    const merchantIds = await readMerchantIds(client, afterId);
    found.push(...(await findOrdersOf(client, merchantIds, wanted.externalId)));
    isLast = merchantIds.length < merchantBatch;
    afterId = merchantIds.at(-1) ?? afterId;
  }
  return found.slice(0, wanted.rowMax);
};

/** Every order that some merchant may have under that `external_id`, merchant by merchant, as ids alone. */
export async function* listIdsOf(client: Queryable, externalId: string): AsyncGenerator<string[]> {
  let afterId = '';
  for (;;) {
    const merchantIds = await readMerchantIds(client, afterId);
    yield merchantIds.map((merchantId) => deriveOrderId(merchantId, externalId));
    if (merchantIds.length < merchantBatch) return;
    afterId = merchantIds.at(-1) ?? afterId;
  }
}

const readMerchantIds = async (client: Queryable, afterId: string): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>('select id from merchants where id > $1 order by id limit $2', [
    afterId,
    merchantBatch,
  ]);
  return rows.map(({ id }) => id);
};

export const findOrdersOf = async (
  client: Queryable,
  merchantIds: readonly string[],
  externalId: string,
): Promise<FoundOrderRow[]> => {
  const orderIds = merchantIds.map((merchantId) => deriveOrderId(merchantId, externalId));
  const { rows } = await client.query<FoundOrderRow>(
    `select o.id, o.merchant_id, o.external_id, o.display_id, o.status, o.created_at, o.updated_at, m.name as merchant_name
     from orders o join merchants m on m.id = o.merchant_id
     where o.id = any($1) and o.external_id = $2 order by o.merchant_id`,
    [arrayOf('text', orderIds), externalId],
  );
  return rows;
};
