import type { Queryable } from '@delivery/postgres';

export type CustomerRow = {
  /** As it was submitted. */
  content: unknown;
  /** JSON text as the merchant sent it. */
  external_data: string;
  erased_at: Date | null;
};

/** Of any merchant's order. */
export const readCustomer = async (client: Queryable, orderId: string): Promise<CustomerRow | undefined> => {
  const { rows } = await client.query<CustomerRow>({
    name: 'read_customer',
    text: 'select content, external_data::text as external_data, erased_at from orders where id = $1',
    values: [orderId],
  });
  return rows[0];
};
