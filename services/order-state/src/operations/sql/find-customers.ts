import { arrayOf, type Queryable } from '@delivery/postgres';

export type CustomersOrder = { id: string; merchant_id: string; phone: string | null; is_final: boolean };

/** The next orders after `cursor`, in order of id, with the phone number that they were placed with, unless it is erased. */
export const walkOrders = async (client: Queryable, cursor: string, stepMax: number): Promise<CustomersOrder[]> => {
  const { rows } = await client.query<CustomersOrder>({
    name: 'walk_orders',
    text: `
      select id, merchant_id, content->'customer'->>'phone' as phone, final_at is not null as is_final
      from orders where id > $1 order by id limit $2`,
    values: [cursor, stepMax],
  });
  return rows;
};

/** Whether there is such an order, and whether it is final. */
export const readIsFinal = async (client: Queryable, orderId: string): Promise<boolean | undefined> => {
  const { rows } = await client.query<{ is_final: boolean }>(
    'select final_at is not null as is_final from orders where id = $1',
    [orderId],
  );
  return rows[0]?.is_final;
};

/** The next dead letters after `cursor`, in order of id, with their messages, unless these are erased. */
export const walkDeadLetters = async (
  client: Queryable,
  cursor: string,
  stepMax: number,
): Promise<{ id: string; body: Buffer }[]> => {
  const { rows } = await client.query<{ id: string; body: Buffer }>({
    name: 'walk_dead_letters',
    text: 'select id, body from dead_letters where id > $1 and erased_at is null order by id limit $2',
    values: [cursor, stepMax],
  });
  return rows;
};

/** As of `eraseOldDeadLetters`. */
export const eraseDeadLetters = async (client: Queryable, ids: readonly string[], now: Date): Promise<void> => {
  await client.query({
    name: 'erase_dead_letters',
    text: 'update dead_letters set body = uuid_send(id), erased_at = $2 where id = any($1)',
    values: [arrayOf('uuid', ids), now],
  });
};
