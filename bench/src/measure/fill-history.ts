import pg from 'pg';
import { takeIndexes } from './take-indexes.js';

export type History = { orders: number; settled: number; waiting: number };

/**
 * Years of business in minutes: orders with their commands, settled deliveries with their attempts, and deliveries that
 * wait for a retry in some hours. Written by SQL, oldest first as life would have, with the counts that the audit
 * compares. Indexes are built afterwards, and the counting triggers are replaced by their sum.
 */
export const fillHistory = async (
  databaseUrl: string,
  endpoint: { id: string; merchantId: string },
  history: History,
): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { orders, settled, waiting } = history;
  try {
    // Loading is not measured: nothing else uses this database yet.
    await client.query('set synchronous_commit = off');
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const table of counting) await client.query(`alter table ${table} disable trigger user`);
    const indexes = await takeIndexes(client, ['orders', 'webhook_deliveries']);
    await client.query(daysSql);
    await client.query(ordersSql, [endpoint.merchantId, orders]);
    await client.query(commandsSql, [orders]);
    await client.query(deliveriesSql, [endpoint.id, endpoint.merchantId, 'delivered', settled, orders]);
    await client.query(attemptsSql);
    await client.query(deliveriesSql, [endpoint.id, endpoint.merchantId, 'waiting', waiting, orders]);
    for (const definition of indexes) await client.query(definition);
    for (const table of counting) await client.query(`alter table ${table} enable trigger user`);
    await client.query(
      `insert into ledger_counts as c values (-1, 'matched', $1), (-1, 'delivered', $2)
       on conflict (slot, name) do update set n = c.n + excluded.n`,
      [settled + waiting, settled],
    );
    for (const table of tables) await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
};

const tables = ['orders', 'all_commands', 'all_webhook_deliveries', 'all_attempts'];
const counting = ['webhook_deliveries', 'all_webhook_deliveries'];

const daysSql = `select create_day_partitions((now() at time zone 'utc')::date - n) from generate_series(0, 31) n`;

/** Over the last 30 days, in order. */
const momentSql = (count: string): string => `now() - interval '30 days' * (1 - n / (${count}::float8 + 1))`;

const ordersSql = `
  insert into orders (id, merchant_id, external_id, display_id, status, content, external_data, content_hash,
                      last_sequence, created_at, updated_at, final_at, lane_ends, partition_day)
  select lpad(to_hex(n), 24, '0'), $1, n::text, '1', 'delivered', '{}', '{}', sha256(n::text::bytea), 7,
         at, now(), now(), '{}', partition_day_at(at)
  from generate_series(1, $2::int) n, lateral (select ${momentSql('$2')} as at) moment`;

const commandsSql = `
  insert into all_commands (id, order_id, type, outcome, after_sequence, occurred_at, decided_at, partition_day)
  select gen_random_uuid()::text, id, 'order.submitted', 'applied', 0, now(), now(), partition_day
  from orders where id between lpad(to_hex(1), 24, '0') and lpad(to_hex($1::int), 24, '0')`;

/**
 * Ids as UUIDv7: the time, then noise. Sequences go round the orders, so that (order, endpoint, sequence) is unique;
 * waiting ones follow the settled ones.
 */
const deliveriesSql = `
  insert into all_webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state,
                              gate_open, not_before, attempt_count, generation, created_at, settled_at, partition_day)
  select encode(substring(int8send((extract(epoch from at) * 1000)::bigint) from 3)
                  || substring(uuid_send(gen_random_uuid()) from 7), 'hex')::uuid,
         lpad(to_hex(1 + (n % $5::int)), 24, '0'), $1::uuid, $2,
         (case $3 when 'waiting' then 1000 else 1 end) + n / $5::int, 0, 'status_changed', 'msg_' || n, $3,
         true, now() + (case $3 when 'waiting' then interval '2 hours' + interval '4 hours' * random() else interval '0' end),
         1, 1, at, case $3 when 'waiting' then null else now() end,
         case $3 when 'waiting' then 'epoch' else (
           select partition_day from orders where id = lpad(to_hex(1 + (n % $5::int)), 24, '0')) end
  from (select n, ${momentSql('$4')} as at from generate_series(1, $4::int) n) moments`;

const attemptsSql = `
  insert into all_attempts (delivery_id, generation, attempt, at, duration_ms, status_code, partition_day)
  select d.id, 1, 1, d.created_at, 20, 200, o.partition_day from all_webhook_deliveries d join orders o on o.id = d.order_id`;
