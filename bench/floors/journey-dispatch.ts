import { createHmac } from 'node:crypto';
import { Agent } from 'node:http';
import fetch from 'node-fetch';
import { z } from 'zod';
import { announceReady, setting } from './floor-process.js';
import { connectFloor, floorQueues } from './floor-queues.js';

/**
 * The floor of webhook-dispatcher on a whole journey: consume, sign, POST with node-fetch over kept connections, report with
 * a publisher confirm, ack. No address guard, deadline, places, retries, log or metrics.
 */
const deliveryPrefetch = 100;
const socketMax = 64;
const agent = new Agent({ keepAlive: true, maxSockets: socketMax });
const url = setting('FLOOR_WEBHOOK_URL');
const secret = Buffer.alloc(24, 1);
const deliverySchema = z.object({ id: z.string(), body: z.string() });

const post = async ({ id, body }: z.infer<typeof deliverySchema>): Promise<number> => {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const response = await fetch(url, { method: 'POST', agent, body, headers });
  await response.text();
  return response.status;
};

const model = await connectFloor(setting('RABBITMQ_URL'));
const incoming = await model.createChannel();
const outgoing = await model.createConfirmChannel();
await incoming.prefetch(deliveryPrefetch);
await incoming.consume(floorQueues.deliveries, (message) => {
  if (!message) return;
  const delivery = deliverySchema.parse(JSON.parse(message.content.toString()));
  void post(delivery).then((status) => {
    const report = Buffer.from(JSON.stringify({ id: delivery.id, status }));
    const properties = { persistent: true, messageId: delivery.id };
    outgoing.sendToQueue(floorQueues.reports, report, properties, () => incoming.ack(message));
  });
});
announceReady();
