import type { Logger } from '@delivery/service-kit';

export type Sweep = {
  name: string;
  everyMs: number;
  /** While `run` finds more to do: how soon it comes again. Default `everyMs`. */
  soonMs?: number;
  /** Resolves with how much is left to do. */
  run: () => Promise<number>;
};
export type Sweeper = {
  start: () => void;
  /** Runs one sweep soon instead of at its time. */
  hurry: (name: string) => void;
  close: () => Promise<void>;
};

/** Runs each sweep again `everyMs` after it ended, or `soonMs` while there is work left. A failure is logged, and the sweep comes again. */
export const createSweeper = (sweeps: readonly Sweep[], logger: Logger): Sweeper => {
  let closed = true;
  const running = new Set<Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();

  const schedule = (sweep: Sweep, afterMs: number): void => {
    if (closed) return;
    clearTimeout(timers.get(sweep.name));
    timers.set(
      sweep.name,
      setTimeout(() => {
        const task = runOnce(sweep).finally(() => running.delete(task));
        running.add(task);
      }, afterMs),
    );
  };

  const runOnce = async (sweep: Sweep): Promise<void> => {
    let left = 0;
    try {
      left = await sweep.run();
    } catch (error) {
      logger.warn({ err: error, sweep: sweep.name }, 'sweep.failed');
    }
    schedule(sweep, left > 0 && sweep.soonMs !== undefined ? sweep.soonMs : sweep.everyMs);
  };

  return {
    start: () => {
      closed = false;
      // What an earlier process left in the middle of its work goes on soon.
      for (const sweep of sweeps) schedule(sweep, sweep.soonMs ?? sweep.everyMs);
    },
    hurry: (name) => {
      const sweep = sweeps.find((candidate) => candidate.name === name);
      if (sweep) schedule(sweep, 0);
    },
    close: async () => {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
};
