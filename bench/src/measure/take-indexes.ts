import type pg from 'pg';

/**
 * Drops every index of these tables, those of keys too: rows are then loaded in a fraction of the time, and each index is
 * built by one sort. Tables in partitions keep theirs. @returns how to make them again
 */
export const takeIndexes = async (client: pg.Client, tables: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query<{ take: string; give: string }>(
    `select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
                 else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as take,
            case when c.oid is null then pg_get_indexdef(i.indexrelid)
                 else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
            end as give
     from pg_index i join pg_class t on t.oid = i.indrelid
     left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
     where i.indrelid = any($1::regclass[]) and t.relkind = 'r'`,
    [tables],
  );
  for (const { take } of rows) await client.query(take);
  return rows.map(({ give }) => give);
};
