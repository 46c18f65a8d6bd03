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
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select 1 from ${rows} for update`, [...values]);
  return () => holder.end();
};
