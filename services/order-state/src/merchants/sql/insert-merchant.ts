import type { MerchantMode } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

export type NewMerchant = { id: string; name: string; platformId: string; mode: MerchantMode; version: number };

export const insertMerchant = async (client: Queryable, merchant: NewMerchant): Promise<void> => {
  await client.query('insert into merchants (id, name, platform_id, mode, version) values ($1, $2, $3, $4, $5)', [
    merchant.id,
    merchant.name,
    merchant.platformId,
    merchant.mode,
    merchant.version,
  ]);
};
