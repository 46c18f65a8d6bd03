/** RabbitMQ topology as data: names and options only. `packages/messaging` declares it. */

export const exchanges = {
  orders: 'orders',
  deliveries: 'deliveries',
  wakes: 'wakes',
  heartbeats: 'heartbeats',
  deadLetters: 'dead-letters',
} as const;

export const queues = {
  orders: 'order-state.orders',
  attempts: 'order-state.attempts',
  deliveries: 'webhook-dispatcher.deliveries',
} as const;

/**
 * The queue of the messages of `queue` that its service refused, with the reason in headers. The service publishes to
 * the exchange for dead letters with this name as routing key, because a user who may write to the default exchange may
 * write to every queue.
 */
export const deadQueueOf = (queue: string): string => `${queue}.dead`;

export type QueueSpec = { name: string; durable: true; arguments: Readonly<Record<string, string | number>> };
export type Topology = {
  exchanges: readonly { name: string; type: 'topic' | 'fanout'; durable: true }[];
  queues: readonly QueueSpec[];
  bindings: readonly { exchange: string; queue: string; routingKey: string }[];
};

/** Released deliveries not taken within this time vanish; their lease, which is longer, releases them anew. */
export const deliveriesMessageTtlMs = 10 * 60_000;

/** Redeliveries before a quorum queue gives a message up. Lost connections count, so it is far above any outage. */
export const deliveryLimit = 100;

/**
 * How long a queue keeps the messages of a consumer whose node is lost before it gives them to another one. RabbitMQ
 * 4.3 and newer keep them for 60 s by default; older versions give them away at once and ignore the argument.
 */
export const consumerDisconnectedTimeoutMs = 5_000;

const quorum = {
  'x-queue-type': 'quorum',
  'x-delivery-limit': deliveryLimit,
  'x-consumer-disconnected-timeout': consumerDisconnectedTimeoutMs,
};

/** Practically no limit, because a dead letter has no further queue. RabbitMQ 4 would default to 20. */
const deadQuorum = { ...quorum, 'x-delivery-limit': 1_000_000 };

/** A message that exceeds the delivery limit moves to the dead queue, and is not lost on the way. */
const deadLettered = (queue: string) => ({
  ...quorum,
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': deadQueueOf(queue),
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

const queue = (name: string, args: QueueSpec['arguments']): QueueSpec => ({ name, durable: true, arguments: args });
const exchange = (name: string) => ({ name, type: 'topic', durable: true }) as const;
/** A message to it reaches every process that listens at that moment, in a queue of its own. */
const broadcast = (name: string) => ({ name, type: 'fanout', durable: true }) as const;

export const topology: Topology = {
  exchanges: [
    exchange(exchanges.orders),
    exchange(exchanges.deliveries),
    broadcast(exchanges.wakes),
    broadcast(exchanges.heartbeats),
    exchange(exchanges.deadLetters),
  ],
  queues: [
    ...Object.values(queues).map((name) => queue(deadQueueOf(name), deadQuorum)),
    queue(queues.orders, deadLettered(queues.orders)),
    queue(queues.attempts, deadLettered(queues.attempts)),
    queue(queues.deliveries, { ...quorum, 'x-message-ttl': deliveriesMessageTtlMs }),
  ],
  bindings: [
    { exchange: exchanges.orders, queue: queues.orders, routingKey: 'order.*' },
    { exchange: exchanges.orders, queue: queues.orders, routingKey: 'courier.*' },
    { exchange: exchanges.deliveries, queue: queues.deliveries, routingKey: 'delivery.released' },
    { exchange: exchanges.deliveries, queue: queues.attempts, routingKey: 'attempts.reported' },
    ...Object.values(queues).map((name) => ({
      exchange: exchanges.deadLetters,
      queue: deadQueueOf(name),
      routingKey: deadQueueOf(name),
    })),
  ],
};

const selectTopology = (exchangeNames: readonly string[], queueNames: readonly string[]): Topology => ({
  exchanges: topology.exchanges.filter(({ name }) => exchangeNames.includes(name)),
  queues: topology.queues.filter(({ name }) => queueNames.includes(name)),
  bindings: topology.bindings.filter(({ queue: name }) => queueNames.includes(name)),
});

/**
 * The part of the topology that each service declares: only what it uses, as its user may declare no more. order-state
 * uses all of it. Until order-state has declared its queues, an order is answered 503.
 */
export const topologies = {
  'intake-api': selectTopology([exchanges.orders, exchanges.wakes], []),
  'order-state': topology,
  'webhook-dispatcher': selectTopology(
    [exchanges.deliveries, exchanges.heartbeats, exchanges.deadLetters],
    [queues.deliveries, deadQueueOf(queues.deliveries)],
  ),
} as const satisfies Record<string, Topology>;
