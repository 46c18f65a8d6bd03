import pg from 'pg';

/**
 * A session that holds rows, as one does that was left open in a psql terminal.
 * @param rows `table where …`
 * @returns how to let them go
 */
export const holdRows = async (
  databaseUrl: string,
  rows: string,
  values: readonly unknown[],
): Promise<() => Promise<void>> => {
  const holder = await openTransaction(databaseUrl);
  await holder.query(`select 1 from ${rows} for update`, [...values]);
  return () => holder.end();
};

/** Locks a whole table. */
export const holdTable = async (databaseUrl: string, table: string): Promise<() => Promise<void>> => {
  const holder = await openTransaction(databaseUrl);
  await holder.query(`lock table ${table}`);
  return () => holder.end();
};

/**
 * A transaction that stays open until its `commit`, or is undone by its `end`. It has a connection of its own, because
 * the service's pool ends idle transactions.
 */
export const openTransaction = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A test that failed may leave it to the end of its database.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  return Object.assign(client, { isTransaction: true as const });
};
