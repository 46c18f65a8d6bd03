import { exitAfterLog, type Logger } from './logger.js';

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

type Log = (fields: object, message: string) => void;

export type ShutdownStep = { name: string; run: () => Promise<void> };

/** The time that a step leaves to each step after it, however long it takes itself. */
const stepReserveMs = 500;

/**
 * Runs the steps in order. They share one deadline: a step may take what those before it left, but for a reserve for
 * each of those after it. A step that takes longer is named and abandoned, so that the others still get to close.
 * @returns the exit code: 0 when every step ended well and in time
 */
export const runShutdownSteps = async (deps: {
  logger: { info: Log; error: Log };
  steps: readonly ShutdownStep[];
  drainTimeoutMs: number;
}): Promise<0 | 1> => {
  const { logger, steps, drainTimeoutMs } = deps;
  const startedAt = performance.now();
  let code: 0 | 1 = 0;
  for (const [index, { name, run }] of steps.entries()) {
    const leftMs = drainTimeoutMs - (performance.now() - startedAt);
    const timeoutMs = Math.max(0, leftMs - (steps.length - index - 1) * stepReserveMs);
    try {
      if ((await within(run(), timeoutMs)) !== 'overdue') continue;
      logger.error({ step: name, timeoutMs: Math.round(timeoutMs), drainTimeoutMs }, 'service.drain_timed_out');
    } catch (error) {
      logger.error({ err: error, step: name }, 'service.stop_step_failed');
    }
    code = 1;
  }
  logger.info({ durationMs: Math.round(performance.now() - startedAt) }, 'service.stopped');
  return code;
};

/** The result of the work, or `'overdue'` where it takes longer. The work goes on. */
export const within = async <T>(work: Promise<T>, limitMs: number): Promise<T | 'overdue'> => {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<'overdue'>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'overdue');
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
};
