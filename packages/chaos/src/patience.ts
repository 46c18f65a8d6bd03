/**
 * How long each step of a run may last, in milliseconds. Each is longer than the limits of everything that happens
 * within it: a step that exceeds it hangs.
 */
export const defaultPatienceMs = {
  /** RabbitMQ's packages may have to be downloaded. */
  'the start of the stage': 15 * 60_000,
  /** A drain of 25 s, a start, and 30 s until all are ready. */
  'the change of replicas': 120_000,
  'the opening of the shops': 60_000,
  /** A call of rabbitmqctl may take two minutes, the stop of a server half a minute. */
  'the begin of the fault': 150_000,
  /** A server that was killed recovers first. */
  'the end of the fault': 150_000,
  /** Retries of webhooks and the probe of a breaker included. */
  recovery: 90_000,
  /** For everything that is under way when the fault is over. */
  'the end of the load': 90_000,
  quiet: 90_000,
  'the count': 120_000,
  'the closing of the shops': 30_000,
  /** Drains, then the stops of both servers. */
  'the end of the stage': 120_000,
};

export type PatienceMs = Readonly<Record<keyof typeof defaultPatienceMs, number>>;
