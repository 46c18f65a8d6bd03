import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { ConsumeMessage } from 'amqplib';
import express from 'express';
import pg from 'pg';
import { announceReady, setting } from './floor-process.js';
import { connectFloor, floorQueues } from './floor-queues.js';

/**
 * The floor of order-state on a whole journey: express, one transaction that locks the order and writes it, an event and a
 * delivery, a message to the dispatcher, and one update per natural batch of reports. No authentication, schemas,
 * transitions, command log, windows, attempt log, sweeps or metrics, and nothing is published again.
 */
const connectionMax = 8;
const reportPrefetch = 250;
const pool = new pg.Pool({ connectionString: setting('DATABASE_URL'), max: connectionMax });
await pool.query(`
  create table journey_orders (id text primary key, status text, tracking_url text, sequence int default 0);
  create table journey_events (
    order_id text, sequence int, body text, at timestamptz default now(), primary key (order_id, sequence)
  );
  create table journey_deliveries (
    id uuid primary key, order_id text, sequence int, state text, next_at timestamptz, attempts int default 0
  );
  create index on journey_deliveries (next_at) where state <> 'delivered'`);

type JourneyOrder = { id: string; status: string; sequence: number };

const record = async (orderId: string, trackingUrl: string): Promise<{ id: string; body: string }> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const recorded = await write(client, orderId, trackingUrl);
    await client.query('commit');
    return recorded;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};

const write = async (client: pg.PoolClient, orderId: string, trackingUrl: string) => {
  const { rows } = await client.query<JourneyOrder>({
    name: 'lock',
    text: 'select id, status, sequence from journey_orders where id = $1 for update',
    values: [orderId],
  });
  const [order] = rows;
  if (!order) throw new Error(`no order ${orderId}`);
  const [id, sequence, body] = [randomUUID(), order.sequence + 1, toBody(order, trackingUrl)];
  await client.query({
    name: 'update',
    text: 'update journey_orders set tracking_url = $2, sequence = $3 where id = $1',
    values: [orderId, trackingUrl, sequence],
  });
  await client.query({
    name: 'event',
    text: 'insert into journey_events values ($1, $2, $3)',
    values: [orderId, sequence, body],
  });
  await client.query({
    name: 'delivery',
    text: `insert into journey_deliveries values ($1, $2, $3, 'in_flight', now() + interval '12 min')`,
    values: [id, orderId, sequence],
  });
  return { id, body };
};

/** As large as the product's webhook bodies. */
const toBody = ({ id, status }: JourneyOrder, trackingUrl: string): string =>
  JSON.stringify({
    id,
    external_id: id,
    display_id: '0042',
    status,
    updated_at: new Date().toISOString(),
    external_data: { z: 1, a: [1, 2, { b: null }] },
    event: 'tracking_url_added',
    tracking_url: trackingUrl,
  });

const model = await connectFloor(setting('RABBITMQ_URL'));
const outgoing = await model.createConfirmChannel();
const incoming = await model.createChannel();

const batch: ConsumeMessage[] = [];
let busy = false;
const settle = async (): Promise<void> => {
  if (busy || batch.length === 0) return;
  busy = true;
  const messages = batch.splice(0);
  await pool.query({
    name: 'settle',
    text: `update journey_deliveries set state = 'delivered', attempts = attempts + 1, next_at = null where id = any ($1::uuid[])`,
    values: [messages.map(({ properties }) => String(properties.messageId))],
  });
  const last = messages.at(-1);
  if (last) incoming.ack(last, true);
  busy = false;
  if (batch.length > 0) setImmediate(() => void settle());
};
await incoming.prefetch(reportPrefetch);
await incoming.consume(floorQueues.reports, (message) => {
  if (message) batch.push(message);
  if (!busy) setImmediate(() => void settle());
});

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());
const path = '/orders/:id/tracking-url';
app.post<typeof path, { id: string }, object, { tracking_url: string }>(path, async ({ params, body }, response) => {
  const delivery = await record(params.id, body.tracking_url);
  response.json({ ok: true });
  const content = Buffer.from(JSON.stringify(delivery));
  outgoing.sendToQueue(floorQueues.deliveries, content, { persistent: true }, () => undefined);
});
/** As the product's, so that the load finds its connections open. */
const keepAliveTimeoutMs = 65_000;
const server = app.listen(0, '127.0.0.1', () => announceReady((server.address() as AddressInfo).port));
server.keepAliveTimeout = keepAliveTimeoutMs;
