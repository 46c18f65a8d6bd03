import pg from 'pg';
import { takeIndexes } from './take-indexes.js';

export type Years = {
  orders: number;
  /** The orders are created evenly over as many days, until now. */
  days: number;
  /** Older ones are as they are after their customer's data was erased. */
  erasedAfterDays: number;
};

/**
 * Fills the ledger with years of history: copies each of the few real orders in the database many times, with its own ids
 * and times. Calls `eraseThem` in between, so that old orders look as the product leaves them. Reads the columns from the
 * catalog; knows by name only `orders`, the references to orders and deliveries, and the columns that must differ.
 * Nothing else may use the database meanwhile. Writes day by day, oldest first, like real traffic; the triggers count.
 * @returns how many deliveries there are now
 */
export const cloneOrders = async (
  databaseUrl: string,
  years: Years,
  eraseThem: () => Promise<unknown>,
  log: (line: string) => void,
): Promise<number> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench' });
  await client.connect();
  try {
    // Loading is not measured.
    await client.query('set synchronous_commit = off');
    await client.query(`set maintenance_work_mem = '512MB'`);
    // A merge would ask for the orders in another order than theirs.
    await client.query('set enable_mergejoin = off');
    const tables = await findTables(client);
    await keepTemplates(client, tables, eraseThem);
    await planClones(client, years);
    const indexes = await takeIndexes(
      client,
      tables.map(({ table }) => table),
    );
    await insertClones(client, tables, years.days, log);
    log(`years: ${indexes.length} indexes are built`);
    for (const definition of indexes) await client.query(definition);
    await client.query('drop schema bench cascade');
    for (const { table } of tables) await client.query(`vacuum analyze ${table}`);
    return await countMatched(client);
  } finally {
    await client.end();
  }
};

type Column = { name: string; type: string };
type Table = { table: string; columns: Column[]; orderId: string };

/** Orders, and the tables whose rows belong to one: by its order or by its delivery. */
const findTables = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<{ table: string; columns: Column[] }>(`
    select c.relname as table,
           json_agg(json_build_object('name', quote_ident(a.attname), 'type', a.atttypid::regtype::text) order by a.attnum)
             filter (where a.attgenerated = '' and a.attidentity = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid, c.relname
    having c.relname = 'orders' or bool_or(a.attname in ('order_id', 'delivery_id'))
    order by c.relname = 'orders' desc, c.relname`);
  return rows.map(({ table, columns }) => ({ table, columns, orderId: orderIdOf(table, columns) }));
};

/** The order of a row `t`. */
const orderIdOf = (table: string, columns: readonly Column[]): string => {
  if (table === 'orders') return 't.id';
  if (columns.some(({ name }) => name === 'order_id')) return 't.order_id';
  return '(select d.order_id from all_webhook_deliveries d where d.id = t.delivery_id)';
};

/** Each table's rows as they are, and as they are when the orders have been erased. */
const keepTemplates = async (client: pg.Client, tables: readonly Table[], eraseThem: () => Promise<unknown>) => {
  await client.query('create schema bench');
  await client.query(`
    create table bench.templates as
    select row_number() over (order by id) - 1 as slot, id, merchant_id, external_id, created_at from orders`);
  for (const { table } of tables)
    await client.query(
      `create table bench.${table} as select 0::bigint as slot, false as erased, t.* from ${table} t limit 0`,
    );
  const keep = async (erased: boolean) => {
    for (const { table, orderId } of tables)
      await client.query(
        `insert into bench.${table}
         select o.slot, $1, t.* from ${table} t join bench.templates o on o.id = ${orderId}`,
        [erased],
      );
  };
  await keep(false);
  await eraseThem();
  await keep(true);
  for (const { table } of tables) await client.query(`analyze bench.${table}`);
};

/** Which order is whose copy, with ids as the product derives them from merchant and external id. */
const planClones = async (client: pg.Client, { orders, days, erasedAfterDays }: Years): Promise<void> => {
  await client.query(
    `create unlogged table bench.clones as
     select n, slot, day, day < $2::int - $3::int as erased, at - created_at as shift, template_id, template_external_id,
            (at at time zone 'utc')::date as partition_day, external_id,
            encode(own || substring(sha256(merchant || '\\x00' || own) for 3), 'hex') as order_id
     from (
       select n, o.slot, o.created_at, o.id as template_id, o.external_id as template_external_id, id.external_id,
              (n - 1) * $2::int / $1::int as day, now() - $2::int * interval '1 day' * (1 - n / ($1 + 1.0)::float8) as at,
              convert_to(o.merchant_id, 'UTF8') as merchant,
              substring(sha256(convert_to(o.merchant_id, 'UTF8') || '\\x00' || convert_to(id.external_id, 'UTF8')) for 9) as own
       from generate_series(1, $1::bigint) n
       join bench.templates o on o.slot = n % (select count(*) from bench.templates)
       cross join lateral (select md5('order ' || n)::uuid::text as external_id) id
     ) planned order by n`,
    [orders, days, erasedAfterDays],
  );
  await client.query('create index on bench.clones (day, n)');
  await client.query('analyze bench.clones');
  await client.query(`
    create function bench.uuid_of(original uuid, n bigint, shift interval) returns uuid immutable return
      encode(substring(int8send(('x' || left(replace(original::text, '-', ''), 12))::bit(48)::bigint
                                + (extract(epoch from shift) * 1000)::bigint) from 3)
             || substring(decode(md5(n::text || original::text), 'hex') from 7), 'hex')::uuid`);
};

const insertClones = async (
  client: pg.Client,
  tables: readonly Table[],
  days: number,
  log: (line: string) => void,
): Promise<void> => {
  // Positions of clones lie before every position from now on.
  await client.query('select bump_feed_offset()');
  await client.query(
    'select create_day_partitions(partition_day) from (select distinct partition_day from bench.clones) made',
  );
  for (let day = 0; day < days; day += 1) {
    for (const { table, columns } of tables) {
      const { rowCount } = await client.query(
        `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
         select ${columns.map((column) => cloneOf(table, column)).join(', ')}
         from (select * from bench.clones where day = $1 order by n) c
         join bench.${table} t on t.slot = c.slot and t.erased = c.erased`,
        [day],
      );
      if (table === 'all_webhook_deliveries')
        await client.query(
          `insert into ledger_counts as c values (-1, 'matched', $1)
           on conflict (slot, name) do update set n = c.n + excluded.n`,
          [rowCount],
        );
    }
    log(`years: day ${day + 1} of ${days} is filled`);
  }
};

/** A column of the clone: of row `t`, for order `c`. */
const cloneOf = (table: string, { name, type }: Column): string => {
  const column = `t.${name}`;
  if (name === 'order_id' || (table === 'orders' && name === 'id')) return 'c.order_id';
  if (['partition_day', 'event_day', 'last_event_day'].includes(name)) return 'c.partition_day';
  if (name === 'position' || name === '"position"') return 'c.n';
  if (name === 'webhook_id') return `'msg_' || encode(uuid_send(bench.uuid_of(t.id, c.n, c.shift)), 'hex')`;
  if (type === 'uuid') return ['id', 'delivery_id'].includes(name) ? `bench.uuid_of(${column}, c.n, c.shift)` : column;
  if (name === 'id') return `gen_random_uuid()::text`;
  if (type === 'timestamp with time zone') return `${column} + c.shift`;
  if (!['text', 'json', 'jsonb'].includes(type)) return column;
  return `replace(replace(${column}::text, c.template_id, c.order_id), c.template_external_id, c.external_id)::${type}`;
};

const countMatched = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ count: string }>('select count(*) from all_webhook_deliveries');
  return Number(rows[0]?.count ?? 0);
};
