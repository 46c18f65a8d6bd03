import pg from 'pg';

export type History = { orders: number; settled: number; waiting: number };

/**
 * Years of business in seconds: orders, their settled deliveries and attempts, and deliveries that wait for a retry in
 * some hours. Written by SQL, with the counts that the audit compares.
 */
export const fillHistory = async (
  databaseUrl: string,
  endpoint: { id: string; merchantId: string },
  history: History,
): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Loading is not what is measured: nothing else uses this database yet.
    await client.query('set synchronous_commit = off');
    await client.query(ordersSql, [endpoint.merchantId, history.orders]);
    await client.query(deliveriesSql, [endpoint.id, endpoint.merchantId, 'delivered', history.settled, history.orders]);
    await client.query(deliveriesSql, [endpoint.id, endpoint.merchantId, 'waiting', history.waiting, history.orders]);
    await client.query(`select count_ledger('matched', $1)`, [history.settled + history.waiting]);
    await client.query('vacuum analyze orders');
    await client.query('vacuum analyze deliveries');
  } finally {
    await client.end();
  }
};

const ordersSql = `
  insert into orders (id, merchant_id, external_id, display_id, status, content, external_data, content_hash,
                      last_sequence, created_at, updated_at, final_at)
  select lpad(to_hex(n), 24, '0'), $1, n::text, '1', 'delivered', '{}', '{}', sha256(n::text::bytea), 7,
         now() - interval '30 days' * random(), now(), now()
  from generate_series(1, $2::int) n`;

/** Sequences go round the orders, so that (order, endpoint, sequence) is unique; waiting ones follow the settled ones. */
const deliveriesSql = `
  insert into deliveries (id, order_id, endpoint_id, merchant_id, sequence, previous_sequence, event, webhook_id, state,
                          gate_open, not_before, attempt_count, generation, created_at, settled_at)
  select gen_random_uuid(), lpad(to_hex(1 + (n % $5::int)), 24, '0'), $1::uuid, $2,
         (case $3 when 'waiting' then 1000 else 1 end) + n / $5::int, 0, 'status_changed', 'msg_' || n, $3,
         true, now() + (case $3 when 'waiting' then interval '2 hours' + interval '4 hours' * random() else interval '0' end),
         1, 1, now() - interval '30 days' * random(), case $3 when 'waiting' then null else now() end
  from generate_series(1, $4::int) n`;
