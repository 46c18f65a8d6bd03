import pg from 'pg';

/** Leaves of an order what retention leaves of it: its sweep comes every ten minutes, and takes what is 90 days old. */
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
