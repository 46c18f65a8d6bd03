import { exchanges, topologies, type Topology } from './topology.js';

/** RabbitMQ's permissions of a user in a vhost: regular expressions over the names of exchanges and queues. */
export type BrokerPermissions = { configure: string; write: string; read: string };

/** RabbitMQ's name of the default exchange, which is none. */
const defaultExchange = 'amq\\.default';
/** Queues that the broker names: of one connection, gone with it. */
const ownQueues = 'amq\\.gen-.*';

const pattern = (names: readonly string[]): string => (names.length === 0 ? '^$' : `^(${names.join('|')})$`);
const escape = (name: string): string => name.replaceAll('.', '\\.');
const queuesOf = (topology: Topology): string[] => topology.queues.map(({ name }) => escape(name));
const namesOf = (topology: Topology): string[] => [
  ...topology.exchanges.map(({ name }) => escape(name)),
  ...queuesOf(topology),
];

const intakeApi = topologies['intake-api'];
const orderState = topologies['order-state'];
const dispatcher = topologies['webhook-dispatcher'];

/**
 * Permissions of each service's user, and of the autoscaler's, which only asks queues for their length (a passive
 * declaration, which needs no permission). To bind needs write on the queue and read on the exchange.
 */
export const brokerPermissions = {
  'intake-api': {
    configure: pattern([...namesOf(intakeApi), ownQueues]),
    write: pattern([exchanges.orders, ownQueues]),
    read: pattern([exchanges.wakes, ownQueues]),
  },
  'order-state': {
    configure: pattern([...namesOf(orderState), ownQueues]),
    // Verdicts, replayed dead letters, and messages that the broker dead-letters go by the default exchange.
    write: pattern([
      defaultExchange,
      exchanges.deliveries,
      exchanges.wakes,
      exchanges.deadLetters,
      ...queuesOf(orderState),
      ownQueues,
    ]),
    read: pattern([...namesOf(orderState), ownQueues]),
  },
  'webhook-dispatcher': {
    configure: pattern(namesOf(dispatcher)),
    write: pattern(namesOf(dispatcher)),
    read: pattern(namesOf(dispatcher)),
  },
  keda: { configure: pattern([]), write: pattern([]), read: pattern([]) },
} as const satisfies Record<string, BrokerPermissions>;
