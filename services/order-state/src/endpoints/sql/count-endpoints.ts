import type { Queryable } from '@delivery/postgres';

/** Those that are not deleted. */
export const countEndpoints = async (client: Queryable): Promise<number> => {
  const { rows } = await client.query<{ n: number }>({
    name: 'count_endpoints',
    text: `select count(*)::int as n from endpoints where status <> 'deleted'`,
  });
  return rows[0]?.n ?? 0;
};
