import type { PatchMerchant } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

/** What is absent in the patch stays; a limit of `null` returns to the default. @returns whether there is such a merchant */
export const updateMerchant = async (
  client: Queryable,
  merchantId: string,
  patch: PatchMerchant,
  version: number,
): Promise<boolean> => {
  const { rowCount } = await client.query(
    `update merchants set version = $2, name = coalesce($3, name), status = coalesce($4, status),
       create_per_minute = case when $5 then $6 else create_per_minute end,
       other_per_minute = case when $7 then $8 else other_per_minute end
     where id = $1`,
    [
      merchantId,
      version,
      patch.name ?? null,
      patch.status ?? null,
      patch.create_per_minute !== undefined,
      patch.create_per_minute ?? null,
      patch.other_per_minute !== undefined,
      patch.other_per_minute ?? null,
    ],
  );
  return rowCount === 1;
};
