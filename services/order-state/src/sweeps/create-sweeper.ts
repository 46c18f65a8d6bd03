import type { Logger } from '@delivery/service-kit';

const sweepNames = [
  'clock',
  'unpublished',
  'leases',
  'topology',
  'parked',
  'expired parked',
  'order timers',
  'replays',
  'deleted endpoints',
  'stuck gates',
  'sealed',
  'erasures',
  'retention',
  'history',
  'endpoint history',
  'statistics',
  'mails',
] as const;
export type SweepName = (typeof sweepNames)[number];

export type Sweep = {
  everyMs: number;
  /** While `run` finds more to do: how soon after its end it comes again, by how long it took. Default `everyMs`. */
  soonMs?: (tookMs: number) => number;
  /** Resolves with how much is left to do. */
  run: () => Promise<number>;
};
export type Sweeper = {
  start: () => void;
  /** Runs one sweep at once instead of at its time, or once more when the run that is under way has ended. */
  runSoon: (name: SweepName) => void;
  close: () => Promise<void>;
};

/**
 * Runs each sweep again `everyMs` after it ended, or `soonMs` while there is work left; never beside itself. A failure is logged, and the
 * sweep comes again.
 */
export const createSweeper = (sweeps: Readonly<Record<SweepName, Sweep>>, logger: Logger): Sweeper => {
  let closed = true;
  const running = new Map<SweepName, Promise<void>>();
  const hurried = new Set<SweepName>();
  const timers = new Map<SweepName, NodeJS.Timeout>();

  const schedule = (name: SweepName, afterMs: number): void => {
    if (closed) return;
    clearTimeout(timers.get(name));
    timers.set(
      name,
      setTimeout(() => {
        running.set(name, runOnce(name));
      }, afterMs),
    );
  };

  const runOnce = async (name: SweepName): Promise<void> => {
    const sweep = sweeps[name];
    const startedMs = performance.now();
    let left = 0;
    try {
      left = await sweep.run();
    } catch (error) {
      logger.warn({ err: error, sweep: name }, 'sweep.failed');
    }
    running.delete(name);
    const soonMs = left > 0 ? sweep.soonMs?.(performance.now() - startedMs) : undefined;
    schedule(name, hurried.delete(name) ? 0 : (soonMs ?? sweep.everyMs));
  };

  return {
    start: () => {
      closed = false;
      // Work that an earlier process left unfinished goes on soon.
      for (const name of sweepNames) schedule(name, sweeps[name].soonMs?.(0) ?? sweeps[name].everyMs);
    },
    runSoon: (name) => {
      if (running.has(name)) hurried.add(name);
      else schedule(name, 0);
    },
    close: async () => {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
};
