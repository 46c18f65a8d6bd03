import { setImmediate as turn } from 'node:timers/promises';
import type { ConsumeMessage } from 'amqplib';
import pg from 'pg';
import { announceReady, setting } from './floor-process.js';
import { connectFloor, floorQueues } from './floor-queues.js';

/**
 * The floor of order-state: consume, one multi-row insert per natural batch, verdicts, acks; a "ready" is published on
 * as a delivery. No transitions, events, ledger, gate, window or attempt log.
 */
const model = await connectFloor(setting('RABBITMQ_URL'));
const incoming = await model.createChannel();
const outgoing = await (await connectFloor(setting('RABBITMQ_URL'))).createConfirmChannel();
const database = new pg.Client(setting('DATABASE_URL'));
await database.connect();
await database.query('create table if not exists floor_orders (id text primary key, body json)');

const batch: ConsumeMessage[] = [];
let busy = false;

const work = async (): Promise<void> => {
  if (busy) return;
  busy = true;
  await turn();
  while (batch.length > 0) await store(batch.splice(0));
  busy = false;
};

const store = async (messages: readonly ConsumeMessage[]): Promise<void> => {
  await database.query({
    name: 'insert',
    text: 'insert into floor_orders select * from unnest($1::text[], $2::json[])',
    values: [
      messages.map(({ properties }) => String(properties.correlationId)),
      messages.map(({ content }) => content.toString()),
    ],
  });
  for (const { content, properties } of messages) {
    const correlationId = String(properties.correlationId);
    outgoing.publish('', String(properties.replyTo), Buffer.from('{}'), { correlationId });
    if (properties.type === 'ready')
      outgoing.sendToQueue(floorQueues.deliveries, content, { persistent: true, mandatory: true });
  }
  const last = messages.at(-1);
  if (last) incoming.ack(last, true);
};

await incoming.prefetch(500);
await incoming.consume(floorQueues.orders, (message) => {
  if (message) batch.push(message);
  void work();
});
announceReady();
