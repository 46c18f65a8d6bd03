import { exchanges, topology } from '@delivery/contracts';
import { schemaRef } from '@delivery/contracts/calls';
import { buildOperations, keyOf, messageRef, toQueueChannel, toRoutingKeyChannel } from './asyncapi/channels.js';
import { messages, messageSchemas, type MessageSpec } from './asyncapi/messages.js';
import type { JsonObject } from './json.js';
import { convertSchemas } from './schemas.js';

const description = `Messages between intake-api, order-state, webhook-dispatcher and couriers' systems.

Every message but verdicts, wakes and heartbeats is persistent, mandatory and confirmed, and carries the AMQP properties
message_id, type, timestamp (seconds) and content_type. The \`id\` in the body identifies a message within its order: a
later message of the same order_id with an \`id\` that was decided already gets the same verdict and changes nothing,
even if its content differs; messages of different orders may have equal ids. A message that its consumer cannot handle
goes to \`<queue>.dead\` with the reason in its headers.`;

/** The AMQP messages as AsyncAPI 3.0, from the topology that the services declare. */
export const buildAsyncApi = (): JsonObject => ({
  asyncapi: '3.0.0',
  info: { title: 'Delivery orders: messages', version: '1.0.0', description },
  defaultContentType: 'application/json',
  channels: {
    ...Object.fromEntries(messages.map((message) => [keyOf(message.type), toRoutingKeyChannel(message)])),
    ...Object.fromEntries(topology.queues.map((queue) => [keyOf(queue.name), toQueueChannel(queue)])),
    verdicts: verdictChannel,
    wakes: toBroadcastChannel(
      exchanges.wakes,
      'Wake',
      'to every intake-api, in a queue of its own that ends with its connection.',
    ),
    heartbeats: toBroadcastChannel(
      exchanges.heartbeats,
      'Heartbeat',
      'to every order-state, in a queue of its own that ends with its connection.',
    ),
  },
  operations: buildOperations(),
  components: {
    messages: {
      ...Object.fromEntries(messages.map((message) => [message.schema, toMessage(message)])),
      Verdict: verdictMessage,
      Wake: wakeMessage,
      Heartbeat: heartbeatMessage,
      DeadLetter: deadLetterMessage,
    },
    schemas: convertSchemas(messageSchemas),
  },
});

const traceparent: JsonObject = { type: 'string', description: 'W3C trace context, where the request had one.' };

const toMessage = ({ type, schema, summary }: MessageSpec): JsonObject => ({
  name: type,
  title: schema,
  summary,
  contentType: 'application/json',
  headers: { type: 'object', properties: { traceparent } },
  payload: schemaRef(schema),
  bindings: { amqp: { messageType: type, bindingVersion: '0.3.0' } },
});

const verdictChannel: JsonObject = {
  address: null,
  summary: 'Replies to the channel that published, by amq.rabbitmq.reply-to.',
  messages: { Verdict: messageRef('Verdict') },
};

const verdictMessage: JsonObject = {
  name: 'verdict',
  title: 'Verdict',
  summary: 'The decision of order-state about one message, sent after COMMIT. Fire and forget.',
  contentType: 'application/json',
  payload: schemaRef('Verdict'),
  bindings: { amqp: { messageType: 'verdict', bindingVersion: '0.3.0' } },
};

const toBroadcastChannel = (name: string, schema: string, reach: string): JsonObject => ({
  address: '',
  summary: `The fanout exchange ${name}: ${reach}`,
  messages: { [schema]: messageRef(schema) },
  bindings: {
    amqp: {
      is: 'routingKey',
      exchange: { name, type: 'fanout', durable: true, autoDelete: false, vhost: '/' },
      bindingVersion: '0.3.0',
    },
  },
});

const wakeMessage: JsonObject = {
  name: 'polls.woken',
  title: 'Wake',
  summary:
    'Whose waiting polls should look, sent after COMMIT. Not persistent, not confirmed: a hint that may be lost.',
  contentType: 'application/json',
  payload: schemaRef('Wake'),
  bindings: { amqp: { messageType: 'polls.woken', bindingVersion: '0.3.0' } },
};

const heartbeatMessage: JsonObject = {
  name: 'replica.alive',
  title: 'Heartbeat',
  summary:
    'That a process lives, every two seconds, or that it stops. Not persistent, not confirmed: the next one follows.',
  contentType: 'application/json',
  payload: schemaRef('Heartbeat'),
  bindings: { amqp: { messageType: 'replica.alive', bindingVersion: '0.3.0' } },
};

const deadLetterMessage: JsonObject = {
  name: 'dead_letter',
  title: 'DeadLetter',
  summary: 'A refused message: body and properties as they were, and why it was refused.',
  headers: {
    type: 'object',
    properties: {
      'x-dead-reason': { type: 'string' },
      'x-dead-queue': { type: 'string' },
      'x-dead-at': { type: 'string', format: 'date-time' },
      'x-dead-exchange': { type: 'string' },
      'x-dead-routing-key': { type: 'string' },
      'x-dead-delivery-count': { type: 'integer' },
    },
  },
  payload: {},
};
