import pg from 'pg';

/** Purges an order as retention would: that sweep runs every ten minutes, and takes orders that are 90 days old. */
export const purgeOrder = async (databaseUrl: string, orderId: string, purgedOn: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'purge-order' });
  await client.connect();
  try {
    await client.query(
      `with gone as (delete from orders where id = $1 returning id, content_hash)
       insert into order_fingerprints (purged_on, id, content_hash)
       select $2, decode(id, 'hex'), substr(content_hash, 1, 14) from gone`,
      [orderId, purgedOn],
    );
  } finally {
    await client.end();
  }
};
