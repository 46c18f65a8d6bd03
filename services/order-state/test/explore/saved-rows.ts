import { type Queryable, queryValues } from '@delivery/postgres';

/** Tables that come with the schema and do not change; of days the partitions themselves would have to come back. */
const leftAlone = ['schema_migrations', 'partition_days'];

/**
 * Keeps all rows as they are now.
 * @returns puts them back, as often as it is called: a database of its own for each schedule would cost a hundred times as much
 */
export const saveRows = async (client: Queryable, name: string): Promise<() => Promise<void>> => {
  const tables = await queryValues<string>(
    client,
    `select relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all($1) order by relname`,
    [leftAlone],
  );
  await client.query(`create schema ${name}`);
  await client.query(`create table ${name}.partition_days as select * from partition_days`);
  const restored: string[] = [];
  for (const table of tables) {
    const columns = await queryValues<string>(
      client,
      `select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    await client.query(`create table ${name}.${table} as select ${columns[0]} from ${table}`);
    restored.push(`
      delete from ${table};
      insert into ${table} (${columns[0]}) overriding system value select ${columns[0]} from ${name}.${table} order by ctid desc;`);
  }
  // As a replica no trigger counts rows, and no key is checked between two tables. The last rows come first: what relies on the place of
  // rows shows itself.
  await client.query(`
    create function ${name}.restore() returns void language plpgsql set session_replication_role = replica as $$
    begin
      perform create_day_partitions(day) from ${name}.partition_days where day not in (select day from partition_days);
      ${restored.join('')}
    end $$`);
  return async () => {
    await client.query({ name: `restore_${name}`, text: `select ${name}.restore()`, values: [] });
  };
};
