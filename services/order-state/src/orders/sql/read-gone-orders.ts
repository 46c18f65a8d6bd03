import { arrayOf, type Queryable } from '@delivery/postgres';
import type { GoneOrder } from '../rules/gone-order.js';

/** Those of the orders that retention took, by id. */
export const readGoneOrders = async (
  client: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, GoneOrder>> => {
  if (orderIds.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; gone_on: string; content_hash: Buffer }>({
    name: 'read_gone_orders',
    text: `
      select t.id, to_char(f.gone_on, 'YYYY-MM-DD') as gone_on, f.content_hash
      from unnest($1::text[]) as t (id) join order_fingerprints f on f.id = decode(t.id, 'hex')`,
    values: [arrayOf('text', orderIds)],
  });
  return new Map(rows.map(({ id, gone_on: goneOn, content_hash: contentHash }) => [id, { id, goneOn, contentHash }]));
};
