import type { Queryable } from '@delivery/postgres';

export type NewMerchant = { id: string; name: string; platformId: string; version: number };

export const insertMerchant = async (client: Queryable, merchant: NewMerchant): Promise<void> => {
  await client.query('insert into merchants (id, name, platform_id, version) values ($1, $2, $3, $4)', [
    merchant.id,
    merchant.name,
    merchant.platformId,
    merchant.version,
  ]);
};
