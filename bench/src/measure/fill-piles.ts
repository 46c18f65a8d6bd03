import pg from 'pg';

/** How many rows one merchant has of each kind. */
export type Piles = { events: number; lane: number; repeats: number; gates: number };

/** An order with two webhooks that wait for an endpoint, a settled delivery of another order, and an endpoint that is disabled. */
export type PileTargets = { orderId: string; repeatedDeliveryId: string; disabledEndpointId: string };

/**
 * Writes more rows than the API accepts: events of one order, a lane of webhooks blocked by its first, repeats of one
 * delivery, and orders that each have a webhook behind another. Counts them like the services do, to keep the audit balanced.
 */
export const fillPiles = async (databaseUrl: string, targets: PileTargets, piles: Piles): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fill-piles' });
  await client.connect();
  const { orderId, repeatedDeliveryId, disabledEndpointId } = targets;
  try {
    await client.query('begin');
    await client.query(eventsSql, [orderId, piles.events]);
    await client.query(laneSql, [orderId, piles.lane]);
    await client.query(orderSql, [orderId]);
    await client.query(repeatsSql, [repeatedDeliveryId, piles.repeats]);
    await client.query(gatesSql, [disabledEndpointId, piles.gates]);
    await client.query(countSql, [piles.lane + piles.repeats + 2 * piles.gates]);
    await client.query('commit');
    for (const table of ['orders', 'all_events', 'all_webhook_deliveries'])
      await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.end();
  }
};

const eventsSql = `
  insert into all_events (order_id, sequence, event, body, created_at, merchant_id, position, event_day)
  select order_id, last.sequence + n, event, body, created_at, merchant_id, feed_position(), event_day
  from all_events, generate_series(1, $2::int) n, (select max(sequence) as sequence from all_events where order_id = $1) last
  where order_id = $1 and all_events.sequence = 1`;

const laneSql = `
  insert into all_webhook_deliveries (id, order_id, endpoint_id, owner_id, event, created_at, not_before, partition_day, sequence,
                              previous_sequence, webhook_id, state, gate_open)
  select gen_random_uuid(), d.order_id, d.endpoint_id, d.owner_id, d.event, d.created_at, d.not_before, d.partition_day,
         d.sequence + n, d.sequence + n - 1, 'msg_skew_' || gen_random_uuid(), 'waiting', false
  from (select * from all_webhook_deliveries where order_id = $1 and state = 'waiting' order by sequence desc limit 1) d,
       generate_series(1, $2::int) n`;

const orderSql = `
  update orders o
  set last_sequence = (select max(sequence) from all_events where order_id = o.id),
      repeated_events = (select count(*) from all_events where order_id = o.id),
      lane_ends = (select json_object_agg(endpoint_id, ends) from (
        select endpoint_id, max(sequence) as ends from all_webhook_deliveries where order_id = o.id group by 1) l)
  where id = $1`;

const repeatsSql = `
  insert into all_webhook_deliveries (id, order_id, endpoint_id, owner_id, event, created_at, not_before, partition_day, sequence,
                              previous_sequence, webhook_id, state, gate_open, settled_at, replay_id, origin_id, attempt_count, generation)
  select gen_random_uuid(), order_id, endpoint_id, owner_id, event, created_at, not_before, partition_day, sequence,
         previous_sequence, webhook_id, 'delivered', true, settled_at, gen_random_uuid(), id, 1, 1
  from all_webhook_deliveries, generate_series(1, $2::int) n where id = $1`;

const countSql = `
  insert into ledger_counts as c values (-1, 'matched', $1)
  on conflict (slot, name) do update set n = c.n + excluded.n`;

/** These deliveries refer to orders that are not stored: nothing reads the orders while the endpoint is disabled. */
const gatesSql = `
  insert into webhook_deliveries (id, order_id, endpoint_id, owner_id, sequence, previous_sequence, event, webhook_id, state, gate_open,
                          not_before, created_at)
  select gen_random_uuid(), 'skew' || lpad(to_hex(n), 20, '0'), e.id, e.owner_id, s, s - 1, 'status_changed',
         'msg_skew_' || gen_random_uuid(), 'waiting', s = 1, now(), now()
  from endpoints e, generate_series(1, $2::int) n, generate_series(1, 2) s where e.id = $1`;
