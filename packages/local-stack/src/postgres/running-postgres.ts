import type { SupervisedProcess, SupervisionEvent } from '../processes/supervise-process.js';

export const serverKinds = ['embedded', 'installed', 'container'] as const;
type PostgresKind = (typeof serverKinds)[number];

export type RunningPostgres = {
  /** With user and password: never log it. */
  url: string;
  kind: 'external' | PostgresKind;
  /** The server process where it is a child of this one: fault tests kill and start it, its URL stays. */
  server?: SupervisedProcess;
  /** Ends a server that was started here; an external server is left alone. */
  stop: () => Promise<void>;
};

export type PostgresStart = {
  dataDir: string;
  fsync: 'on' | 'off';
  log: (line: string) => void;
  report: (event: SupervisionEvent) => void;
};
