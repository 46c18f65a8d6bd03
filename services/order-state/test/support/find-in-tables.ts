import { type Queryable, queryValues } from '@delivery/postgres';

/** `table: row` of every row in the database that contains one of these words; bytes are written in hexadecimal. */
export const findInTables = async (pool: Queryable, words: readonly string[]): Promise<string[]> => {
  const tables = await queryValues<string>(
    pool,
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  if (tables.length < 10) throw new Error('the tables are missing');
  const canaries = words.flatMap((word) => [word, Buffer.from(word).toString('hex')]);
  const found = await Promise.all(
    tables.map(async (name) => {
      const rows = await queryValues<string>(pool, `select t::text from "${name}" t`);
      return rows.filter((row) => canaries.some((canary) => row.includes(canary))).map((row) => `${name}: ${row}`);
    }),
  );
  return found.flat();
};
