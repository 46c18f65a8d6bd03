import pg from 'pg';

/**
 * Gives an endpoint `count` due deliveries at once, each of an order of its own, as if no dispatcher had run. Takes seconds
 * in the database instead of minutes through the API. Written and counted as the service does it.
 */
export const fillWaiting = async (
  databaseUrl: string,
  target: { merchantId: string; endpointId: string; count: number },
): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fill-waiting' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into events (order_id, sequence, event, body, created_at, merchant_id, position)
       select lpad(to_hex(n), 24, '0'), 1, 'delivery_requested', '{"filled":true}', now(), $2, feed_position()
       from generate_series(1, $1::int) n
       on conflict do nothing`,
      [target.count, target.merchantId],
    );
    await client.query(
      `insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id,
                               state, gate_open, not_before, created_at)
       select gen_random_uuid(), lpad(to_hex(n), 24, '0'), $2, $3, 1, 0, 'delivery_requested', 'msg_filled_' || gen_random_uuid(),
              'waiting', true, now(), now()
       from generate_series(1, $1::int) n`,
      [target.count, target.endpointId, target.merchantId],
    );
    await client.query(
      `insert into ledger_counts as c values (-1, 'matched', $1) on conflict (slot, name) do update set n = c.n + excluded.n`,
      [target.count],
    );
    await client.query('update endpoint_windows set wake_at = now() where endpoint_id = $1', [target.endpointId]);
    await client.query('commit');
  } finally {
    await client.end();
  }
};
