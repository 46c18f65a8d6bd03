import { queues, topology } from '@delivery/contracts';
import type { JsonObject } from '../json.js';
import { isDead, keyOf, messagesOf } from './channels.js';
import { messages, type MessageSpec } from './messages.js';

const consumers: Readonly<Record<string, string>> = {
  [queues.orders]: 'order-state',
  [queues.attempts]: 'order-state',
  [queues.deliveries]: 'webhook-dispatcher',
};

const channelRef = (name: string): JsonObject => ({ $ref: `#/channels/${keyOf(name)}` });
const channelMessage = (channel: string, schema: string): JsonObject => ({
  $ref: `#/channels/${keyOf(channel)}/messages/${schema}`,
});

/** Publishers and consumers; each operation names its service. */
export const buildOperations = (): JsonObject => ({
  ...Object.fromEntries(messages.map((message) => [`send_${keyOf(message.type)}`, toSend(message)])),
  ...Object.fromEntries(topology.queues.map(({ name }) => [`receive_${keyOf(name)}`, toReceive(name)])),
  ...toBroadcastOperations('wakes', { schema: 'Wake', type: 'polls.woken', from: 'order-state', to: 'intake-api' }),
  ...toBroadcastOperations('heartbeats', {
    schema: 'Heartbeat',
    type: 'replica.alive',
    from: 'webhook-dispatcher',
    to: 'order-state',
  }),
});

type Broadcast = { schema: string; type: string; from: string; to: string };

const toBroadcastOperations = (channel: string, { schema, type, from, to }: Broadcast): JsonObject => {
  const carried = { channel: channelRef(channel), messages: [channelMessage(channel, schema)] };
  return {
    [`send_${channel}`]: { action: 'send', title: `${from} publishes ${type}`, ...carried, tags: [{ name: from }] },
    [`receive_${channel}`]: { action: 'receive', title: `${to} hears ${channel}`, ...carried, tags: [{ name: to }] },
  };
};

const toSend = (message: MessageSpec): JsonObject => ({
  action: 'send',
  title: `${message.sender} publishes ${message.type}`,
  channel: channelRef(message.type),
  messages: [channelMessage(message.type, message.schema)],
  tags: [{ name: message.sender }],
  bindings: { amqp: { deliveryMode: 2, mandatory: true, timestamp: true, ack: true, bindingVersion: '0.3.0' } },
  ...(message.answered ? { reply: verdictReply } : {}),
});

const verdictReply: JsonObject = {
  address: { location: '$message.header#/reply_to', description: 'RabbitMQ’s direct reply-to.' },
  channel: channelRef('verdicts'),
  messages: [channelMessage('verdicts', 'Verdict')],
};

const toReceive = (queue: string): JsonObject => {
  const service = consumers[queue] ?? 'order-state';
  const schemas = isDead(queue) ? ['DeadLetter'] : messagesOf(queue).map(({ schema }) => schema);
  return {
    action: 'receive',
    title: `${service} consumes ${queue}`,
    channel: channelRef(queue),
    messages: schemas.map((schema) => channelMessage(queue, schema)),
    tags: [{ name: service }],
    bindings: { amqp: { ack: true, bindingVersion: '0.3.0' } },
  };
};
