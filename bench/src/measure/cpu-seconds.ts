import { readFile } from 'node:fs/promises';

/** Clock ticks per second, as Linux reports process times to user space. */
const ticksPerSecond = 100;

/** CPU time that a process has used so far, user and system; 0 where the system does not tell (only Linux does). */
const cpuSeconds = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  // The name in parentheses may contain spaces; fields are counted from its end.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
};

/** Resident memory of a process in bytes; 0 where the system does not tell. */
export const residentBytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
};

export type NamedProcess = { name: string; pid: number };

/** CPU seconds that each process uses while `work` runs. */
export const cpuDuring = async <T>(
  processes: readonly NamedProcess[],
  work: () => Promise<T>,
): Promise<{ result: T; cpu: Record<string, number> }> => {
  const before = await Promise.all(processes.map(({ pid }) => cpuSeconds(pid)));
  const result = await work();
  const cpu: Record<string, number> = {};
  for (const [index, { name, pid }] of processes.entries())
    cpu[name] = (cpu[name] ?? 0) + (await cpuSeconds(pid)) - (before[index] ?? 0);
  return { result, cpu };
};
