import { type OrderContent, orderContentSchema } from '@delivery/contracts';
import { arrayOf, type Queryable } from '@delivery/postgres';

/** By order id. An order whose customer's data was erased has none. */
export const readContents = async (
  client: Queryable,
  orderIds: readonly string[],
): Promise<Map<string, OrderContent>> => {
  const { rows } = await client.query<{ id: string; content: unknown }>({
    name: 'read_contents',
    text: 'select id, content from orders where id = any($1) and content is not null',
    values: [arrayOf('text', orderIds)],
  });
  return new Map(rows.map(({ id, content }) => [id, orderContentSchema.parse(content)]));
};
