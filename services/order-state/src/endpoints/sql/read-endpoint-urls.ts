import type { Queryable } from '@delivery/postgres';

export const readEndpointUrls = async (
  client: Queryable,
  merchantId: string,
): Promise<{ id: string; url: string | null }[]> => {
  const { rows } = await client.query<{ id: string; url: string | null }>(
    `select id, url from endpoints where merchant_id = $1 and status <> 'deleted'`,
    [merchantId],
  );
  return rows;
};
