import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { orderContentSchema } from '@delivery/contracts';
import { announceReady, setting } from './floor-process.js';
import { connectFloor, floorQueues } from './floor-queues.js';

/**
 * The floor of intake-api: express, one zod schema, a publisher confirm and the verdict. No
 * credentials, limits, metrics, problem details, reconnects or time limits.
 */
const channel = await (await connectFloor(setting('RABBITMQ_URL'))).createConfirmChannel();
const waiting = new Map<string, () => void>();
await channel.consume(
  'amq.rabbitmq.reply-to',
  (message) => {
    const id = String(message?.properties.correlationId);
    waiting.get(id)?.();
    waiting.delete(id);
  },
  { noAck: true },
);

const publish = (type: string, body: object): Promise<unknown> => {
  const correlationId = randomUUID();
  const verdict = new Promise<void>((resolve) => waiting.set(correlationId, resolve));
  const options = { persistent: true, mandatory: true, type, correlationId, replyTo: 'amq.rabbitmq.reply-to' };
  const confirmed = new Promise<void>((resolve, reject) => {
    channel.publish('', floorQueues.orders, Buffer.from(JSON.stringify(body)), options, (error: unknown) =>
      error instanceof Error ? reject(error) : resolve(),
    );
  });
  return Promise.all([confirmed, verdict]);
};

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());
app.post('/v1/external-orders', async (request, response) => {
  const order = orderContentSchema.parse(request.body);
  const id = createHash('sha256').update(order.external_id).digest('hex').slice(0, 24);
  await publish('order', { id, order });
  response.status(201).json({ id });
});
app.post('/v1/external-orders/:id/ready', async (request, response) => {
  await publish('ready', { id: request.params.id });
  response.json({ id: request.params.id });
});
const server = app.listen(0, '127.0.0.1', () => announceReady((server.address() as AddressInfo).port));
