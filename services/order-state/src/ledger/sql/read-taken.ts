import { type Queryable, relation } from '@delivery/postgres';
import type { TakenDelivery } from '../rules/pulled-attempts.js';
import { lookByDelivery } from './history-days.js';
import { takenColumns, type TakenRow, toTakenDelivery } from './taken-row.js';

/** A delivery as a merchant names it: only what was taken from this endpoint of its own is found. */
export type NamedDelivery = { id: string; endpointId: string; merchantId: string };

const named = relation<NamedDelivery>({
  id: ['uuid', (delivery) => delivery.id],
  endpoint_id: ['uuid', (delivery) => delivery.endpointId],
  merchant_id: ['text', (delivery) => delivery.merchantId],
});

/**
 * Those of the named deliveries that were ever taken, settled or not. Nearly all are not: only what is not found there is looked
 * for in days.
 */
export const readTaken = async (client: Queryable, wanted: readonly NamedDelivery[]): Promise<TakenDelivery[]> => {
  const { rows } = await client.query<TakenRow>({
    name: 'read_taken',
    text: takenFrom('deliveries', 'true'),
    values: named.values(wanted),
  });
  const found = new Set(rows.map(({ id }) => id));
  const missing = wanted.filter(({ id }) => !found.has(id));
  if (missing.length === 0) return rows.map(toTakenDelivery);
  const missingIds = [...new Set(missing.map(({ id }) => id))];
  const settled = await lookByDelivery(missingIds, async (inDays) => {
    return (await client.query<TakenRow>(takenFrom('all_deliveries', inDays), named.values(missing))).rows;
  });
  return [...rows, ...settled].map(toTakenDelivery);
};

/** @param where a condition on `d` */
const takenFrom = (deliveries: string, where: string): string => `
  select ${takenColumns} from ${named.unnest(1)} as t (${named.columns}) join ${deliveries} d on d.id = t.id
  where ${where} and d.endpoint_id = t.endpoint_id and d.merchant_id = t.merchant_id and d.visible_until is not null`;
