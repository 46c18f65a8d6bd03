import type { MerchantMode } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

/**
 * Makes the change of a merchant's tokens visible to the directory.
 * @returns what kind of merchant it is; `undefined`: there is no such merchant
 */
export const setMerchantVersion = async (
  client: Queryable,
  merchantId: string,
  version: number,
): Promise<MerchantMode | undefined> => {
  const { rows } = await client.query<{ mode: MerchantMode }>(
    'update merchants set version = $2 where id = $1 returning mode',
    [merchantId, version],
  );
  return rows[0]?.mode;
};
