import { Agent } from 'node:http';
import fetch from 'node-fetch';
import { announceReady, setting } from './floor-process.js';
import { connectFloor, floorQueues } from './floor-queues.js';

/** The floor of webhook-dispatcher: consume, POST with node-fetch over kept connections, ack. No signature, no report. */
const agent = new Agent({ keepAlive: true });
const url = setting('FLOOR_WEBHOOK_URL');
const channel = await (await connectFloor(setting('RABBITMQ_URL'))).createChannel();
await channel.prefetch(Number(setting('FLOOR_POSTS_MAX')));
await channel.consume(floorQueues.deliveries, (message) => {
  if (!message) return;
  const headers = { 'content-type': 'application/json' };
  void fetch(url, { method: 'POST', headers, body: message.content, agent }).then(async (response) => {
    await response.arrayBuffer();
    channel.ack(message);
  });
});
announceReady();
