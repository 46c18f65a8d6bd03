import pg from 'pg';

/**
 * A session that holds rows, as a person's does who went to lunch.
 * @param rows `table where …`
 * @returns how to let them go
 */
export const holdRows = async (
  databaseUrl: string,
  rows: string,
  values: readonly unknown[],
): Promise<() => Promise<void>> => {
  const holder = await begin(databaseUrl);
  await holder.query(`select 1 from ${rows} for update`, [...values]);
  return () => holder.end();
};

/** The same of a whole table. */
export const holdTable = async (databaseUrl: string, table: string): Promise<() => Promise<void>> => {
  const holder = await begin(databaseUrl);
  await holder.query(`lock table ${table}`);
  return () => holder.end();
};

/** Not of the service's pool, which lets no transaction stand. */
const begin = async (databaseUrl: string): Promise<pg.Client> => {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('begin');
  return holder;
};
