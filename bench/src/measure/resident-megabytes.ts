import type { Figures } from './compare.js';
import { type NamedProcess, residentBytes } from './cpu-seconds.js';

export const residentMegabytes = async (processes: readonly NamedProcess[]): Promise<Figures> => {
  const figures: Record<string, number> = {};
  for (const { name, pid } of processes) figures[name] = (await residentBytes(pid)) / 1e6;
  return figures;
};
