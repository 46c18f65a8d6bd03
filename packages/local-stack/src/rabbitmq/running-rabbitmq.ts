import type { SupervisedProcess, SupervisionEvent } from '../processes/supervise-process.js';

export const serverKinds = ['installed', 'container', 'packages'] as const;
type RabbitmqKind = (typeof serverKinds)[number];

export type RunningRabbitmq = {
  /** With user and password, as the next: never log them. */
  url: string;
  managementUrl?: string;
  /** Metrics of the broker; needs no credentials. */
  prometheusUrl?: string;
  kind: 'external' | RabbitmqKind;
  /** Erlang's name of the node; undefined for an external one. */
  nodeName?: string;
  /** Runs rabbitmqctl against the node and returns its output. @throws Error for an external one */
  rabbitmqctl: (args: readonly string[]) => Promise<string>;
  /** The node where it is a child of this process: fault tests kill and start it, its URL stays. */
  server?: SupervisedProcess;
  /** Ends what was started here, epmd too; an external broker is left alone. */
  stop: () => Promise<void>;
};

export type RabbitmqStart = {
  dataDir: string;
  log: (line: string) => void;
  report: (event: SupervisionEvent) => void;
};
