import type { SupervisedProcess, SupervisionEvent } from '../processes/supervise-process.js';
import type { BrokerUrls } from './broker-users.js';

export const serverKinds = ['installed', 'container', 'packages'] as const;
type RabbitmqKind = (typeof serverKinds)[number];

export type RunningRabbitmq = {
  /** With user and password, as the next: never log them. */
  url: string;
  managementUrl?: string;
  /** For each user of the product its own, with no more permissions than it needs; all the same for an external one. */
  brokerUrls: BrokerUrls;
  /** Metrics of the broker; needs no credentials. */
  prometheusUrl?: string;
  kind: 'external' | RabbitmqKind;
  /** Erlang's name of the node; undefined for an external one. */
  nodeName?: string;
  /** Runs rabbitmqctl against the node and returns its output. @throws Error for an external one */
  rabbitmqctl: (args: readonly string[]) => Promise<string>;
  /** The node where it is a child of this process: fault tests kill and start it, its URL stays. */
  server?: SupervisedProcess;
  /** Ends a node that was started here, and its epmd; an external broker is left alone. */
  stop: () => Promise<void>;
};

/** As a node has started, before the product's users are made. */
export type StartedRabbitmq = Omit<RunningRabbitmq, 'brokerUrls' | 'managementUrl'> & { managementUrl: string };

export type RabbitmqStart = {
  dataDir: string;
  log: (line: string) => void;
  report: (event: SupervisionEvent) => void;
};
