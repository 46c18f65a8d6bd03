import { readFile } from 'node:fs/promises';
import type { Figures } from './compare.js';
import type { NamedProcess } from './process-costs.js';

/** Each process by its name, and all `together`. */
export const residentMegabytes = async (processes: readonly NamedProcess[]): Promise<Figures> => {
  const figures: [string, number][] = [];
  for (const { name, pid } of processes) figures.push([name, (await residentBytes(pid)) / 1e6]);
  const together = figures.reduce((sum, [, megabytes]) => sum + megabytes, 0);
  return { ...Object.fromEntries(figures), together };
};

/** 0 on all systems but Linux. */
const residentBytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
};
