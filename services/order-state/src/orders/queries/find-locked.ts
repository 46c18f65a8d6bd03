import { arrayOf, type Queryable } from '@delivery/postgres';

/** A table of which rows are locked here, the key that they are found by, and its type. */
const tables = {
  orders: ['id', 'text'],
  deliveries: ['id', 'uuid'],
  endpoints: ['id', 'uuid'],
  endpoint_windows: ['endpoint_id', 'uuid'],
} as const;

/**
 * Which of these rows another transaction holds at this moment. Nothing is waited for, and free rows are locked until the
 * caller's transaction ends: it should do nothing else.
 */
export const findLocked = async (
  client: Queryable,
  table: keyof typeof tables,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const [key, type] = tables[table];
  const { rows } = await client.query<{ key: string }>({
    name: `find_locked_${table}`,
    text: `
      with free as materialized (
        select ${key} from ${table} where ${key} = any($1) for no key update skip locked
      )
      select ${key} as key from ${table} where ${key} = any($1) and ${key} <> all(array(select ${key} from free))`,
    values: [arrayOf(type, keys)],
  });
  return new Set(rows.map((row) => row.key));
};
