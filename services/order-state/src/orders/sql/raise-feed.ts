import type { Queryable } from '@delivery/postgres';

/**
 * After a restore into another cluster, transaction ids and with them the feed's positions would start anew.
 * @returns whether that was so, and was mended
 */
export const raiseFeedIfBack = async (client: Queryable): Promise<boolean> => {
  const { rows } = await client.query<{ raised: boolean }>('select raise_feed_if_back() as raised');
  return rows[0]?.raised === true;
};
