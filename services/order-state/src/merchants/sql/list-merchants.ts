import type { MerchantMode } from '@delivery/contracts';
import type { Queryable } from '@delivery/postgres';

export type MerchantRow = {
  id: string;
  name: string;
  mode: MerchantMode;
  platform_id: string;
  platform_name: string;
  status: 'active' | 'disabled';
  create_per_minute: number | null;
  other_per_minute: number | null;
  created_at: Date;
  /** Active ones, oldest first. */
  tokens: { id: string; created_at: string }[];
};

const merchantColumns = `
  m.id, m.name, m.mode, m.platform_id, p.name as platform_name, m.status, m.create_per_minute, m.other_per_minute,
  m.created_at,
  coalesce((select json_agg(json_build_object('id', t.id, 'created_at', t.created_at) order by t.created_at, t.id)
            from merchant_tokens t where t.merchant_id = m.id and t.revoked_at is null), '[]') as tokens`;

/** In id order, which is random but stays right while merchants are added. */
export const listMerchants = async (
  client: Queryable,
  page: { afterId: string; rowMax: number },
): Promise<MerchantRow[]> => {
  const { rows } = await client.query<MerchantRow>(
    `select ${merchantColumns} from merchants m join platforms p on p.id = m.platform_id
     where m.id > $1 order by m.id limit $2`,
    [page.afterId, page.rowMax],
  );
  return rows;
};

export const readMerchant = async (client: Queryable, merchantId: string): Promise<MerchantRow | undefined> => {
  const { rows } = await client.query<MerchantRow>(
    `select ${merchantColumns} from merchants m join platforms p on p.id = m.platform_id where m.id = $1`,
    [merchantId],
  );
  return rows[0];
};
