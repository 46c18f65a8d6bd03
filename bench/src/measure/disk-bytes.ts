import type pg from 'pg';

/** Disk space of a table with its partitions and TOAST. `bytes` includes the indexes; an index counts once for all partitions. */
export type TableDisk = { table: string; bytes: number; indexes: { name: string; bytes: number }[] };

/** The disk that each table of a database takes, partitions counted with their table, the largest first. */
export const readDisk = async (client: pg.Client): Promise<TableDisk[]> => {
  const { rows } = await client.query<TableDisk>(`
    select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as table,
           sum(pg_total_relation_size(c.oid))::float8 as bytes,
           coalesce((
             select json_agg(json_build_object('name', i.name, 'bytes', i.bytes)) from (
               select regexp_replace(coalesce(pg_partition_root(x.indexrelid), x.indexrelid)::regclass::text, '_\\d{8}_', '_<day>_') as name,
                      sum(pg_relation_size(x.indexrelid)) as bytes
               from pg_index x where x.indrelid = any(array_agg(c.oid)) group by 1 order by 2 desc) i
           ), '[]') as indexes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public' group by 1 order by 2 desc`);
  return rows;
};

export const totalBytes = (disk: readonly TableDisk[]): number => disk.reduce((sum, { bytes }) => sum + bytes, 0);

/** Vacuums every table, as autovacuum would. */
export const vacuumTables = async (client: pg.Client, options = ''): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where schemaname = 'public'`,
  );
  for (const { name } of rows) await client.query(`vacuum ${options} ${name}`);
};
