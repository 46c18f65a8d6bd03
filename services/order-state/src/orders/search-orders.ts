import {
  deriveOrderId,
  type FoundOrder,
  isOwnOrderId,
  type OperatorOrder,
  orderIdSchema,
  type OrderListEntry,
  type SearchResult,
} from '@delivery/contracts';
import { awaitAll, type Pool, type Queryable, type RowOf } from '@delivery/postgres';
import { deliveryIdOf } from '../ledger/rules/deliveries.js';
import {
  findByDelivery,
  findByDisplayId,
  findById,
  findByPhone,
  findOrders,
  findOrdersOf,
  findOwnByDisplayId,
  type FoundOrderRow,
  listIdsOf,
  type OrderSummaryRow,
  readPurgedOrders,
} from './queries/read-orders.js';
import { toOrderTimes } from './queries/timers.js';
import type { PurgedOrder } from './rules/order.js';
import { type PhoneHasher, readPhone } from './rules/phones.js';

export type FoundRow = FoundOrderRow & Pick<FoundOrder, 'found_by'>;

/**
 * Orders by an order's id, a webhook's id, an `external_id`, a `display_id` or their customer's whole phone number,
 * those that the text names for certain first. Each way costs some looks into indexes.
 * @param hashPhone `undefined`: the caller may not know whose number it is
 */
export const searchOrders = async (
  pool: Pool,
  text: string,
  { rowMax, hashPhone }: { rowMax: number; hashPhone: PhoneHasher | undefined },
): Promise<FoundRow[]> => {
  const deliveryId = namedDelivery(text);
  const phone = readPhone(text);
  const found = await Promise.all([
    by('id', orderIdSchema.safeParse(text).success ? findById(pool, text) : []),
    by('webhook_id', deliveryId === undefined ? [] : findByDelivery(pool, deliveryId, null)),
    by('external_id', findOrders(pool, { externalId: text, afterMerchantId: '', rowMax })),
    by('display_id', findByDisplayId(pool, text, rowMax)),
    by('phone', hashPhone && phone?.by === 'number' ? findByPhone(pool, hashPhone, { asked: phone }) : []),
  ]);
  return withoutRepeats(found.flat());
};

/** Searches the orders of one merchant, where the last four digits of a phone number suffice. */
export const searchOwnOrders = async (
  client: Queryable,
  merchantId: string,
  text: string,
  { rowMax, hashPhone }: { rowMax: number; hashPhone: PhoneHasher | undefined },
): Promise<FoundRow[]> => {
  const deliveryId = namedDelivery(text);
  const phone = readPhone(text);
  const found = await awaitAll({
    byId: by('id', orderIdSchema.safeParse(text).success ? findById(client, text) : []),
    byWebhookId: by('webhook_id', deliveryId === undefined ? [] : findByDelivery(client, deliveryId, merchantId)),
    byExternalId: by('external_id', findOrdersOf(client, [merchantId], text)),
    byDisplayId: by('display_id', findOwnByDisplayId(client, merchantId, text, rowMax)),
    byPhone: by('phone', hashPhone && phone ? findByPhone(client, hashPhone, { asked: phone, merchantId }) : []),
  });
  const own = Object.values(found)
    .flat()
    .filter(({ merchant_id }) => merchant_id === merchantId);
  return withoutRepeats(own);
};

/** Purged orders that the text may name by `id` or `external_id`. Asked where nothing was found. */
export const searchPurgedOrders = async (pool: Pool, text: string, purgedMax: number): Promise<PurgedOrder[]> => {
  const gone = [...(await readPurgedOrders(pool, idsIn(text))).values()];
  for await (const orderIds of listIdsOf(pool, text)) {
    gone.push(...(await readPurgedOrders(pool, orderIds)).values());
    if (gone.length >= purgedMax) break;
  }
  return gone.slice(0, purgedMax);
};

/** Searches the orders of one merchant. */
export const searchOwnPurgedOrders = async (
  client: Queryable,
  merchantId: string,
  text: string,
): Promise<PurgedOrder[]> => {
  const named = idsIn(text).filter((id) => isOwnOrderId(merchantId, id));
  return [...(await readPurgedOrders(client, [...named, deriveOrderId(merchantId, text)])).values()];
};

const idsIn = (text: string): string[] => (orderIdSchema.safeParse(text).success ? [text] : []);

/** By a webhook's id, or by the delivery's own. */
const namedDelivery = (text: string): string | undefined =>
  deliveryIdOf(text) ?? (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(text) ? text : undefined);

const withoutRepeats = (rows: readonly FoundRow[]): FoundRow[] => {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
};

const by = async (
  found_by: FoundOrder['found_by'],
  rows: FoundOrderRow[] | Promise<FoundOrderRow[]>,
): Promise<FoundRow[]> => (await rows).map((row) => ({ ...row, found_by }));

/** An order as the operator's search shows it. */
export const toPurgedEntry = ({ id, purgedOn }: PurgedOrder): SearchResult['purged'][number] => ({
  id,
  purged_on: purgedOn,
});

/** An order as its merchant sees it in a list. */
export const toListEntry = (row: OrderSummaryRow): RowOf<OrderListEntry> => ({
  id: row.id,
  external_id: row.external_id,
  display_id: row.display_id,
  status: row.status,
  updated_at: row.updated_at,
  created_at: row.created_at,
  ...toOrderTimes(row),
});

/** An order as it is found among all merchants'. */
export const toOperatorOrder = (row: FoundOrderRow): RowOf<OperatorOrder> => ({
  ...toListEntry(row),
  merchant_id: row.merchant_id,
  merchant_name: row.merchant_name,
});
