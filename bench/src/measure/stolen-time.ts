import { readFileSync } from 'node:fs';

/**
 * Watches how much of the cores' time the machine's host gave to others: what was measured meanwhile was measured on
 * less than these cores. @returns the share since now in percent; `undefined` where the system does not say it
 */
export const watchStolenTime = (): (() => number | undefined) => {
  const before = readTimes();
  return () => {
    const after = readTimes();
    if (!before || !after || after.total === before.total) return undefined;
    return Math.round((100 * (after.stolen - before.stolen)) / (after.total - before.total));
  };
};

/** The first line of /proc/stat: cpu, then ticks of user, nice, system, idle, iowait, irq, softirq and steal time. */
const readTimes = (): { total: number; stolen: number } | undefined => {
  try {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.trim().split(/\s+/) ?? [];
    const times = ticks.slice(0, 8).map(Number);
    return { total: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
  } catch {
    return undefined;
  }
};
