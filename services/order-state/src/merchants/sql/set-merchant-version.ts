import type { Queryable } from '@delivery/postgres';

/** Makes the change of a merchant's tokens visible to the directory. @returns whether there is such a merchant */
export const setMerchantVersion = async (client: Queryable, merchantId: string, version: number): Promise<boolean> => {
  const { rowCount } = await client.query('update merchants set version = $2 where id = $1', [merchantId, version]);
  return rowCount === 1;
};
