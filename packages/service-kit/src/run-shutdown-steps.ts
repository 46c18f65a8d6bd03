import { within } from './within.js';

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
