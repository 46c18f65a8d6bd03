import pg from 'pg';

/** Locks the row of the newest order in a transaction that stays open; resolves with how to end it. */
export const holdNewestOrder = async (url: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from orders order by created_at desc limit 1 for update');
  return () => client.end();
};
