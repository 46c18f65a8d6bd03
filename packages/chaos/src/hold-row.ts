import pg from 'pg';

/** Locks the row that `select … for update` finds, in a transaction that stays open; resolves with how to end it. */
export const holdRow = async (url: string, select: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(select);
  return () => client.end();
};
