import type { Logger } from './logger.js';

/** The whole drain, from the signal to the last closed connection. Kubernetes kills after 30 s. */
export const drainTimeoutMs = 25_000;

export type ShutdownStep = { name: string; run: () => Promise<void> };

/**
 * On SIGTERM or SIGINT runs the steps in order (stop taking work, drain, close), then exits 0; exits 1 when a step
 * fails or the drain takes longer than `drainTimeoutMs`. A second signal exits at once.
 * A process whose state is unknown (an uncaught error) is better restarted than kept: it exits 1.
 */
export const shutdownOnSignal = (deps: {
  logger: Logger;
  onStopping: () => void;
  steps: readonly ShutdownStep[];
}): void => {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    deps.onStopping();
    void runSteps(deps.logger, deps.steps, signal).then((code) => process.exit(code));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const crash = (kind: string) => (error: unknown) => {
    deps.logger.fatal({ err: error }, kind);
    process.exit(1);
  };
  process.on('uncaughtException', crash('process.uncaught_exception'));
  process.on('unhandledRejection', crash('process.unhandled_rejection'));
};

/** A service that cannot start says why in one log line, and exits 1. */
export const startOrExit = async <T>(logger: Logger, start: () => Promise<T>): Promise<T> => {
  try {
    return await start();
  } catch (error) {
    logger.fatal({ err: error }, 'service.start_failed');
    process.exit(1);
  }
};

const runSteps = async (logger: Logger, steps: readonly ShutdownStep[], signal: string): Promise<0 | 1> => {
  const startedAt = performance.now();
  logger.info({ signal }, 'service.stopping');
  let current = '';
  const overdue = setTimeout(() => {
    logger.error({ drainTimeoutMs, step: current }, 'service.drain_timed_out');
    process.exit(1);
  }, drainTimeoutMs);
  let code: 0 | 1 = 0;
  for (const step of steps) {
    current = step.name;
    try {
      await step.run();
    } catch (error) {
      code = 1;
      logger.error({ err: error, step: step.name }, 'service.stop_step_failed');
    }
  }
  clearTimeout(overdue);
  logger.info({ durationMs: Math.round(performance.now() - startedAt) }, 'service.stopped');
  return code;
};
