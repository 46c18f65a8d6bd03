import { type FoundOrder, orderIdSchema } from '@delivery/contracts';
import type { Pool } from '@delivery/postgres';
import { deliveryIdOf } from '../ledger/rules/ids.js';
import { findOrders, findOrdersOf, type FoundOrderRow } from './sql/find-orders.js';
import { findByDelivery, findByDisplayId, findById, findOwnByDisplayId } from './sql/search-orders.js';

export type FoundRow = FoundOrderRow & Pick<FoundOrder, 'found_by'>;

/**
 * Orders by whatever somebody has in hand, those that it names for certain first. Each way costs some looks into indexes;
 * `display_id` has none of its own, and is looked for among orders that are under way.
 */
export const searchOrders = async (pool: Pool, text: string, rowMax: number): Promise<FoundRow[]> => {
  const deliveryId = namedDelivery(text);
  const found = await Promise.all([
    by('id', orderIdSchema.safeParse(text).success ? findById(pool, text) : []),
    by('webhook_id', deliveryId === undefined ? [] : findByDelivery(pool, deliveryId)),
    by('external_id', findOrders(pool, { externalId: text, afterMerchantId: '', rowMax })),
    by('display_id', findByDisplayId(pool, text, rowMax)),
  ]);
  return withoutRepeats(found.flat());
};

/** The same among the orders of one merchant. */
export const searchOwnOrders = async (
  pool: Pool,
  merchantId: string,
  text: string,
  rowMax: number,
): Promise<FoundRow[]> => {
  const deliveryId = namedDelivery(text);
  const found = await Promise.all([
    by('id', orderIdSchema.safeParse(text).success ? findById(pool, text) : []),
    by('webhook_id', deliveryId === undefined ? [] : findByDelivery(pool, deliveryId)),
    by('external_id', findOrdersOf(pool, [merchantId], text)),
    by('display_id', findOwnByDisplayId(pool, merchantId, text, rowMax)),
  ]);
  return withoutRepeats(found.flat().filter(({ merchant_id }) => merchant_id === merchantId));
};

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
