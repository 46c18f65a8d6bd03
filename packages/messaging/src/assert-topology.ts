import type { Channel, ChannelModel } from 'amqplib';
import type { Topology } from '@delivery/contracts';
import { ConsumerCanceledError } from './errors.js';

/**
 * Declares missing exchanges, queues and bindings. For one that exists with other arguments the broker answers 406 and
 * closes the channel: that error goes to the caller, because a queue with other guarantees would lose messages
 * silently.
 */
export const assertTopology = async (model: ChannelModel, topology: Topology): Promise<void> => {
  const channel = await model.createChannel();
  // The failed call rejects with the same text; without a listener the event would end the process.
  channel.on('error', () => undefined);
  for (const { name, type, durable } of topology.exchanges) await channel.assertExchange(name, type, { durable });
  for (const { name, durable, arguments: args } of topology.queues) {
    await channel.assertQueue(name, { durable, arguments: args });
  }
  for (const { exchange, queue, routingKey } of topology.bindings) {
    await channel.bindQueue(queue, exchange, routingKey);
  }
  await channel.close();
};

/**
 * Makes all bindings again. AMQP cannot tell whether a binding exists, and making an existing one changes nothing.
 * @throws the broker's error, 404 where a queue or an exchange is missing
 */
export const restoreBindings = async (model: ChannelModel, topology: Topology): Promise<void> => {
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  for (const { exchange, queue, routingKey } of topology.bindings) {
    await channel.bindQueue(queue, exchange, routingKey);
  }
  leave(channel);
};

export type QueueState = { messages: number; consumers: number };

/** Messages ready in each queue, and its consumers. A queue that does not exist is left out. */
export const inspectQueues = async (
  model: ChannelModel,
  queues: readonly string[],
): Promise<Map<string, QueueState>> => {
  const states = new Map<string, QueueState>();
  let open: Channel | undefined;
  for (const queue of queues) {
    const channel = open ?? (await model.createChannel()).on('error', () => undefined);
    open = channel;
    try {
      const { messageCount, consumerCount } = await channel.checkQueue(queue);
      states.set(queue, { messages: messageCount, consumers: consumerCount });
    } catch (error) {
      if (!(error instanceof Error && isMissingTopology(error))) throw error;
      // The broker's 404 has closed it.
      open = undefined;
    }
  }
  if (open) leave(open);
  return states;
};

/**
 * Not waited for: amqplib never settles a `close` whose connection ends first. A channel that has ended with it needs
 * none.
 */
const leave = (channel: Channel): void => void channel.close().catch(() => undefined);

/** Whether a link ended because something is not there that the topology should have made. */
export const isMissingTopology = (error: Error): boolean =>
  error instanceof ConsumerCanceledError || ('code' in error && error.code === notFound);

const notFound = 404;
