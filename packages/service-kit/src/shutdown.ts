import { exitAfterLog } from './exit-after-log.js';
import type { Logger } from './logger.js';
import { runShutdownSteps, type ShutdownStep } from './run-shutdown-steps.js';

export type { ShutdownStep } from './run-shutdown-steps.js';

/** The result of a service's `startService`. */
export type RunningService = {
  port: number;
  /** Called at the signal, before the first step. */
  onStopping: () => void;
  /** In order: take nothing more, drain, close. */
  stopSteps: readonly ShutdownStep[];
};

/** The whole drain, from the signal to the last closed connection: its steps share it. Kubernetes kills after 30 s. */
export const drainTimeoutMs = 25_000;

/**
 * On SIGTERM or SIGINT runs the steps in order (stop taking work, drain, close) within `drainTimeoutMs`, then exits 0;
 * exits 1 when a step failed or was cut off. A second signal exits at once.
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
    deps.logger.info({ signal }, 'service.stop_requested');
    deps.onStopping();
    void runShutdownSteps({ ...deps, drainTimeoutMs }).then((code) => exitAfterLog(deps.logger, code));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const crash = (kind: string) => (error: unknown) => {
    deps.logger.fatal({ err: error }, kind);
    void exitAfterLog(deps.logger, 1);
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
    return exitAfterLog(logger, 1);
  }
};
