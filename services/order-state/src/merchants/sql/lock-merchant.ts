import type { Queryable } from '@delivery/postgres';

/**
 * Locks the merchant for counting what it has (endpoints, tokens) before adding one: who comes second sees the first's.
 * `no key`: the foreign keys of what is added do not wait for it. @returns whether there is such a merchant
 */
export const lockMerchant = async (client: Queryable, merchantId: string): Promise<boolean> => {
  const { rowCount } = await client.query('select 1 from merchants where id = $1 for no key update', [merchantId]);
  return rowCount === 1;
};
