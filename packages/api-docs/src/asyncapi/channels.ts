import { deadQueueOf, queues, type QueueSpec, topology } from '@delivery/contracts';
import type { JsonObject } from '../json.js';
import { messages, type MessageSpec } from './messages.js';

const bindingVersion = '0.3.0';

/** Keys of channels, operations and messages: names without dots, which tools take for paths. */
export const keyOf = (name: string): string => name.replaceAll('.', '_');

export const messageRef = (schema: string): JsonObject => ({ $ref: `#/components/messages/${schema}` });

/** Where a message is published: an exchange with the routing key as address. */
export const toRoutingKeyChannel = ({ type, exchange, schema, summary }: MessageSpec): JsonObject => ({
  address: type,
  summary,
  messages: { [schema]: messageRef(schema) },
  bindings: {
    amqp: {
      is: 'routingKey',
      exchange: { name: exchange, type: 'topic', durable: true, autoDelete: false, vhost: '/' },
      bindingVersion,
    },
  },
});

/** A queue with the messages that its bindings bring into it. */
export const toQueueChannel = (queue: QueueSpec): JsonObject => ({
  address: queue.name,
  summary: isDead(queue.name) ? 'Refused messages, until order-state lists them.' : `Bound to ${sourcesOf(queue)}.`,
  messages: isDead(queue.name) ? { DeadLetter: messageRef('DeadLetter') } : messageRefs(messagesOf(queue.name)),
  bindings: {
    amqp: {
      is: 'queue',
      queue: { name: queue.name, durable: queue.durable, exclusive: false, autoDelete: false, vhost: '/' },
      bindingVersion,
    },
  },
  'x-queue-arguments': { ...queue.arguments },
  'x-queue-bindings': topology.bindings
    .filter((binding) => binding.queue === queue.name)
    .map(({ exchange, routingKey }) => ({ exchange, routing_key: routingKey })),
});

const queueNames: readonly string[] = Object.values(queues);

const isDead = (name: string): boolean => queueNames.some((queue) => deadQueueOf(queue) === name);

/** The messages that the broker would route to a queue. */
export const messagesOf = (queue: string): MessageSpec[] =>
  messages.filter((message) =>
    topology.bindings.some(
      (binding) =>
        binding.queue === queue &&
        binding.exchange === message.exchange &&
        matchesTopic(binding.routingKey, message.type),
    ),
  );

const messageRefs = (specs: readonly MessageSpec[]): JsonObject =>
  Object.fromEntries(specs.map(({ schema }) => [schema, messageRef(schema)]));

const sourcesOf = ({ name }: QueueSpec): string =>
  topology.bindings
    .filter((binding) => binding.queue === name)
    .map(({ exchange, routingKey }) => `${exchange} (${routingKey})`)
    .join(', ');

/** A topic exchange's rule: `*` is one word. `#` is not in use. */
export const matchesTopic = (pattern: string, routingKey: string): boolean => {
  const [wanted, given] = [pattern.split('.'), routingKey.split('.')];
  return wanted.length === given.length && wanted.every((word, at) => word === '*' || word === given[at]);
};

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
