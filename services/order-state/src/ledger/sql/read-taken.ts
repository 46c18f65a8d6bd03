import { type Queryable, relation } from '@delivery/postgres';
import type { TakenDelivery } from '../rules/pulled-attempts.js';
import { takenColumns, type TakenRow, toTakenDelivery } from './taken-row.js';

/** A delivery as a merchant names it: only what was taken from this endpoint of its own is found. */
export type NamedDelivery = { id: string; endpointId: string; merchantId: string };

const named = relation<NamedDelivery>({
  id: ['uuid', (delivery) => delivery.id],
  endpoint_id: ['uuid', (delivery) => delivery.endpointId],
  merchant_id: ['text', (delivery) => delivery.merchantId],
});

/** Those of the named deliveries that were ever taken, settled or not. */
export const readTaken = async (client: Queryable, wanted: readonly NamedDelivery[]): Promise<TakenDelivery[]> => {
  const { rows } = await client.query<TakenRow>({
    name: 'read_taken',
    text: `
      select ${takenColumns} from ${named.unnest(1)} as t (${named.columns}) join deliveries d using (id)
      where d.endpoint_id = t.endpoint_id and d.merchant_id = t.merchant_id and d.visible_until is not null`,
    values: named.values(wanted),
  });
  return rows.map(toTakenDelivery);
};
